"""Take out of a text what a person would not see and a model would read.

Instructions have been hidden in zero-width and bidirectional marks, in Unicode tag characters, in HTML
comments, and in terminal escapes. The original stays in the evidence; only what is shown is cleaned.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby

_LINE_BREAK = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_TERMINAL_ESCAPE = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor moves
    "|(?:\x1b\\]|\x9d)[^\x07\x1b\x9c\x9d]*(?:\x07|\x1b\\\\|\x9c)"  # OSC: window titles, links
    "|\x1b[ -/]*[0-Z\\\\^-~]"  # all others
)
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs"})
"""Controls, format marks (zero-width, bidirectional, tags), private use, lone surrogates."""
_HIDDEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]"
)
"""Fillers and selectors that show nothing although their category says letter or mark."""


def visible_text(text: str) -> str:
    """Return the text without terminal escapes, controls and invisible characters; breaks and tabs stay."""
    text = _LINE_BREAK.sub("\n", _TERMINAL_ESCAPE.sub("", text))
    text = _HIDDEN.sub("", text)
    # A text has far fewer characters than places, so each character is looked up once.
    return text.translate({ord(char): None for char in set(text) if not _is_shown(char)})


def evidence_text(text: str) -> str:
    """Return visible text in one form (NFKC) and without HTML comments."""
    visible = visible_text(text)
    if not visible.isascii():  # ASCII is in that form already
        visible = visible_text("".join(_compatible(kind, run) for kind, run in _runs(visible)))
    return _without_comments(visible).strip()


def _runs(text: str) -> Iterator[tuple[bool, str]]:
    """The text in runs that are numerals of their own kind, or hold none."""
    if not any(map(_is_numeral, set(text))):
        yield False, text
        return
    for kind, run in groupby(text, _is_numeral):
        yield kind, "".join(run)


def _without_comments(text: str) -> str:
    """Cut HTML comments out; by hand, because a pattern is quadratic in comments that never close."""
    *closed, rest = text.split("-->")
    return "".join(_before_comment(chunk) for chunk in closed) + rest


def _before_comment(chunk: str) -> str:
    before, opened, _ = chunk.partition("<!--")
    return before if opened else chunk + "-->"


def _is_shown(char: str) -> bool:
    return char in "\n\t" or unicodedata.category(char) not in _HIDDEN_CATEGORIES


def _is_numeral(char: str) -> bool:
    return unicodedata.category(char) == "No"


def _compatible(is_numeral: bool, run: str) -> str:
    """Normalise all but fractions and raised digits: NFKC turns `2½` into `21⁄2` and `m²` into `m2`."""
    return run if is_numeral else unicodedata.normalize("NFKC", run)
