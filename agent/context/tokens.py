"""Count tokens without the drafting model's tokenizer at hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

_WORD = re.compile(r"[A-Z]?[a-z]+")
_LETTERS_A_TOKEN = 3


class TokenCounter(Protocol):
    """Anything that counts the tokens of a text: a tokenizer, or a bound."""

    def count(self, text: str) -> int:
        """Return how many tokens the text takes, or more."""
        ...


@dataclass(frozen=True)
class UpperBoundCounter:
    """Counts at least as many tokens as a BPE or WordPiece tokenizer makes of practical text.

    A lower-case or capitalised word costs a token for every three letters begun, although tokenizers average
    above four; everything else (digits, capitals in a row, spaces, punctuation) costs its bytes, and no
    byte-level tokenizer makes more tokens than bytes. English prose comes out at about twice the real count.
    """

    def count(self, text: str) -> int:
        """Return an upper bound of the tokens in the text; 0 for an empty one."""
        words = [len(word) for word in _WORD.findall(text)]
        others = len(text.encode("utf-8", errors="surrogatepass")) - sum(words)
        return others + sum(-(-letters // _LETTERS_A_TOKEN) for letters in words)
