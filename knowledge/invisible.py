"""Characters that show nothing and would part a word from itself, or carry words that no reader sees."""

from __future__ import annotations

import re

INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f"  # controls, but for those that are blanks
    "\u00ad\u200b\u2060\ufeff"  # soft hyphen, zero-width space, word joiner, byte order mark
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks of direction: text is kept in logical order
    "\U000e0000-\U000e007f]"  # tags
)
"""The joiners U+200C and U+200D stay: Persian, Indic scripts and emoji are written with them."""


def without_invisible(text: str) -> str:
    """The text without them; every line stays where it is."""
    return INVISIBLE.sub("", text)
