"""Receiving a message: what the rest of the turn may rely on about its text."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from agent.context.cleaning import visible_text
from agent.context.tokens import UpperBoundCounter
from knowledge.types import Value


class Received(Value):
    """A message as the turn reads it."""

    text: str
    """NFKC, without control, invisible and formatting characters."""
    cut_at: int | None = None
    """Characters kept of a message that was too long; None where it was not."""


@dataclass(frozen=True)
class Receiver:
    """Normalises a message and bounds its length."""

    max_chars: int
    max_tokens: int | None = None
    """Bound in tokens, by an upper bound of any tokenizer's count, for text that takes many a character."""

    def receive(self, message: str) -> Received:
        """The message without what a person cannot see."""
        text = unicodedata.normalize("NFKC", visible_text(message)).strip()
        kept = text[: self.max_chars]
        if self.max_tokens is not None:
            # Every character costs at least a third of a token, so few halvings are needed.
            while UpperBoundCounter().count(kept) > self.max_tokens:
                kept = kept[: len(kept) // 2]
        return Received(text=kept, cut_at=None if kept == text else len(kept))
