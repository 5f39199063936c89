"""How the learned sparse encoder is found: in a folder of yours, or in the hub's cache.

Its weights may lie in several files, as where a query takes another way through the model than a passage does; its
hash is that of all of them together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from knowledge.errors import ModelError
from knowledge.models.entry import LocatedModel
from knowledge.models.hub import hub_snapshot, is_hub_name
from knowledge.models.registry import Snapshot, file_sha256

SET_ANOTHER = (
    "Set `knowledge.sparse_encoder` in support.toml, or take `sparse` out of `knowledge.retrievers`, "
    "then run `support kb sync DIR`."
)


def locate_sparse_encoder(name: str, allow_fetch: bool = False, snapshot: Snapshot = hub_snapshot) -> LocatedModel:
    """Find a sparse encoder by folder path or hub name, and measure its hash.

    Args:
        name: the path of a folder, or `organisation/model`.
        allow_fetch: whether a hub name that is not on this machine may be fetched.
        snapshot: finds a hub name's folder.

    Raises:
        ModelError: there is no such model on this machine, or it holds no safetensors.
    """
    if name and Path(name).is_dir():
        folder = Path(name)
        return _located(folder.resolve().name, folder, "a folder of yours")
    if not is_hub_name(name):
        raise ModelError(
            f"No folder has the path {name!r}: wanted a sparse encoder's folder or its hub name. {SET_ANOTHER}"
        )
    found = snapshot(name, allow_fetch)
    if found is None:
        raise ModelError(
            f"The sparse encoder {name} is neither a folder nor in the hub's cache, and nothing is fetched unasked: "
            f"wanted a model of this machine. Run `hf download {name}` to fetch it yourself. {SET_ANOTHER}"
        )
    return _located(name, found, f"hub, {name} at {found.name[:12]}")


def _located(name: str, folder: Path, origin: str) -> LocatedModel:
    weights = sorted(folder.rglob("*.safetensors"))
    if not weights:
        raise ModelError(
            f"The sparse encoder's folder {folder} holds no .safetensors file: wanted a model saved by "
            f"sentence-transformers' SparseEncoder. {SET_ANOTHER}"
        )
    return LocatedModel(name, folder, weights[0], _hash_of(folder, weights), "unknown", origin, "sentence-transformers")


def _hash_of(folder: Path, weights: Sequence[Path]) -> str:
    """The file's own hash where there is one file, else that of the list of all their names and hashes."""
    if len(weights) == 1:
        return file_sha256(weights[0])
    listed = "".join(f"{path.relative_to(folder).as_posix()} {file_sha256(path)}\n" for path in weights)
    return hashlib.sha256(listed.encode()).hexdigest()
