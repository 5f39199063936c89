"""One turn at a time in a conversation, also between processes, and a mark of the one that runs."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from agent.errors import StoreError
from agent.state import NewTurn

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
def marked(locks: Path, new: NewTurn) -> Iterator[None]:
    """Keep what starts a turn while the turn runs: one that was cut short is begun anew from it."""
    mark = mark_file(locks, new["conversation_id"])
    unfinished = mark.with_suffix(".new")
    unfinished.write_text(json.dumps(new), encoding="utf-8")
    os.replace(unfinished, mark)
    yield
    mark.unlink(missing_ok=True)  # not after an exception: a turn that could not be recorded is still open


def unmark(locks: Path, conversation_id: str) -> None:
    """Take away the mark of a turn that has been finished since."""
    mark_file(locks, conversation_id).unlink(missing_ok=True)


def begun(locks: Path, conversation_id: str) -> NewTurn | None:
    """What started the turn of a conversation that was begun and not ended; None where there is none."""
    try:
        return _read(mark_file(locks, conversation_id).read_text("utf-8"))[1]
    except FileNotFoundError:
        return None


def cut_short(locks: Path) -> tuple[str, ...]:
    """Conversations with a turn that was begun and not ended, be it that another process is at it."""
    return tuple(sorted(conversation_id for conversation_id, _ in map(_read, _texts(locks, "*.open").values())))


def drop_unwritten(locks: Path) -> None:
    """Remove marks that a killed process has left half written: their turns had not begun."""
    from filelock import FileLock, Timeout

    for unfinished in locks.glob("*.new"):
        try:
            with FileLock(unfinished.with_suffix(".lock"), timeout=0):
                unfinished.unlink(missing_ok=True)
        except Timeout:
            continue  # another process is writing it


def erase_open_turns(locks: Path, is_meant: Callable[[str, str], bool]) -> int:
    """Remove the marks of turns once these are over, or at once where nobody is at them; returns the number that was left.

    `is_meant` is given a conversation's id and the mark's text.
    """
    drop_unwritten(locks)
    gone = 0
    for mark, text in _texts(locks, "*.open").items():
        conversation_id, _ = _read(text)
        if is_meant(conversation_id, text):
            with holding(locks, conversation_id):
                gone += mark.exists()
                mark.unlink(missing_ok=True)
    return gone


def _texts(locks: Path, pattern: str) -> dict[Path, str]:
    found = {}
    for mark in locks.glob(pattern):
        try:
            found[mark] = mark.read_text("utf-8")
        except FileNotFoundError:  # its turn has ended meanwhile
            continue
    return found


def _read(text: str) -> tuple[str, NewTurn | None]:
    """The conversation of a mark and what started its turn; an older version's mark is the conversation's id alone."""
    try:
        new: NewTurn = json.loads(text)
        return str(new["conversation_id"]), new
    except (ValueError, TypeError, KeyError):
        return text, None


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
