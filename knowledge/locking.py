"""The lock that whatever changes an index holds: one sync or rollback at a time, over all processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from knowledge.errors import IndexWriteError

LOCK_SECONDS = 60


@contextmanager
def index_lock(index: Path, again: str) -> Iterator[None]:
    """Hold the lock of an index.

    Args:
        index: the folder, made where it is missing.
        again: the command that a message tells to run again.

    Raises:
        IndexWriteError: another process has held it for too long, or the folder cannot be written.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(index / ".lock", timeout=LOCK_SECONDS)
    try:
        index.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise IndexWriteError(
            f"Another sync or rollback has held {index / '.lock'} for {LOCK_SECONDS} s. Wait for it to end, "
            f"then run `{again}` again."
        ) from error
    except OSError as error:
        raise IndexWriteError(
            f"{index} cannot hold an index ({error.strerror}): wanted a folder that can be written. "
            "Mend it, or name another data folder with `--home`."
        ) from error
    try:
        yield
    finally:
        lock.release()
