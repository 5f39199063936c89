"""Breaking text into lines that fit a terminal, whose columns wide characters take two of."""

from __future__ import annotations

import re
from collections.abc import Iterator

GOES_ON = "\\"
"""Ends a line in the middle of a word that is longer than a whole line."""

_PIECES = re.compile(r"\s+|\S+")


def cells(text: str) -> int:
    """Columns that a text takes on a terminal, character by character: where joined emoji count once, it is fewer."""
    return len(text) if text.isascii() else sum(map(_width, text))


def broken(text: str, width: int, first: str = "", further: str | None = None) -> Iterator[str]:
    """Break one line at blanks, and beside wide characters, which stand without blanks.

    Args:
        text: a line without breaks.
        width: columns of a line, its indent included; at least two columns are left for the text.
        first: indent of the first line.
        further: indent of the others; as the first where None.
    """
    further = first if further is None else further
    line, used, blanks = first, cells(first), ""
    started = False
    for atom in _atoms(text):
        if atom.isspace():
            blanks = atom
            continue
        if started and used + len(blanks) + cells(atom) > width:
            yield line
            line, used, blanks, started = further, cells(further), "", False
        if started:
            line, used = line + blanks, used + len(blanks)
        *full, atom = _cut(atom, max(width - used, 2))
        for part in full:
            yield line + part
            line, used = further, cells(further)
        line, used, blanks, started = line + atom, used + cells(atom), "", True
    yield line.rstrip()


def shortened(text: str, width: int) -> str:
    """The text, or its beginning and a sign that it goes on."""
    if cells(text) <= width:
        return text
    return f"{_beginning(text, max(width - 1, 0)).rstrip()}…"


def padded(text: str, width: int) -> str:
    """The text with blanks up to a width."""
    return text + " " * max(width - cells(text), 0)


def _atoms(text: str) -> Iterator[str]:
    """Runs of blanks, runs of narrow characters, and single wide ones with the marks that stand on them."""
    for piece in _PIECES.findall(text):
        if piece.isascii() or piece.isspace():
            yield piece
            continue
        atom = ""
        for char in piece:
            wide = _width(char)
            if atom and wide and (wide == 2 or _width(atom[0]) == 2):
                yield atom
                atom = ""
            atom += char
        yield atom


def _cut(word: str, room: int) -> Iterator[str]:
    """A word in parts that fit, each but the last with the sign that it goes on."""
    while cells(word) > room and len(word) > 1:
        part = _beginning(word, room - 1) or word[0]
        yield part + GOES_ON
        word = word[len(part) :]
    yield word


def _beginning(text: str, width: int) -> str:
    used = 0
    for index, char in enumerate(text):
        used += _width(char)
        if used > width:
            return text[:index]
    return text


def _width(char: str) -> int:
    from rich.cells import get_character_cell_size

    return get_character_cell_size(char)
