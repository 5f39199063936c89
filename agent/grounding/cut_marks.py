"""What falls together across a draft because marks tie it: footnotes, brackets, quotation marks, "see above"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.grounding.cut_outline import Outline
from agent.referring import points_above, points_below

_NOTE = r"(?:\*{1,3}|[†‡¹²³⁴]|\[\d\])"
_REFERS = re.compile(rf"(?<=[\w.!%)])(?P<mark>{_NOTE})(?=[\s.,;:!?|]|$)")
_FOOTNOTE = re.compile(rf"\s*(?P<mark>{_NOTE})\s*(?=\w)")
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"))


def with_footnote(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """A sentence falls with the footnote it refers to, and a footnote that no sentence refers to any more falls too."""
    for n in range(len(outline)):
        mark = _footnote_mark(outline, n)
        note = [n, *_rest_of_line(outline, n)]
        referring = [m for m in range(len(outline)) if mark and m not in note and _refers_to(outline, m, mark)]
        if referring and not all(kept[m] for m in note):
            yield from (*referring, *note)
        elif referring and not any(kept[m] for m in referring):
            yield from note


def with_the_other_mark(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """Sentences between an opening and a closing mark fall together."""
    for tied in _tied_by_marks(outline):
        if not all(kept[n] for n in tied):
            yield from tied


def with_what_it_points_to(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """ "See above" falls when anything above is gone, "as listed below" when anything below is."""
    for n, body in enumerate(outline.bodies):
        gone_above = any(not kept[m] for m in range(n) if outline.claim(m).checkworthy)
        gone_below = any(not kept[m] for m in range(n + 1, len(outline)) if outline.claim(m).checkworthy)
        opens = bool(outline.opened_by(n))
        if (gone_above and points_above(body)) or (gone_below and not opens and points_below(body)):
            yield n


def _footnote_mark(outline: Outline, n: int) -> str | None:
    sentence = outline.sentences[n]
    found = _FOOTNOTE.match(sentence.text) if sentence.gap != "inline" else None
    return found["mark"] if found else None


def _refers_to(outline: Outline, n: int, mark: str) -> bool:
    """Whether a claim's sentence ends a word in the mark; a pair of the same marks is emphasis."""
    sentence = outline.sentences[n]
    found = [one for one in _REFERS.finditer(sentence.text) if one["mark"] == mark]
    if _footnote_mark(outline, n) == mark or not found:
        return False
    return "*" not in mark or sentence.text.count(mark) % 2 == 1


def _rest_of_line(outline: Outline, n: int) -> Iterator[int]:
    for m in range(n + 1, len(outline)):
        if outline.sentences[m].gap != "inline":
            return
        yield m


def _tied_by_marks(outline: Outline) -> Iterator[list[int]]:
    """Runs of two or more sentences of which the first opens what the last closes."""
    for groups in _runs(outline):
        if len(groups) > 1:
            yield [n for group in groups for n in group]


def _runs(outline: Outline) -> Iterator[list[tuple[int, ...]]]:
    open_run: list[tuple[int, ...]] = []
    text = ""
    for group in outline.groups:
        sentence = outline.sentences[group[0]].text
        if not open_run and _is_balanced(sentence):
            continue
        open_run.append(group)
        text += sentence
        if _is_balanced(text):
            yield open_run
            open_run, text = [], ""


def _is_balanced(text: str) -> bool:
    return text.count('"') % 2 == 0 and all(text.count(begin) == text.count(end) for begin, end in _PAIRS)
