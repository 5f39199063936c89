"""The versions of an index: the whole states that are kept, and clearing away what is not."""

from __future__ import annotations

import shutil
from pathlib import Path

from knowledge.dense import delete_vectors
from knowledge.durable import DRAFT
from knowledge.errors import CorruptIndexError, IndexUnreachableError
from knowledge.index import Changes, Manifest, read_manifest
from knowledge.lease import unless_leased
from knowledge.pointer import pointed_name
from knowledge.types import Value

UNREACHED = "UNREACHED"
"""Stands in a state from its first moment until the pointer has come there."""

MANIFEST = "manifest.json"


class Version(Value):
    """One whole state of the index."""

    name: str
    current: bool
    synced_at: str
    folder: str
    """The folder that was synced, as it was named."""
    articles: int
    passages: int
    embedder: str
    changes: Changes | None
    made_from: str | None
    """The state that was current before it."""


def versions(index: Path) -> list[Version]:
    """Every state that can be current, newest first; one whose manifest cannot be read is none."""
    current = pointed_name(index)
    found = ((name, _manifest(index / "states" / name)) for name in reversed(kept_names(index)))
    return [_version(name, manifest, name == current) for name, manifest in found if manifest is not None]


def kept_names(index: Path) -> list[str]:
    """Names of the states that are whole and were current once, oldest first."""
    current = pointed_name(index)
    return sorted(
        path.parent.name
        for path in (index / "states").glob(f"*/{MANIFEST}")
        if path.parent.name == current or not (path.parent / UNREACHED).exists()
    )


def settle(index: Path) -> None:
    """Clear away what a sync or a rollback left that was killed; only for who holds the lock."""
    for draft in index.glob(f"*{DRAFT}"):
        draft.unlink()
    current, names = pointed_name(index), kept_names(index)
    for name in names:
        (index / "states" / name / UNREACHED).unlink(missing_ok=True)
    for state in (index / "states").glob("*"):
        if state.name not in (*names, current):
            _delete(state)


def sweep(index: Path, count: int) -> None:
    """Keep the current state, the one it was made from and the newest others, `count` in all, and those in use."""
    found = versions(index)
    before = next((version.made_from for version in found if version.current), None)
    # False stands before True: first the current one, then what a rollback returns to, then by age.
    found.sort(key=lambda version: (not version.current, version.name != before))
    for version in found[count:]:
        _delete(index / "states" / version.name)


def _delete(state: Path) -> None:
    """Delete a state that nobody has open; its manifest first, so that half of it is never taken for a whole."""
    if not state.is_dir():
        return
    with unless_leased(state) as free:
        if free:
            (state / MANIFEST).unlink(missing_ok=True)
            try:
                delete_vectors(state / "vectors")
            except IndexUnreachableError:
                return  # the folder says what is to be deleted on the server: the next sync comes back to it
            except CorruptIndexError:
                pass
            shutil.rmtree(state, ignore_errors=True)


def _manifest(state: Path) -> Manifest | None:
    try:
        return read_manifest(state)
    except CorruptIndexError:
        return None


def _version(name: str, manifest: Manifest, current: bool) -> Version:
    return Version(
        name=name,
        current=current,
        synced_at=manifest.synced_at,
        folder=manifest.folder,
        articles=manifest.articles,
        passages=manifest.passages,
        embedder=manifest.fingerprint.embedder,
        changes=manifest.changes,
        made_from=manifest.made_from,
    )
