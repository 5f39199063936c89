"""What was typed at the prompt, kept for the next time in a file that only its owner may read."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

MOST_LINES = 1_000
"""Lines that are offered again, newest first; older ones stay in the file."""

PRIVATE = 0o600


class TypedLines:
    """One JSON string a line, each written at once, so that a line is there whole or not at all."""

    def __init__(self, path: Path, keep: Callable[[str], str] = str) -> None:
        """`keep` gives a line as it may be kept, without what is nobody's business later."""
        self._path, self._keep = path, keep

    def newest_first(self) -> Iterator[str]:
        """What was typed before; what cannot be read is passed over."""
        try:
            lines = self._path.read_bytes().split(b"\n")
        except OSError:
            return
        for line in reversed(lines[-MOST_LINES - 1 :]):
            try:
                text = json.loads(line)
            except ValueError:
                continue
            if isinstance(text, str):
                yield text

    def add(self, text: str) -> None:
        """Keep one line."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, PRIVATE)
        try:
            os.fchmod(handle, PRIVATE)  # of a file that another version wrote
            size = os.fstat(handle).st_size
            torn = size and os.pread(handle, 1, size - 1) != b"\n"
            line = json.dumps(self._keep(text), ensure_ascii=False).encode("utf-8", "replace")
            os.write(handle, (b"\n" if torn else b"") + line + b"\n")
        finally:
            os.close(handle)
