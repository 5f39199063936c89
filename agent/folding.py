"""One way to write what is read the same: full-width signs, dashes, blanks, apostrophes."""

from __future__ import annotations

import re
import unicodedata

_LOOK_ALIKES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-") | dict.fromkeys("‘’ʼ", "'") | dict.fromkeys("“”„«»", '"'))
_BLANK = re.compile(r"[^\S\n ]")
_SAME_SIGN = ("<wide>", "<narrow>", "<noBreak>")
"""Unicode decompositions that keep the meaning; a superscript two, for one, is no plain two."""


def fold(text: str) -> str:
    """The text with look-alikes made plain; of the same length, so that character spans hold."""
    if text.isascii():
        return _BLANK.sub(" ", text)
    # A text has far fewer characters than places, so each character is looked up once.
    plain = text.translate({ord(mark): _fold_mark(mark) for mark in set(text) if not mark.isascii()})
    return _BLANK.sub(" ", plain.translate(_LOOK_ALIKES))


def _fold_mark(mark: str) -> str:
    if not unicodedata.decomposition(mark).startswith(_SAME_SIGN):
        return mark
    folded = unicodedata.normalize("NFKC", mark)
    return folded if len(folded) == 1 else mark
