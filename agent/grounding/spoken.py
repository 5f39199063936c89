"""A sentence as it is spoken: its words in order, without what is only spelling."""

from __future__ import annotations

import re
import unicodedata

ARTICLES = frozenset({"the", "a", "an"})
"""Words that may come or go without changing what is said, but for `a` before these:"""
COUNTED = frozenset({"few", "little", "lot", "bit", "number"})

SHORT_FORMS = (
    (re.compile(r"\bcan't\b|\bcannot\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"\bshan't\b"), "shall not"),
    (re.compile(r"\b(\w+)n't\b"), r"\1 not"),
    (re.compile(r"\b(you|we|they)'re\b"), r"\1 are"),
    (re.compile(r"\b(i|you|we|they)'ve\b"), r"\1 have"),
    (re.compile(r"\b(i|you|we|they|he|she|it|that)'ll\b"), r"\1 will"),
    (re.compile(r"\bi'm\b"), "i am"),
)
"""Each with one reading only: `'s` and `'d` have two, and stay."""
TOKEN = re.compile(r"-?\d+(?:[.,:/-]\d+)*|\w+|[^\w\s]")
PUNCTUATION = frozenset(".,;:!'\"()[]{}*_`-‐–—•“”‘’…")
"""Marks that say nothing; every other sign does, for example `<`, `≥`, `%` or a tick."""


def spoken_words(text: str) -> list[str]:
    """A sentence's words and telling signs in order, in small letters, short forms written out, articles left out."""
    plain = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    for short, full in SHORT_FORMS:
        plain = short.sub(full, plain)
    tokens = [token for token in TOKEN.findall(plain) if token not in PUNCTUATION]
    following = (*tokens[1:], "")
    return [token for token, after in zip(tokens, following, strict=False) if token not in ARTICLES or after in COUNTED]
