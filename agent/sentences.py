"""A text as sentences that point into it: blocks first, then sentence ends inside a block."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from knowledge.sentences import sentence_spans

SentenceKind = Literal["text", "item", "row", "heading"]

Gap = Literal["inline", "line", "paragraph"]
"""What parts a sentence from the one before it."""

MARKER = re.compile(r"(?:[-*+•–]|\d{1,3}[.)])[ \t]+(?=\S)")
"""A bullet or a number that starts a list item."""

_RULE = re.compile(r"[\s|:+*_=`~-]*|\s*```\w*\s*")
_QUOTE_MARK = re.compile(r"[ \t]*(?:>[ \t]?)*")
_UNFINISHED = re.compile(
    r"(?:,|\b(?:a|an|and|as|at|by|for|from|if|in|is|of|on|only|or|our|that|the|to|unless|until|when|with|within|your))$",
    re.IGNORECASE,
)
"""An end after which a line must go on in the next one."""


_SALUTATION = re.compile(
    r"(?:hi|hello|hey|dear|good \w{1,10})\b[^,.]{0,40},"
    r"|(?:(?:kind|best|warm|warmest|many) )?(?:regards|wishes|thanks),|yours (?:sincerely|truly|faithfully),|sincerely,",
    re.IGNORECASE,
)
"""A greeting or a goodbye that has a line of its own."""
_STARTERS = r"(?:The|We|You|It|Your|Our|If|They|This|These|Please|I|All|No|Then|After|When|Once)\b"
_MISSED_END = re.compile(
    rf"\b(?P<word>[A-Za-z][a-z]{{2,}})(?P<mark>[.!?]) +(?=[A-Z#])|\d (?:k?g|[cmk]?m|m?l|lb|oz|in|ft)(?P<unit>\.) +(?=[A-Z])"
    rf"|\b(?:[ap]\.m|[A-Z]\.[A-Z])(?P<letters>\.) +(?={_STARTERS})"
)
_ABBREVIATION = re.compile(
    r"approx|dept|incl|excl|min|max|mrs|messrs|ltd|inc|corp|est|vol|figs?|ref|tel|ext|nos|prof|rev|gen|capt|sgt|ave|blvd|jan|feb|mar"
    r"|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thur?|thurs|fri|sat|sun",
    re.IGNORECASE,
)
"""Words after which a full stop may end nothing; what nupunkt says of them stands."""
_RUNS_ON = re.compile(r"\b(?:max|min|approx|incl|excl|dept|est|tel|ext|fig|ref|vol|vs|pp?)\.$", re.IGNORECASE)


@dataclass(frozen=True)
class Sentence:
    """One sentence, list item or table row; `text` starts with its list marker, where it has one."""

    text: str
    start: int
    end: int
    kind: SentenceKind = "text"
    indent: int = 0
    """Columns before the marker of a list item."""
    gap: Gap = "paragraph"

    @property
    def is_lead_in(self) -> bool:
        """Whether it ends in a colon, and so opens what follows."""
        return self.text.rstrip("*_ ").endswith(":")


@dataclass
class _Block:
    kind: SentenceKind
    start: int
    end: int
    indent: int
    gap: Gap


def find_sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text in order; blank lines, rules and table delimiters belong to none."""
    return tuple(sentence for block in _blocks(text) for sentence in _split(text, block))


def lead_ins(sentences: Sequence[Sentence]) -> tuple[int | None, ...]:
    """For each sentence the index of the line that governs it: a line ending in a colon, a header row, an outer item."""
    leads: list[int | None] = []
    stack: list[tuple[int, int]] = []  # (indent, index) of open lead-ins and items
    for n, sentence in enumerate(sentences):
        before = sentences[n - 1] if n else None
        if sentence.kind == "item":
            stack = [entry for entry in stack if entry[0] < sentence.indent]
            leads.append(stack[-1][1] if stack else None)
            stack.append((sentence.indent, n))
        elif sentence.kind == "row" and before and before.kind == "row":
            leads.append(n - 1 if leads[-1] is None or sentences[leads[-1]].kind != "row" else leads[-1])
        elif sentence.kind == "row":
            leads.append(stack[0][1] if stack and stack[0][0] < 0 else None)
        else:
            stack = [] if _starts_afresh(sentence, before) else stack
            leads.append(_lead_of_text(n, sentences, leads) if stack else None)
            if sentence.is_lead_in:
                stack = [*[entry for entry in stack if entry[0] >= 0 and sentence.gap == "inline"], (-1, n)]
    return tuple(leads)


