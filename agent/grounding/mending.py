"""Putting a draft together again after sentences were taken out of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.letters import holds_text, without_text
from agent.sentences import MARKER

_NUMBERED = re.compile(r"(?P<indent>[ \t>]*)(?P<number>\d{1,3})(?P<dot>[.)])[ \t]+")
_EMPHASES = tuple(
    re.compile(pattern)
    for pattern in (r"\*\*", r"(?<![*\w])\*(?![*\s])|(?<=\S)(?<!\*)\*(?!\*|\w)", r"(?<!\w)_(?=\w)|(?<=\S)_(?!\w)", r"`")
)
_UNDERLINE = re.compile(r"[ \t]*(?:-{2,}|={2,}|_{3,}|\*{3,})[ \t]*")
"""Below a line of text it makes that line a heading; below nothing it is a rule."""
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})[^`]*")
_TABLE_RULE = re.compile(r"[ \t]*\|?(?=.*-)[\s|:-]*\|[\s|:-]*")


@dataclass(frozen=True)
class Part:
    """What becomes of one span of the draft."""

    start: int
    end: int
    text: str
    """Empty where the span is cut."""


@dataclass
class _Line:
    """One line of the draft, as it was and as it is now."""

    old: str = ""
    new: str = ""
    had_text: bool = False
    has_text: bool = False

    @property
    def stays(self) -> bool:
        """Blank lines and rules stay; a line that lost all its text does not."""
        return self.has_text or not self.had_text

    @property
    def mended(self) -> str:
        """With the old indent, single blanks, and no emphasis left open."""
        if self.new == self.old:
            return self.old.rstrip()
        indent = self.old[: len(self.old) - len(self.old.lstrip())]
        new = _without_open_emphasis(self.new)
        return indent + re.sub(r"[ \t]{2,}", " ", new.strip())


def mend(draft: str, parts: Sequence[Part]) -> str:
    """The draft with its parts replaced: no empty bullets, numbers in order, at most one blank line in a row.

    Of the text between the parts only blanks and marks stay; a letter or digit there was never checked.
    """
    lines = _lines(draft, parts)
    if all(line.old == line.new for line in lines):
        return draft.strip()
    lines = _fences_with_lines(_underlines_with_text(_table_rules_with_rows(lines)))
    kept = [line.mended for line in _renumbered(lines) if line.stays]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def _lines(draft: str, parts: Sequence[Part]) -> list[_Line]:
    lines = [_Line()]
    at = 0
    for part in parts:
        _add(lines, draft[at : part.start], without_text(draft[at : part.start]))
        _add(lines, draft[part.start : part.end], part.text or _bare_marker(draft[part.start : part.end]), part.text)
        at = max(at, part.end)
    _add(lines, draft[at:], without_text(draft[at:]))
    return lines


def _add(lines: list[_Line], old: str, new: str, checked: str = "") -> None:
    """Add a span of the draft to its lines; `checked` is what of `new` counts as text."""
    old_pieces, new_pieces, checked_pieces = (text.split("\n") for text in (old, new, checked))
    for n, piece in enumerate(old_pieces):
        if n:
            lines.append(_Line())
        line = lines[-1]
        line.old += piece
        line.new += new_pieces[n] if n < len(new_pieces) else ""
        line.had_text |= holds_text(piece)
        line.has_text |= n < len(checked_pieces) and holds_text(checked_pieces[n])


def _without_open_emphasis(line: str) -> str:
    """The line without the marks of an emphasis that has lost its other end; a bullet is none."""
    marker = MARKER.match(line.lstrip())
    first = len(line) - len(line.lstrip()) + (marker.end() if marker else 0)
    body = line[first:]
    for mark in _EMPHASES:
        body = mark.sub("", body) if len(mark.findall(body)) % 2 else body
    return line[:first] + body


def _bare_marker(old: str) -> str:
    """The bullet of a cut sentence, for the sentences that follow it in the same item."""
    marker = MARKER.match(old)
    return marker[0] if marker else ""


def _table_rules_with_rows(lines: Sequence[_Line]) -> list[_Line]:
    """The lines without table rules that have lost their header or all their rows."""
    kept: list[_Line] = []
    for n, line in enumerate(lines):
        if _TABLE_RULE.fullmatch(line.old):
            header = n > 0 and lines[n - 1].has_text
            if not (header and _has_row(lines, n + 1)):
                continue
        kept.append(line)
    return kept


def _underlines_with_text(lines: Sequence[_Line]) -> list[_Line]:
    """The lines without rules right under a line that lost its text."""
    return [
        line
        for n, line in enumerate(lines)
        if not (n and _UNDERLINE.fullmatch(line.old) and lines[n - 1].had_text and not lines[n - 1].has_text)
    ]


def _fences_with_lines(lines: Sequence[_Line]) -> list[_Line]:
    """The lines without the fences of code blocks that lost all their lines."""
    fences = [n for n, line in enumerate(lines) if _FENCE.fullmatch(line.old)]
    gone: set[int] = set()
    for begin, end in zip(fences[::2], fences[1::2], strict=False):
        inside = lines[begin + 1 : end]
        if any(line.had_text for line in inside) and not any(line.has_text for line in inside):
            gone |= {begin, end}
    return [line for n, line in enumerate(lines) if n not in gone]


def _has_row(lines: Sequence[_Line], first: int) -> bool:
    for line in lines[first:]:
        if "|" not in line.old:
            return False
        if line.has_text:
            return True
    return False


def _renumbered(lines: Sequence[_Line]) -> Iterator[_Line]:
    """Lines with the numbers of each ordered list counting on from its first number."""
    counters: dict[str, int] = {}
    for line in lines:
        found = _NUMBERED.match(line.old)
        if found is None and line.old.strip() and not line.old.startswith((" ", "\t")):
            counters.clear()
        if found:
            indent = found["indent"]
            counters = {held: count for held, count in counters.items() if len(held) <= len(indent)}
            counters.setdefault(indent, int(found["number"]))
            if line.has_text:
                line.new = f"{indent}{counters[indent]}{found['dot']} {line.new[found.end() :].lstrip()}"
                counters[indent] += 1
        yield line
