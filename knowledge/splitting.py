"""Splitting an article into passages that fit the embedder's window: by structure first, then by meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from knowledge.articles import article_blocks
from knowledge.blocks import Block, links_of
from knowledge.cutting import BlockCutter
from knowledge.meaning import MeaningBreaks
from knowledge.sections import HeadingPath, sections
from knowledge.types import Article, Link, Passage

SPLITTER_VERSION = "structure-4"
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
    opens: bool = False
    """True where the meaning turns before it: it does not join what stands there."""


@dataclass(frozen=True)
class Section:
    """What stands under one heading."""

    path: HeadingPath
    """Shortened where it would take more than half the window."""
    blocks: Sequence[Block]
    budget: int
    """Tokens that a passage of this section may have beside its path."""
    is_long: bool
    """True where it does not fit into one passage."""


@dataclass(frozen=True)
class PassageSplitter:
    """Splits at headings first; a passage never straddles two sections and keeps the full heading path."""

    count_tokens: Callable[[str], int]
    window: int
    """Tokens the embedder reads, special tokens included."""
    min_tokens: int = 24
    overlap_share: float = 0.15
    meaning: MeaningBreaks | None = None
    """Looks for turns in the prose of long sections; without it they are cut where they are full."""

    def split(self, article: Article) -> tuple[Passage, ...]:
        """Passages in reading order, none longer than the window with its heading path."""
        blocks = article_blocks(article.text, article.media_type)
        found = [self._section(path, section) for path, section in sections(article.title, blocks)]
        passages: list[Passage] = []
        for section in self._by_meaning(found):
            pieces = self._pack(self._pieces(section), section.budget)
            for part in (part for piece in pieces for part in self._within(section.path, piece)):
                passages.append(_passage(article, len(passages), section.path, part))
        return tuple(passages)

    def _section(self, path: HeadingPath, blocks: Sequence[Block]) -> Section:
        fitted = self._fit_path(path)
        budget = self.window - SPECIAL_TOKENS - self.count_tokens(" › ".join(fitted) + "\n")
        return Section(fitted, blocks, budget, sum(self._tokens(block.text) for block in blocks) > budget)

    def _by_meaning(self, found: Sequence[Section]) -> Sequence[Section]:
        """The sections, prose of the long ones cut where the meaning turns; all are read in one call."""
        if self.meaning is None:
            return found
        cut = iter(self.meaning.cut([section.blocks for section in found if section.is_long]))
        return [replace(section, blocks=next(cut)) if section.is_long else section for section in found]

    def _tokens(self, text: str) -> int:
        return self.count_tokens("\n" + text)

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

    def _pieces(self, section: Section) -> Iterator[Piece]:
        cutter = BlockCutter(self.count_tokens, self.min_tokens, self.overlap_share)
        for block in section.blocks:
            tokens = self._tokens(block.text)
            if tokens <= section.budget:
                yield Piece(block.text, block.lines, tokens, block.links, opens=block.opens)
                continue
            parts = list(cutter.cut(block, section.budget))
            links = links_of([part.text for part in parts], block.links)
            for n, (part, found) in enumerate(zip(parts, links, strict=True)):
                opens = block.opens and n == 0
                yield Piece(part.text, part.lines, self._tokens(part.text), found, own=True, opens=opens)

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
        return not (last.own or piece.own or piece.opens) or min(last.tokens, piece.tokens) < self.min_tokens


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
