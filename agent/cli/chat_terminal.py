"""A terminal between two prompts: what is typed meanwhile is kept for the next one, key by key, and shown nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

if sys.platform != "win32":
    import termios

    LOCAL, CHARACTERS = 3, 6
    """Places of what `tcgetattr` gives: the local modes, and the special characters."""

    @contextmanager
    def keys_kept(fd: int) -> Iterator[None]:
        """Echo nothing and put lines together nowhere while no prompt does it; afterwards the terminal is as it was.

        A terminal that makes lines itself takes Ctrl-D for the end of one and throws it away, and what is typed during a
        turn it echoes into the middle of what the turn prints. Ctrl-C is a signal all the same.

        Args:
            fd: the terminal's; anything else is left alone.
        """
        try:
            before = termios.tcgetattr(fd)
        except termios.error:
            yield
            return
        modes = termios.tcgetattr(fd)
        modes[LOCAL] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
        modes[CHARACTERS][termios.VMIN], modes[CHARACTERS][termios.VTIME] = 1, 0
        termios.tcsetattr(fd, termios.TCSANOW, modes)
        try:
            yield
        finally:
            with suppress(termios.error):  # the terminal was closed
                termios.tcsetattr(fd, termios.TCSANOW, before)

else:

    @contextmanager
    def keys_kept(fd: int) -> Iterator[None]:
        """Leave the console alone: it keeps keys by itself."""
        yield
