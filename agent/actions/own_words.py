"""The customer's own words of a message: what is quoted, forwarded or marked up says nothing of what they want."""

from __future__ import annotations

import re
import unicodedata

_QUOTED_LINE = re.compile(r"^\s*(?:>|\||```|\[/?(?:INST|SYSTEM)\b).*$", re.MULTILINE | re.IGNORECASE)
_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_FORWARDED = re.compile(
    r"^\s*(?:-{2,}\s*(?:original|forwarded|begin)\b.*|on [^\n]{4,80} wrote:|from: .*|begin forwarded message.*"
    r"|(?:order )?note(?: on \S+)?:.*|system:.*|assistant:.*|agent:.*)$",
    re.IGNORECASE | re.MULTILINE,
)
"""What follows such a line was written by somebody else, or pretends to be."""
_IN_QUOTES = re.compile(r"“[^”]*”|„[^“”]*[“”]|«[^»]*»|\"[^\"]*\"|`[^`]*`|(?<!\w)['‘][^'’\n]{6,}['’](?!\w)")
_UNCLOSED = re.compile(r"[\"“„«`].*", re.DOTALL)
_MARKUP = re.compile(r"<!--.*?(?:-->|\Z)|<[^<>\n]{1,200}>|\{\{.*?\}\}", re.DOTALL | re.IGNORECASE)
_APOSTROPHES = str.maketrans({"’": "'", "ʼ": "'", "´": "'"})


def own_words(text: str) -> str:
    """The text without quoted lines, quotations, markup, and whatever follows the head of a forwarded message."""
    plain = unicodedata.normalize("NFKC", text)
    forwarded = _FORWARDED.search(plain)
    plain = plain[: forwarded.start()] if forwarded else plain
    plain = _MARKUP.sub(" … ", _QUOTED_LINE.sub("\n", _FENCED.sub(" … ", plain)))
    plain = _IN_QUOTES.sub(" … ", plain)
    return _UNCLOSED.sub(" … ", plain).translate(_APOSTROPHES)
