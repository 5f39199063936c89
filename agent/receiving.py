"""Receiving a message: what the rest of the turn may rely on about its text."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from agent.context.cleaning import visible_text
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

    def receive(self, message: str) -> Received:
        """The message without what a person cannot see."""
        text = unicodedata.normalize("NFKC", visible_text(message)).strip()
        if len(text) <= self.max_chars:
            return Received(text=text)
        return Received(text=text[: self.max_chars], cut_at=self.max_chars)
