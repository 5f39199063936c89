"""What the registry says of a model, and what is known of one that was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from knowledge.errors import ModelError
from knowledge.models.manifest import COPY_AGAIN, MANIFEST, Prompt, Role

Backend = Literal[
    "sentence-transformers", "transformers", "onnx", "pair-scorer", "late-interaction", "extractive", "langchain"
]
"""What runs a model; `pair-scorer` is torch, for our own reranker; `late-interaction` and `extractive` run on the
embedder's weights, `langchain` elsewhere."""

SETTING: dict[Role, str] = {
    "embedder": "knowledge.embedder",
    "reranker": "knowledge.reranker",
    "verifier": "grounding.verifier",
    "drafter": "drafting.drafter",
    "judge": "grounding.judge",
}
"""The setting that names the model of a role."""


def set_another(role: Role) -> str:
    """The sentence of a message that says where a role's model is named."""
    return f"Set `{SETTING[role]}` in support.toml, then run `support doctor`."


@contextmanager
def loading(path: Path, library: str) -> Iterator[None]:
    """Around the call that loads a model's file or folder.

    Raises:
        ModelError: the library cannot read it. Caught broadly, because what these libraries raise has no common base.
    """
    try:
        yield
    except Exception as error:
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise ModelError(
            f"{path} cannot be read by {library}: {reason} Wanted a model that it can. "
            "Name another in support.toml, then run `support doctor`."
        ) from error


@dataclass(frozen=True)
class ModelEntry:
    """One known model."""

    role: Role
    name: str
    licence: str
    origin: str
    """Where the weights come from, as a person would say it."""
    backend: Backend
    remedy: str = COPY_AGAIN
    """The sentence that says how to get its files back."""
    folder: Callable[[], Path | None] | None = None
    """Finds the folder of a model that comes with a package; None of the function: that package is not installed."""
    weights_file: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    """sha256 of each file that is read at load; a shipped model's stand in its manifest."""
    manifest_sha256: str | None = None
    """Of a shipped model's manifest."""
    absent: str = ""
    """What it means for a turn that it is not installed."""
    window: int | None = None
    """Tokens that are read of one input, special tokens included."""
    labels: tuple[str, ...] = ()
    """A verifier's: the labels of its outputs, in their order."""
    prompts: Mapping[Prompt, str] = field(default_factory=dict)
    """An embedder's: what stands before a `query` and before a `passage`; none of those known needs any."""

    @property
    def sha256(self) -> str:
        """Of the weights file."""
        return self.files.get(self.weights_file, "")

    @property
    def is_there(self) -> bool:
        """Whether the folder of a model that comes with a package is there; True for any other."""
        if self.folder is None:
            return True
        folder = self.folder()
        return folder is not None and (folder / (self.weights_file or MANIFEST)).is_file()

    @property
    def has_weights(self) -> bool:
        """False for what runs on another role's weights, or elsewhere."""
        return self.backend in {"sentence-transformers", "transformers", "onnx", "pair-scorer"}


@dataclass(frozen=True)
class LocatedModel:
    """A model found on this machine."""

    name: str
    folder: Path
    weights_file: Path
    sha256: str
    """Of the weights file; measured, not recorded."""
    licence: str
    origin: str
    backend: Backend = "transformers"
    window: int | None = None
    query_tokens: int | None = None
    even_odds: float | None = None
    """A reranker's score from which a text rather answers than not."""
    labels: tuple[str, ...] = ()
    prompts: Mapping[Prompt, str] = field(default_factory=dict, hash=False)
    checked_files: int = 0
    """Files whose hashes were compared with recorded ones."""
