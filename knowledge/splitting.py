"""Splitting by structure: an article becomes passages that fit the embedder's window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from knowledge.articles import article_blocks
from knowledge.blocks import Block, Unit
from knowledge.sections import HeadingPath, sections
from knowledge.sentences import sentence_spans
from knowledge.types import Article, Link, Passage

SPLITTER_VERSION = "structure-2"
"""Part of the index fingerprint; changes whenever the same article would be split another way."""

SPECIAL_TOKENS = 2
"""[CLS] and [SEP], which the window counts."""


@dataclass(frozen=True)
class Piece:
    """A run of text that goes into one passage whole."""

    text: str
    lines: tuple[int, int]
    tokens: int
    """Counted with the line break that joins it to a neighbour."""
    links: tuple[Link, ...] = ()
    own: bool = False
    """True for a part of a block that had to be cut: it stands alone and joins no neighbour."""


@dataclass(frozen=True)
class PassageSplitter:
    """Splits at headings first; a passage never straddles two sections and keeps the full heading path."""

    count_tokens: Callable[[str], int]
    window: int
    """Tokens the embedder reads, special tokens included."""
    min_tokens: int = 24
    overlap_share: float = 0.15

    def split(self, article: Article) -> tuple[Passage, ...]:
        """Passages in reading order, none longer than the window with its heading path."""
        blocks = article_blocks(article.text, article.media_type)
        passages: list[Passage] = []
        for path, section in sections(article.title, blocks):
            fitted = self._fit_path(path)
            budget = self.window - SPECIAL_TOKENS - self.count_tokens(" › ".join(fitted) + "\n")
            for piece in self._pack(self._pieces(section, budget), budget):
                for part in self._within(fitted, piece):
                    passages.append(_passage(article, len(passages), fitted, part))
        return tuple(passages)

    def _within(self, path: HeadingPath, piece: Piece) -> Iterator[Piece]:
        """The piece, halved while it does not fit: a tokenizer may give a text more tokens than its parts."""
        tokens = self.count_tokens(" › ".join(path) + "\n" + piece.text)
        middle = len(piece.text) // 2
        if tokens + SPECIAL_TOKENS <= self.window or not middle:
            yield piece
            return
        middle = piece.text.rfind(" ", 1, middle) + 1 or middle
        for text in (piece.text[:middle].strip(), piece.text[middle:].strip()):
            if text:
                yield from self._within(path, replace(piece, text=text))

    def _fit_path(self, path: HeadingPath) -> HeadingPath:
        """A path of at most half the window: the longest headings lose their ends, the path keeps its depth."""
        room = self.window // 2
        parts = list(path)
        while self.count_tokens(" › ".join(parts)) > room:
            longest = max(range(len(parts)), key=lambda n: len(parts[n]))
            shorter = parts[longest].rstrip("…")
            if len(shorter) < 8:
                parts.pop(1 if len(parts) > 1 else 0)
                continue
            parts[longest] = shorter[: len(shorter) * 2 // 3].rstrip() + "…"
        return tuple(parts)

    def _pieces(self, blocks: Sequence[Block], budget: int) -> Iterator[Piece]:
        for block in blocks:
            tokens = self.count_tokens("\n" + block.text)
            if tokens <= budget:
                yield Piece(block.text, block.lines, tokens, block.links)
            else:
                yield from self._cut(block, budget)

    def _cut(self, block: Block, budget: int) -> Iterator[Piece]:
        """Split a block that is too long, between its units; the lead is repeated on every part."""
        lead = block.lead if self.count_tokens(block.lead + "\n") <= budget // 2 else ""
        room = budget - self.count_tokens(lead + "\n") if lead else budget
        whole_lead = [Unit(text=block.lead, lines=block.units[0].lines)] if block.lead and not lead else []
        units = [small for unit in [*whole_lead, *block.units] for small in self._small_units(unit, room, block.kind)]
        overlap = int(room * self.overlap_share) if block.kind == "prose" else 0
        joiner: Literal[" ", "\n"] = " " if block.kind == "prose" else "\n"
        for group in self._groups(units, room, overlap):
            text = joiner.join(unit.text for unit in group)
            whole = f"{lead}\n{text}" if lead else text
            lines = group[0].lines[0], max(unit.lines[1] for unit in group)
            yield Piece(whole, lines, self.count_tokens("\n" + whole), block.links, own=True)

    def _small_units(self, unit: Unit, room: int, kind: str) -> list[Unit]:
        """Prose by sentences; whatever is still too long by words."""
        texts = [unit.text]
        if kind == "prose" or self.count_tokens(unit.text) > room:
            texts = [line[begin:end] for line in unit.text.split("\n") for begin, end in sentence_spans(line)]
        return [Unit(text=part, lines=unit.lines) for text in texts for part in self._words(text, room) if part]

    def _words(self, text: str, room: int) -> Iterator[str]:
        """The text itself where it fits, else runs of its words, and runs of characters of a word too long."""
        if self.count_tokens(text) <= room:
            yield text
            return
        run: list[str] = []
        used = 0
        for part in (part for word in text.split() for part in self._characters(word, room)):
            tokens = self.count_tokens(" " + part)
            if run and used + tokens > room:
                yield " ".join(run)
                run, used = [], 0
            run.append(part)
            used += tokens
        yield " ".join(run)

    def _characters(self, word: str, room: int) -> Iterator[str]:
        """The word itself where it fits, else its halves: one character may be several tokens."""
        middle = len(word) // 2
        if self.count_tokens(word) <= room or not middle:
            yield word
            return
        yield from self._characters(word[:middle], room)
        yield from self._characters(word[middle:], room)

    def _groups(self, units: Sequence[Unit], room: int, overlap: int) -> Iterator[list[Unit]]:
        """Runs of units within `room` tokens; each starts with the last units of the run before, up to `overlap`."""
        group: list[Unit] = []
        used = fresh = 0
        for unit in units:
            tokens = self.count_tokens("\n" + unit.text)
            if used + tokens > room and fresh:
                yield group
                group = self._tail(group, min(overlap, room - tokens))
                used, fresh = sum(self.count_tokens("\n" + kept.text) for kept in group), 0
            group = [*group, unit]
            used, fresh = used + tokens, fresh + 1
        if fresh:
            yield group

    def _tail(self, group: Sequence[Unit], overlap: int) -> list[Unit]:
        tail: list[Unit] = []
        for unit in reversed(group):
            overlap -= self.count_tokens("\n" + unit.text)
            if overlap < 0:
                break
            tail.insert(0, unit)
        return tail

    def _pack(self, pieces: Iterator[Piece], budget: int) -> Iterator[Piece]:
        """Neighbours joined while they fit; a last fragment below the minimum joins the passage before it."""
        packed: list[Piece] = []
        for piece in pieces:
            last = packed[-1] if packed else None
            if last and self._joins(last, piece) and last.tokens + piece.tokens <= budget:
                packed[-1] = _joined(last, piece)
            else:
                packed.append(piece)
        return iter(packed)

    def _joins(self, last: Piece, piece: Piece) -> bool:
        return not (last.own or piece.own) or min(last.tokens, piece.tokens) < self.min_tokens


def _passage(article: Article, number: int, path: HeadingPath, piece: Piece) -> Passage:
    return Passage(
        passage_id=f"{article.article}#{number}",
        article=article.article,
        heading_path=path,
        text=piece.text,
        lines=piece.lines,
        links=piece.links,
        metadata=article.metadata,
        effective_from=article.effective_from,
        effective_to=article.effective_to,
    )


def _joined(first: Piece, second: Piece) -> Piece:
    return replace(
        first,
        text=f"{first.text}\n{second.text}",
        lines=(min(first.lines[0], second.lines[0]), max(first.lines[1], second.lines[1])),
        tokens=first.tokens + second.tokens,
        links=first.links + second.links,
    )
