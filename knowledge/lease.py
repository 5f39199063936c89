"""Leases: a state that a reader has open, in this process or another, is not deleted under it."""

from __future__ import annotations

import fcntl
import os
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Lease:
    """Held on the folder of a state while it is open. The system takes it back from a process that dies."""

    def __init__(self, folder: Path) -> None:
        """Take the lease.

        Raises:
            FileNotFoundError: the state was deleted.
            BlockingIOError: the state is being deleted.
        """
        descriptor = os.open(folder, os.O_RDONLY)
        # Runs when the lease is released, else with the last reference to it.
        self._close = weakref.finalize(self, os.close, descriptor)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            self._close()
            raise

    def release(self) -> None:
        """Give the lease back; a second time does nothing."""
        self._close()


@contextmanager
def unless_leased(folder: Path) -> Iterator[bool]:
    """Says whether nobody has the state open, and keeps it so within the block."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        yield False
        return
    try:
        yield True
    finally:
        os.close(descriptor)
