"""Where the meaning of a text turns: the second signal of splitting, inside sections too long for one passage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np

from knowledge.blocks import Block, links_of
from knowledge.embedding import Vectors
from knowledge.sentences import sentence_spans


@dataclass(frozen=True)
class Sentence:
    """A sentence of a section's prose."""

    block: int
    """Which block of the section it stands in."""
    begin: int
    end: int
    text: str


Run = list[Sentence]
"""Sentences that follow each other, no list, table or code between them."""


@dataclass(frozen=True)
class MeaningBreaks:
    """Compares each sentence with the one before it, as semantic chunking does (G. Kamradt, 5 Levels of Text Splitting)."""

    embed: Callable[[Sequence[str]], Vectors]
    """Rows of unit length."""
    percentile: float = 90.0
    """The meaning turns where a gap is above this percentile of the gaps of its section."""

    def cut(self, sections: Sequence[Sequence[Block]]) -> list[list[Block]]:
        """The blocks of each section, prose cut where the meaning turns; such a block is marked as one that opens.

        The sentences of all sections are embedded in one call, those that no other stands beside not at all.
        """
        runs = [[run for run in _runs(blocks) if len(run) > 1] for blocks in sections]
        texts = [sentence.text for found in runs for run in found for sentence in run]
        rows = iter(self.embed(texts) if texts else ())
        turns = [self._turns(found, rows) for found in runs]
        return [
            [part for n, block in enumerate(blocks) for part in _parts(block, own.get(n, []), turned)]
            for blocks, own, turned in zip(sections, map(_by_block, runs), turns, strict=True)
        ]

    def _turns(self, runs: Sequence[Run], rows: Iterator[Vectors]) -> frozenset[Sentence]:
        """The sentences of one section that are far from the one before."""
        gaps: list[tuple[float, Sentence]] = []
        for run in runs:
            read = [(sentence, next(rows)) for sentence in run]
            gaps += [(1.0 - float(before @ row), sentence) for (_, before), (sentence, row) in pairwise(read)]
        if not gaps:
            return frozenset()
        limit = np.percentile([gap for gap, _ in gaps], self.percentile)
        return frozenset(sentence for gap, sentence in gaps if gap > limit)


def _runs(blocks: Iterable[Block]) -> Iterator[Run]:
    for is_prose, neighbours in groupby(enumerate(blocks), key=lambda found: found[1].kind == "prose"):
        if is_prose:
            yield [sentence for n, block in neighbours for sentence in _sentences(n, block.units[0].text)]


def _sentences(block: int, text: str) -> Iterator[Sentence]:
    for begin, end in sentence_spans(text):
        yield Sentence(block, begin, end, text[begin:end])


def _by_block(runs: Sequence[Run]) -> dict[int, Run]:
    found: dict[int, Run] = {}
    for sentence in (sentence for run in runs for sentence in run):
        found.setdefault(sentence.block, []).append(sentence)
    return found


def _parts(block: Block, own: Run, turned: frozenset[Sentence]) -> Iterator[Block]:
    """The block itself where the meaning turns nowhere in it."""
    begins = [n for n, sentence in enumerate(own) if sentence in turned or n == 0]
    spans = [(own[n].begin, own[m - 1].end) for n, m in pairwise([*begins, len(own)])]
    opens = [own[n] in turned for n in begins]
    if not any(opens):
        yield block
        return
    units = [block.units[0].part(*span) for span in spans]
    links = links_of([unit.text for unit in units], block.links)
    for unit, found, turns in zip(units, links, opens, strict=True):
        yield block.model_copy(update={"units": (unit,), "links": found, "opens": turns})
