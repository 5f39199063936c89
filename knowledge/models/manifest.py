"""The manifest of a model folder: what the model is, and the hash of every file that is read when it is loaded."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, StringConstraints, ValidationError, field_validator, model_validator

from knowledge.errors import ModelError
from knowledge.types import Value

Role = Literal["embedder", "reranker", "verifier", "drafter", "judge"]

Prompt = Literal["query", "passage"]

MANIFEST = "manifest.json"
MODEL, TOKENIZER, WEIGHTS, CONFIG = "model.onnx", "tokenizer.json", "model.safetensors", "config.json"

FILES_OF: Mapping[str, frozenset[str]] = {
    "onnx": frozenset({MODEL, TOKENIZER}),
    "pair-scorer": frozenset({CONFIG, TOKENIZER, WEIGHTS}),
}
"""Files that a backend reads in any case."""

LABELS = ("entailment", "neutral", "contradiction")
"""What a verifier tells apart; a manifest lists them in the order of the model's outputs."""

READ_AT_LOAD = frozenset({".json", ".onnx", ".safetensors", ".txt"})
"""Suffixes of what a runtime may read; such a file without a recorded hash is refused."""

COPY_AGAIN = "Copy the folder again from where it came from, then run `support doctor`."

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Manifest(Value):
    """What a model folder holds."""

    model_config = ConfigDict(strict=True)

    role: Literal["embedder", "reranker", "verifier"]
    name: str = Field(min_length=1)
    licence: str = Field(min_length=1)
    origin: str = Field(min_length=1)
    """Where the weights come from, as a person would say it."""
    backend: Literal["onnx", "transformers", "sentence-transformers", "pair-scorer"]
    window: int = Field(ge=16, le=32_768)
    """Tokens that are read of one input, special tokens included."""
    query_tokens: int | None = Field(default=None, ge=1)
    """A reranker's: tokens of the query that are read, its last ones."""
    even_odds: float | None = None
    """A reranker's: the score from which a text rather answers than not; None where its scores only put texts in order."""
    labels: tuple[str, ...] = ()
    """A verifier's: the labels of its outputs, in their order."""
    prompts: dict[Prompt, str] = {}
    """An embedder's: what stands before a text."""
    files: dict[str, Sha256] = Field(min_length=1)
    """Hash of each file, by its name in the folder."""

    @field_validator("files")
    @classmethod
    def _plain_names(cls, files: dict[str, str]) -> dict[str, str]:
        wrong = sorted(name for name in files if not _is_plain(name))
        if wrong:
            raise ValueError(f"names of files in the folder are wanted, found {wrong[0]!r}")
        return files

    @model_validator(mode="after")
    def _fits_its_role(self) -> Self:
        if self.role == "verifier" and sorted(self.labels) != sorted(LABELS):
            raise ValueError(f"a verifier's labels are {', '.join(LABELS)} in the order of its outputs")
        ours = self.role == "reranker" and self.backend in {"onnx", "pair-scorer"}
        if ours and not 1 <= (self.query_tokens or 0) <= self.window - 4:
            raise ValueError("a reranker's query_tokens are wanted, at least 1 and less than its window by 4")
        if self.backend == "pair-scorer" and self.role != "reranker":
            raise ValueError("the backend pair-scorer runs rerankers only")
        wanted = FILES_OF.get(self.backend, frozenset())
        if not wanted <= set(self.files):
            raise ValueError(
                f"the files of a model of the backend {self.backend} are at least {' and '.join(sorted(wanted))}"
            )
        if not self.weights_file:
            raise ValueError("a file that ends in .safetensors is wanted among the files")
        return self

    @property
    def weights_file(self) -> str:
        """Name of the file whose hash stands for the model."""
        if self.backend == "onnx":
            return MODEL
        return min((name for name in self.files if name.endswith(".safetensors")), default="")


def _is_plain(name: str) -> bool:
    return name not in {"", ".", "..", MANIFEST} and not set(name) & set("/\\:\0")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder; its files are not looked at.

    Raises:
        ModelError: it cannot be read, or it is not a manifest.
    """
    path = folder / MANIFEST
    try:
        return Manifest.model_validate_json(path.read_bytes())
    except OSError as error:
        raise ModelError(
            f"{path} cannot be read ({error.strerror}): wanted a model's manifest. {COPY_AGAIN}"
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file as a whole"
        raise ModelError(f"{path} is not a model's manifest: {place}: {first['msg']}. {COPY_AGAIN}") from error


def write_manifest(folder: Path, manifest: Manifest) -> Path:
    """Write the manifest of a folder, the same bytes for the same values; returns its path."""
    path = folder / MANIFEST
    path.write_text(manifest.model_dump_json(indent=2, exclude_defaults=True) + "\n", encoding="utf-8", newline="\n")
    return path


def checked(folder: Path, sha256: str | None = None, remedy: str = COPY_AGAIN) -> Manifest:
    """The manifest of a folder all of whose files are the recorded ones.

    Args:
        folder: the model's folder.
        sha256: of the manifest itself, where it is recorded elsewhere.
        remedy: the sentence that ends an error's message.

    Raises:
        ModelError: a file is damaged, missing, or has no recorded hash; the message names it.
    """
    if sha256 is not None:
        check_file(folder / MANIFEST, sha256, remedy)
    manifest = read_manifest(folder)
    for name, wanted in manifest.files.items():
        check_file(folder / name, wanted, remedy)
    for path in sorted(folder.rglob("*")):
        unlisted = path.relative_to(folder).as_posix() not in {MANIFEST, *manifest.files}
        if unlisted and path.suffix in READ_AT_LOAD and path.is_file():
            raise ModelError(f"{path} is not among the files of {folder / MANIFEST}: wanted its hash there. {remedy}")
    return manifest


def check_file(path: Path, wanted: str, remedy: str) -> None:
    """Compare a file with its recorded hash.

    Raises:
        ModelError: it is missing or damaged; the message names it and ends with the remedy.
    """
    if not path.is_file():
        raise ModelError(f"{path} is missing: wanted the file with sha256 {short(wanted)}. {remedy}")
    found = file_sha256(path)
    if found != wanted:
        raise ModelError(
            f"{path} has sha256 {short(found)}, wanted {short(wanted)}: "
            f"the file is damaged or not the recorded one. {remedy}"
        )


def short(sha256: str) -> str:
    """The first 12 digits of a hash, as messages show it."""
    return f"{sha256[:12]}…" if sha256 else "none, for none is recorded"


def file_sha256(path: Path) -> str:
    """Hex digest of a file's bytes, read in pieces."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
