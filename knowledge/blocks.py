"""What an article is made of before it is packed into passages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from knowledge.types import Link, Value

BlockKind = Literal["heading", "prose", "list", "steps", "table", "code"]

ATOMIC: frozenset[BlockKind] = frozenset({"steps", "table", "code", "list"})
"""Kinds that stay whole while they fit the encoder, and else split only between their units."""


class Unit(Value):
    """A piece that is never cut inside while it fits: a sentence run, a list item, a step, a row, a code line."""

    text: str
    lines: tuple[int, int]


class Block(Value):
    """One block of an article in reading order."""

    kind: BlockKind
    units: tuple[Unit, ...]
    level: int = 0
    """Heading level, 1 to 6; 0 for other kinds."""
    lead: str = ""
    """Repeated when the block is split: a table's header row."""
    links: tuple[Link, ...] = ()

    @property
    def text(self) -> str:
        """The lead and the units, one a line."""
        return "\n".join([self.lead] * bool(self.lead) + [unit.text for unit in self.units])

    @property
    def lines(self) -> tuple[int, int]:
        """First and last source line, counted from 1, both included."""
        return self.units[0].lines[0], max(unit.lines[1] for unit in self.units)


def table_row(cells: list[str]) -> str:
    """A table row as one line of text."""
    return "| " + " | ".join(cells) + " |"


def table_block(rows: Sequence[Unit], links: Sequence[Link]) -> Block:
    """A table of at least one row; the first row is the lead, and its source line is cited with the row below it."""
    header, *body = rows
    if not body:
        return Block(kind="table", units=(header,), links=tuple(links))
    first = body[0].model_copy(update={"lines": (header.lines[0], body[0].lines[1])})
    return Block(kind="table", units=(first, *body[1:]), lead=header.text, links=tuple(links))


def code_line(line: str) -> str:
    """A line of code as Markdown writes it without fences, so that in a passage it cannot be taken for prose."""
    return "    " + line
