"""A program in a terminal of a given size, and what a person sees there."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pyte

ROOT = Path(__file__).parents[3]
PATIENCE_S = 90.0
"""How long a test waits for what it wants to see."""


class Emulator(pyte.HistoryScreen):
    """Keeps what scrolls off, and answers a program that asks where the cursor is."""

    def __init__(self, columns: int, rows: int, answer: Callable[[bytes], None]) -> None:
        super().__init__(columns, rows, history=10_000, ratio=0.5)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        self._answer(data.encode())

    def shown(self) -> list[str]:
        rows = [*self.history.top, *(self.buffer[row] for row in range(self.cursor.y + 1))]
        return ["".join(row[column].data for column in range(self.columns)).rstrip() for row in rows]


class Terminal:
    """The program's end of it is `columns` wide; `emulated` is how wide a line may get before it is wrapped here."""

    def __init__(self, pid: int, fd: int, columns: int, rows: int, emulated: int) -> None:
        self.pid, self.fd = pid, fd
        self.resize(columns, rows)
        self.screen = Emulator(emulated, rows, self.send)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.status: int | None = None

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, data: bytes) -> None:
        with suppress(OSError):
            os.write(self.fd, data)

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def read(self, seconds: float) -> bool:
        """Take in what was printed; False where the program has closed its end."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.fd, 65_536)
        except OSError:
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)

    def wait_for(self, seen: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE_S
        while not seen():
            if not self.read(0.1) or time.monotonic() > until:
                raise AssertionError("not seen; the terminal shows:\n" + "\n".join(self.screen.shown()))

    def wait_for_text(self, text: str) -> None:
        self.wait_for(lambda: text in "\n".join(self.screen.shown()))

    def wait_for_stage(self, name: str) -> None:
        """Until a stage was shown, however short a time: it may be gone from the screen again."""
        self.wait_for(lambda: name.encode() in self.raw)

    def prompts(self) -> int:
        return sum(line.startswith("you>") for line in self.screen.shown())

    def wait_for_prompt(self) -> None:
        """Until an empty line is asked for."""
        self.wait_for(lambda: self.screen.shown()[-1] == "you>")

    def type(self, text: str) -> None:
        """A line, once there is a prompt; until the next one."""
        self.wait_for_prompt()
        before = self.prompts()
        self.send(text.encode() + b"\r")
        self.wait_for(lambda: self.prompts() > before)
        self.wait_for_prompt()

    def end(self) -> int:
        """Until the program has ended: its exit status, as a shell gives it."""
        until = time.monotonic() + PATIENCE_S
        while self.status is None:
            self.read(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            assert time.monotonic() < until, "\n".join(self.screen.shown())
        while self.read(0.0) and select.select([self.fd], [], [], 0.0)[0]:
            pass
        return self.status if self.status >= 0 else 128 - self.status


@contextmanager
def terminal(
    *arguments: str, columns: int = 80, rows: int = 24, emulated: int | None = None, **environment: str
) -> Iterator[Terminal]:
    """A Python program, for example `-m module`, in a terminal; it is killed at the end."""
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        # A fresh terminal is zero columns wide until its other end has said otherwise.
        time.sleep(0.1)
        os.execve(sys.executable, [sys.executable, *arguments], {**kept, "TERM": "xterm-256color", **environment})
    found = Terminal(pid, fd, columns, rows, emulated or columns)
    try:
        yield found
    finally:
        if found.status is None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        os.close(fd)
