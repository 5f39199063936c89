"""The key that signs the page's sessions: a file that is named, or one that is made once in the data folder."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from agent.errors import SettingsError, StoreError

FILE = "desk.key"
SHORTEST = 16
"""Bytes that a key has at least."""


def signing_key(home: Path, named: Path | None) -> bytes:
    """The key, from the file that the settings name, else from the data folder, where one is made that its owner alone reads.

    Raises:
        SettingsError: the named file cannot be read, or is too short to be a key.
        StoreError: none can be made in the data folder.
    """
    if named is not None:
        return _read(named, "service.desk_secret")
    path = home / FILE
    try:
        if not path.exists():
            _make(path)
    except OSError as error:
        raise StoreError(
            f"The key of the desk cannot be written to {path} ({error.strerror}): wanted a folder that can be written. "
            "Make it writable, or name a file with service.desk_secret."
        ) from error
    return _read(path, "the data folder")


def _make(path: Path) -> None:
    """Write a new key and give it its name at once whole; one that another process made meanwhile stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".desk-")  # its owner alone may read it (0600)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        os.link(name, path)
    except FileExistsError:
        return
    finally:
        os.unlink(name)


def _read(path: Path, source: str) -> bytes:
    try:
        key = path.read_bytes().strip()
    except OSError as error:
        raise SettingsError(
            f"The key of the desk, {path} of {source}, cannot be read ({error.strerror}). Write one there, for example with "
            f"`openssl rand -hex 32 > {path}`."
        ) from error
    if len(key) < SHORTEST:
        raise SettingsError(
            f"The key of the desk, {path} of {source}, has {len(key)} bytes, wanted {SHORTEST} or more. Write a new one, for "
            f"example with `openssl rand -hex 32 > {path}`."
        )
    return key
