"""One turn at a time in a conversation, also between processes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agent.errors import StoreError

LOCK_SECONDS = 120
"""How long a message waits for the turn before it in the same conversation."""


@contextmanager
def holding(locks: Path, conversation_id: str) -> Iterator[None]:
    """Hold a conversation; `locks` is the folder of the lock files, whose names tell nothing of it.

    Raises:
        StoreError: the conversation is busy, or the folder cannot be used.
    """
    from filelock import FileLock, Timeout

    try:
        locks.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{locks} cannot be used ({error.strerror}): wanted a folder that can be written. Move it away, or name "
            "another data folder with `--home`."
        ) from error
    lock = FileLock(lock_file(locks, conversation_id), timeout=LOCK_SECONDS)
    try:
        lock.acquire()
    except Timeout as error:
        raise StoreError(
            f"The conversation {conversation_id!r} has been busy for {LOCK_SECONDS} s. Ask again when the turn "
            "before has ended."
        ) from error
    try:
        yield
    finally:
        lock.release()


def lock_file(locks: Path, conversation_id: str) -> Path:
    """Where the lock of a conversation is."""
    return locks / f"{hashlib.sha256(conversation_id.encode()).hexdigest()[:32]}.lock"
