"""Cutting a block that is longer than a passage may be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from knowledge.blocks import Block, Unit
from knowledge.sentences import sentence_spans

WORD = re.compile(r"\S+")

Span = tuple[int, int]


@dataclass(frozen=True)
class Part:
    """A piece of a unit that is not cut any more."""

    unit: Unit
    gap: str
    """What stands between it and the part before it."""
    tokens: int


@dataclass(frozen=True)
class BlockCutter:
    """Cuts between sentences, items, steps, rows or lines of code, and inside one only where it alone is too long."""

    count_tokens: Callable[[str], int]
    min_tokens: int
    overlap_share: float
    """Of a part of prose that is repeated in the next, give or take a third: whole sentences only."""

    def cut(self, block: Block, room: int) -> Iterator[Unit]:
        """Parts of at most `room` tokens, each after the block's lead where that leaves enough room."""
        lead = block.lead if self.count_tokens(block.lead + "\n") <= room // 2 else ""
        room -= self.count_tokens(lead + "\n") if lead else 0
        said_once = [Unit(text=block.lead, lines=block.units[0].lines)] if block.lead and not lead else []
        parts = [part for unit in [*said_once, *block.units] for part in self._parts(unit, room, block.kind == "prose")]
        for group in self._groups(parts, room, self.overlap_share if block.kind == "prose" else 0.0):
            text = group[0].unit.text + "".join(part.gap + part.unit.text for part in group[1:])
            lines = min(part.unit.lines[0] for part in group), max(part.unit.lines[1] for part in group)
            yield Unit(text=f"{lead}\n{text}" if lead else text, lines=lines)

    def _parts(self, unit: Unit, room: int, prose: bool) -> Iterator[Part]:
        """Prose by sentences, other units whole; whatever is still too long by lines, sentences, words."""
        whole = self.count_tokens("\n" + unit.text)
        if whole <= room and not prose:
            yield Part(unit, "\n", whole)
            return
        end = 0
        for first, last in self._spans(unit.text, room):
            part = unit.part(first, last)
            gap = unit.text[end:first] if end else "\n"
            end = last
            yield Part(part, gap, self.count_tokens("\n" + part.text))

    def _spans(self, text: str, room: int) -> Iterator[Span]:
        begin = 0
        for line in text.split("\n"):
            for first, last in sentence_spans(line):
                yield from self._words(text, begin + first, begin + last, room)
            begin += len(line) + 1

    def _words(self, text: str, begin: int, end: int, room: int) -> Iterator[Span]:
        """The span itself where it fits, else runs of its words, and runs of characters of a word too long."""
        if self.count_tokens(text[begin:end]) <= room:
            yield begin, end
            return
        run: list[int] = []
        used = 0
        for word in WORD.finditer(text, begin, end):
            for first, last in self._characters(text, word.start(), word.end(), room):
                tokens = self.count_tokens(" " + text[first:last])
                if run and used + tokens > room:
                    yield run[0], run[1]
                    run, used = [], 0
                run = [run[0] if run else first, last]
                used += tokens
        yield run[0], run[1]

    def _characters(self, text: str, begin: int, end: int, room: int) -> Iterator[Span]:
        """The word itself where it fits, else its halves: one character may be several tokens."""
        middle = (begin + end) // 2
        if self.count_tokens(text[begin:end]) <= room or middle == begin:
            yield begin, end
            return
        yield from self._characters(text, begin, middle, room)
        yield from self._characters(text, middle, end, room)

    def _groups(self, parts: Sequence[Part], room: int, share: float) -> list[list[Part]]:
        """Runs of parts within `room` tokens; each starts with the last sentences of the run before."""
        groups: list[list[Part]] = []
        group: list[Part] = []
        fresh = 0
        for part in parts:
            if _tokens(group) + part.tokens > room and fresh:
                groups.append(group)
                group, fresh = _tail(group, room * share, room - part.tokens), 0
            group = [*group, part]
            fresh += 1
        return self._balanced([*groups, group] if fresh else groups, room)

    def _balanced(self, groups: list[list[Part]], room: int) -> list[list[Part]]:
        """A short rest takes parts from the run before it, as long as that stays the longer one."""
        if len(groups) < 2:
            return groups
        before, rest = groups[-2:]
        while _tokens(rest) < self.min_tokens and len(before) > 1 and before[-1] is not rest[0]:
            taken = before[-1]
            if _tokens(rest) + taken.tokens > min(room, _tokens(before) - taken.tokens):
                break
            before, rest = before[:-1], [taken, *rest]
        return [*groups[:-2], before, rest]


def _tokens(parts: Sequence[Part]) -> int:
    return sum(part.tokens for part in parts)


def _tail(group: Sequence[Part], wanted: float, room: int) -> list[Part]:
    """The last sentences: as many as come nearest to `wanted` tokens without being over it by more than a third."""
    tail: list[Part] = []
    for part in reversed(group):
        if _tokens(tail) >= wanted * 2 / 3 or _tokens(tail) + part.tokens > min(wanted * 4 / 3, room):
            break
        tail.insert(0, part)
    return tail
