"""A word that stands in a drafting model's instructions and must never come back: a reply that holds it repeats them.

The canary of prompt leakage is one of OWASP's measures against it (LLM07:2025, https://genai.owasp.org/llmrisk/). It
finds out a model that was talked into repeating its prompt; that nothing in the prompt is secret keeps that harmless.
"""

from __future__ import annotations

import base64
import codecs
import secrets
import unicodedata
from collections.abc import Iterator

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Without those that look like others."""
LENGTH = 20
"""Some 98 bits."""
PART = 10
"""Letters in a row that are taken for the whole; by chance they occur in no text."""


def new_canary() -> str:
    """A canary for one turn."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def holds_canary(text: str, canary: str) -> bool:
    """Whether a text holds the canary or a part of it, however it is spaced, cased, turned round or encoded."""
    if not canary:
        return False
    plain = unicodedata.normalize("NFKC", text)
    letters = "".join(char for char in plain if char.isalnum())
    folded = letters.casefold()
    return any(part in folded for part in _spellings(canary)) or any(part in letters for part in _base64(canary))


def _spellings(canary: str) -> Iterator[str]:
    """Parts of it as letters and digits in lower case: forwards and backwards, as it is, by ROT13, and in hexadecimal."""
    for word in (canary, canary[::-1]):
        for said in (word, codecs.encode(word, "rot13")):
            yield from (said[n : n + PART].casefold() for n in range(len(said) - PART + 1))
        for said in (word, word.lower()):
            yield said[:PART].encode().hex()
            yield said[PART:].encode().hex()


def _base64(canary: str) -> Iterator[str]:
    """What is the same of its Base64 whatever stands before it, which shifts it by up to two bytes."""
    for word in (canary, canary[::-1], canary.lower(), canary.lower()[::-1]):
        for shift in range(3):
            written = base64.b64encode(b"\0" * shift + word.encode()).decode().rstrip("=")
            # The first letters depend on what stands before it, the last ones on what follows.
            yield written[4 if shift else 0 : (shift + len(word)) // 3 * 4]
