"""The sentences of a message, as customers write them: with marks or line breaks, seldom with capitals."""

from __future__ import annotations

import re

ENDS = re.compile(r"(?<=[.!?])\s+|\n+")
WORDS = 3
"""A shorter part, such as "Order 10482.", says nothing by itself; nor does a message, such as "nothing"."""
MOST = 8
"""Parts that are read beside the whole: the first and the last, where a message has more."""


def parts_of(message: str) -> tuple[str, ...]:
    """The sentences of a message of several, each once; none of a message that is one."""
    every = [part.strip() for part in ENDS.split(message)]
    parts = list(dict.fromkeys(part for part in every if len(part.split()) >= WORDS and part != message.strip()))
    half = MOST // 2
    return tuple(parts if len(parts) <= MOST else parts[:half] + parts[-half:])
