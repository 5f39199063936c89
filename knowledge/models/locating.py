"""How a model is found: in a package, in a folder of yours, in the hub's cache. Hashes are checked on the way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from knowledge.errors import ModelError
from knowledge.models.entry import LocatedModel, ModelEntry, set_another
from knowledge.models.manifest import COPY_AGAIN, MANIFEST, Role, check_file, checked, file_sha256

CACHED_AGAIN = "Remove the model from the hub's cache, then run `support doctor`."


def packaged_model(entry: ModelEntry) -> LocatedModel:
    """A model that comes with a package.

    Raises:
        ModelError: it is not installed, or a file of it is not the recorded one.
    """
    folder = entry.folder() if entry.folder else None
    if folder is None or not entry.is_there:
        place = f": {folder} does not hold it" if folder else ""
        consequence = f"{entry.absent} " if entry.absent else ""
        raise ModelError(
            f"The {entry.role} {entry.name} is not installed{place}. Its weights come from the {entry.origin}. "
            f"{consequence}{entry.remedy}"
        )
    if entry.manifest_sha256 is not None:
        return _by_manifest(entry.role, folder, entry.manifest_sha256, entry.remedy)
    for name, wanted in entry.files.items():
        check_file(folder / name, wanted, entry.remedy)
    return _described(
        LocatedModel(entry.name, folder, folder / entry.weights_file, entry.sha256, entry.licence, entry.origin), entry
    )


def own_model(role: Role, folder: Path) -> LocatedModel:
    """A folder of the user's: by its manifest, or known by its measured hash where it has none.

    Raises:
        ModelError: it holds no weights, those of another role, or a file that is not the recorded one.
    """
    if (folder / MANIFEST).exists():
        return _by_manifest(role, folder)
    weights = next(iter(sorted(folder.glob("*.safetensors"))), None)
    if weights is None:
        raise ModelError(
            f"The {role} folder {folder} holds no .safetensors file: wanted a model saved by "
            f"sentence-transformers or transformers, or a folder with a {MANIFEST}. Name another folder in support.toml."
        )
    return LocatedModel(
        folder.resolve().name,
        folder,
        weights,
        file_sha256(weights),
        "unknown",
        "a folder of yours",
        "sentence-transformers" if role == "embedder" else "transformers",
    )


def snapshot_model(role: Role, name: str, entry: ModelEntry | None, folder: Path | None) -> LocatedModel:
    """A model of the hub in its cache's folder; `entry` is what the registry says of it.

    Raises:
        ModelError: it is not on this machine, holds no safetensors, or a file of it is not the recorded one.
    """
    if folder is None:
        raise ModelError(
            f"The {role} {name} is neither a folder nor in the hub's cache, and fetching is off: wanted a model of "
            "this machine, or leave to fetch. Set `models.allow_fetch` to true in support.toml, then run "
            "`support doctor`, which fetches it."
        )
    found = replace(own_model(role, folder), name=name, origin=f"hub, {name} at {folder.name[:12]}")
    if entry is None:
        return found
    for file, wanted in entry.files.items():
        check_file(folder / file, wanted, CACHED_AGAIN)
    return _described(replace(found, licence=entry.licence), entry)


def _described(found: LocatedModel, entry: ModelEntry) -> LocatedModel:
    return replace(
        found,
        backend=entry.backend,
        window=entry.window,
        labels=entry.labels,
        prompts=entry.prompts,
        checked_files=len(entry.files),
    )


def _by_manifest(role: Role, folder: Path, sha256: str | None = None, remedy: str = COPY_AGAIN) -> LocatedModel:
    found = checked(folder, sha256, remedy)
    if found.role != role:
        raise ModelError(f"{folder / MANIFEST} is that of a {found.role}: wanted a {role}. {set_another(role)}")
    return LocatedModel(
        name=found.name,
        folder=folder,
        weights_file=folder / found.weights_file,
        sha256=found.files[found.weights_file],
        licence=found.licence,
        origin=found.origin,
        backend=found.backend,
        window=found.window,
        query_tokens=found.query_tokens,
        even_odds=found.even_odds,
        labels=found.labels,
        prompts=found.prompts,
        checked_files=len(found.files) + (sha256 is not None),
    )