def _starts_afresh(sentence: Sentence, before: Sentence | None) -> bool:
    if sentence.kind == "heading" or sentence.gap == "paragraph" or before is None:
        return True
    return sentence.gap == "line" and sentence.indent == 0 and before.kind in ("item", "row")


def _lead_of_text(n: int, sentences: Sequence[Sentence], leads: Sequence[int | None]) -> int | None:
    return n - 1 if sentences[n - 1].is_lead_in else leads[n - 1]


def _blocks(text: str) -> Iterator[_Block]:
    """Runs of lines that belong together: a paragraph, an item with the lines it runs on over, a row, a heading."""
    open_block: _Block | None = None
    gap: Gap = "paragraph"
    at = 0
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        if _RULE.fullmatch(line):
            gap = "line" if line.strip() and gap != "paragraph" else "paragraph"
            if open_block:
                yield open_block
            open_block = None
            continue
        block = _block_of(line, start, gap)
        gap = "line"
        if open_block and _goes_on(text, open_block, block):
            open_block.end = block.end
            continue
        if open_block:
            yield open_block
        open_block = block
    if open_block:
        yield open_block


def _block_of(line: str, start: int, gap: Gap) -> _Block:
    quote = _QUOTE_MARK.match(line)
    indent = quote.end() if quote else 0
    body = line[indent:].rstrip()
    kind: SentenceKind = "text"
    if MARKER.match(body):
        kind = "item"
    elif body.startswith("|") and body.count("|") > 1:
        kind = "row"
    elif re.match(r"#{1,6}\s", body):
        kind = "heading"
    return _Block(kind, start + indent, start + indent + len(body), indent, gap)


def _goes_on(text: str, before: _Block, line: _Block) -> bool:
    """Whether a plain line ends the sentence that the line before it began."""
    if before.kind not in ("text", "item") or line.kind != "text" or line.gap == "paragraph":
        return False
    last, first = text[before.start : before.end].rstrip(" *_)\"'”’"), text[line.start : line.start + 1]
    if last.endswith((":", ";")) or _SALUTATION.fullmatch(last):
        return False
    if first.islower():
        return True
    if last.endswith((".", "!", "?", "…")):
        return False
    return bool(_UNFINISHED.search(last)) or first.isdigit() or (before.kind == "item" and line.indent > 0)


def _split(text: str, block: _Block) -> Iterator[Sentence]:
    whole = text[block.start : block.end].replace("\n", " ")
    marker = MARKER.match(whole) if block.kind == "item" else None
    skip = marker.end() if marker else 0
    spans = [(0, len(whole.rstrip()))]
    if block.kind in ("text", "item"):
        spans = [(begin + skip, end + skip) for begin, end in _sentence_ends(whole[skip:])]
    for n, (begin, end) in enumerate(spans):
        start = block.start + (begin if n else 0)
        kind = block.kind if n == 0 else "text"
        gap = block.gap if n == 0 else "inline"
        yield Sentence(text[start : block.start + end], start, block.start + end, kind, block.indent, gap)


def _sentence_ends(prose: str) -> Iterator[tuple[int, int]]:
    """nupunkt's sentences, and a second look at what it took for abbreviations: "It is free. Cards take longer."."""
    for begin, end in _joined(prose):
        for found in _MISSED_END.finditer(prose, begin, end):
            if _ABBREVIATION.fullmatch(found["word"] or ""):
                continue
            yield begin, max(found.end("mark"), found.end("unit"), found.end("letters"))
            begin = found.end()
        yield begin, end


def _joined(prose: str) -> Iterator[tuple[int, int]]:
    """nupunkt's sentences, with those put together that it parts after an abbreviation: "The max. weight is 4 kg."."""
    open_begin: int | None = None
    for begin, end in sentence_spans(prose):
        first = begin if open_begin is None else open_begin
        goes_on = prose[end:].lstrip()[:1].islower()
        open_begin = first if goes_on and _RUNS_ON.search(prose[first:end]) else None
        if open_begin is None:
            yield first, end
