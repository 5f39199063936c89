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


@contextmanager
def marked(locks: Path, conversation_id: str) -> Iterator[None]:
    """Leave a mark while a turn of a conversation runs, by which one that was cut short is found again."""
    mark = mark_file(locks, conversation_id)
    mark.write_text(conversation_id, encoding="utf-8")
    yield
    mark.unlink(missing_ok=True)  # not after an exception: a turn that could not be recorded is still open


def cut_short(locks: Path) -> tuple[str, ...]:
    """Conversations with a turn that was begun and not ended, be it that another process is at it."""
    return tuple(sorted(mark.read_text(encoding="utf-8") for mark in locks.glob("*.open")))


def is_held(locks: Path, conversation_id: str) -> bool:
    """Whether a process is at a turn of the conversation now."""
    from filelock import FileLock, Timeout

    lock = FileLock(lock_file(locks, conversation_id), timeout=0)
    try:
        lock.acquire()
    except Timeout:
        return True
    lock.release()
    return False


def lock_file(locks: Path, conversation_id: str) -> Path:
    """Where the lock of a conversation is."""
    return locks / f"{hashlib.sha256(conversation_id.encode()).hexdigest()[:32]}.lock"


def mark_file(locks: Path, conversation_id: str) -> Path:
    """Where the mark of a conversation is whose turn runs."""
    return lock_file(locks, conversation_id).with_suffix(".open")
