"""Files that survive a crash and a power cut: whole, or not there."""

from __future__ import annotations

import os
from pathlib import Path

DRAFT = ".new"
"""Ends the name of a small file until it is whole."""


def write_durably(path: Path, text: str) -> None:
    """Write a small file in one step: it has the old content or the new one, also after a power cut."""
    draft = path.with_name(path.name + DRAFT)
    with draft.open("w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(path)
    _sync_to_disk(path.parent)


def flush(folder: Path) -> None:
    """Have every file below a folder on the disk."""
    for path in [*folder.rglob("*"), folder]:
        _sync_to_disk(path)


def _sync_to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
