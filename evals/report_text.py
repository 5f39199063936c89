"""Texts of data as they may stand in XML and in a page."""

from __future__ import annotations

import re
from html import escape

NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 has no way to write, https://www.w3.org/TR/xml/#charsets."""

TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Marks that turn the direction of what follows, which could make a page read otherwise than it is written."""


def sound(text: str) -> str:
    """The text without what XML forbids, and with marks of direction that are seen instead of obeyed."""
    return TURNS.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


def html(text: object) -> str:
    """A text of data as it stands in a page: nothing of it is markup."""
    return escape(sound(str(text)))
