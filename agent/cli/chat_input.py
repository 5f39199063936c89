"""Lines of a pipe: one message each, whatever their end; what is no text is named and left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

MOST = 1_000_000
"""Bytes of a line that are held in memory."""


def piped_lines(readline: Callable[[int], bytes], refuse: Callable[[str], None]) -> Iterator[str]:
    """Messages, without blanks around them; empty lines are none.

    Args:
        readline: reads a line, or as much of it as it is told to, or nothing at the end; UTF-8, a mark of that may begin it.
        refuse: told of each line that is left out, and why.
    """
    number = 0
    while raw := readline(MOST):
        number += 1
        if len(raw) == MOST and not raw.endswith(b"\n"):
            _skip(readline)
            refuse(f"Line {number} is longer than {MOST} bytes and was left out: wanted one message a line.")
            continue
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError as error:
            refuse(f"Line {number} is not UTF-8 text (byte {error.start + 1} of it) and was left out.")
            continue
        if "\0" in text:
            refuse(
                f"Line {number} holds a NUL character and was left out: wanted text in UTF-8, not in UTF-16 or binary."
            )
        elif text:
            yield text


def _skip(readline: Callable[[int], bytes]) -> None:
    """Read on to the end of the line, keeping nothing of it."""
    while (part := readline(MOST)) and not part.endswith(b"\n"):
        pass
