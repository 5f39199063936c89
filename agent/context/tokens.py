"""Count tokens without the drafting model's tokenizer at hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

_PIECE = re.compile(r"[A-Z]?[a-z]+|.", re.DOTALL)
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
        return sum(_cost(piece) for piece in _PIECE.findall(text))


def _cost(piece: str) -> int:
    if piece.isascii() and piece.isalpha():
        return -(-len(piece) // _LETTERS_A_TOKEN)
    return len(piece.encode("utf-8", errors="surrogatepass"))
