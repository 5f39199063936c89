"""A text as recognisers read it: ASCII digits, plain hyphens and blanks, nothing invisible, with the way back."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from agent.context.cleaning import visible_text

_ON_THE_ONE_BEFORE = ("Mn", "Me")
"""Categories of marks, which are read by the character that they stand on."""


@dataclass(frozen=True)
class ReadText:
    """What is read of a text."""

    plain: str
    places: Sequence[int] | None
    """For each character of `plain`, where it stands in the text; None where both are the same."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span in the text of a span in `plain`, which is not empty."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def read(text: str) -> ReadText:
    """Fold a text character by character, so that a card number in full-width digits is one all the same."""
    strange = {char for char in text if not (" " <= char <= "~" or char in "\n\t")}
    if not strange:
        return ReadText(text, None)
    if not any(unicodedata.category(char) in _ON_THE_ONE_BEFORE for char in strange):
        alone = {ord(char): _folded(char, "") for char in strange}
        if all(alone.values()):  # each stays one character, so every place stays as it is
            return ReadText(text.translate(alone), None)
    plain: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        folded = _folded(char, plain[-1] if plain else "")
        if folded:
            plain.append(folded)
            places.append(place)
    return ReadText("".join(plain), places)


def _folded(char: str, before: str) -> str:
    """One character in its place, or none."""
    if char.isascii():
        return char if char.isprintable() or char in "\n\t" else ""
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category == "Pd":
        return "-"
    if category in ("Zs", "Zl", "Zp"):
        return " "
    if not visible_text(char) or (category in _ON_THE_ONE_BEFORE and before.isdigit()):
        return ""
    form = unicodedata.normalize("NFKC", char)
    return form if len(form) == 1 else char
