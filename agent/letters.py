"""What of a text is written in letters, and which pictures say nothing beside them."""

from __future__ import annotations

import re
import unicodedata

FRIENDLY = r"(?:[😀😃😄😁😊🙂🤗🙏👋🏻🏼🏽🏾🏿✨🌟🎉🌷🌸🌻🌿💛💚💙💜🧡❤☺📦🚚📬📮✉📧]\ufe0f?)"
"""A picture that only sets a tone, or shows what everybody here speaks of: a parcel, a van, a letter."""

TICKS = frozenset("✅✔☑")
"""Pictures that say yes: they may stand before what is true anyway."""

_FRIENDLY = re.compile(FRIENDLY)
_DRAWN = re.compile(
    r"(?:LATIN|GREEK|CYRILLIC|HANGUL|KATAKANA|HEBREW)\b.*\b(?:LETTER|SYLLABLE)|REGIONAL INDICATOR|BRAILLE PATTERN DOTS"
    r"|SQUARED|\bIDEOGRAPH|\bCROSSED NEGATIVE|\bTAG (?:LATIN|DIGIT)"
)
"""Names of signs that Unicode files as symbols although people read them as letters."""


def is_text(mark: str) -> bool:
    """Whether a sign is read aloud: a letter, a digit, or a letter drawn as a symbol such as `🅵`, `Ⓝ` or `⠋`."""
    if mark.isalnum():
        return True
    if mark.isascii() or unicodedata.category(mark) not in ("So", "Sk", "Cf"):
        return False
    drawn = unicodedata.normalize("NFKC", mark)
    return any(one.isalnum() for one in drawn) or bool(_DRAWN.search(unicodedata.name(mark, "")))


def holds_text(text: str) -> bool:
    """Whether anything in it is read aloud."""
    return any(map(is_text, text))


def without_text(text: str) -> str:
    """Its blanks and marks alone."""
    return "".join(mark for mark in text if not is_text(mark) and not _is_picture(mark))


def telling_pictures(text: str) -> frozenset[str]:
    """The pictures of a text that may say something: a stop sign, a thumb, a cross; not a smile."""
    plain = text if text.isascii() else _FRIENDLY.sub("", text)
    return frozenset() if plain.isascii() else frozenset(mark for mark in plain if _is_picture(mark))


def _is_picture(mark: str) -> bool:
    """Whether a sign is a pictograph; a degree or trade mark sign is none."""
    return not mark.isascii() and mark not in "°©®™℠№¦" and unicodedata.category(mark) == "So"
