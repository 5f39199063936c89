"""Reading turns that say whether the articles are wanted.

    queries.jsonl   {"_id" or "id", "text", "context": [...], "knowledge_seeking": true} a line

A row of a gold set says it by having `answers`, or by `answerable`: whether an article answers or not, it has to be looked
for. `context` holds the lines before, oldest first: a text, the customer's unless it begins with `S: ` (DSTC's mark of the
system), or `{"role", "text"}`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent.types import Message
from evals.beir import find_file, rows_by_id
from evals.errors import DatasetError
from evals.gold_sets import QUERIES
from evals.json_lines import Line
from knowledge.types import Value

WANTED = 'true or false under "knowledge_seeking", or a row of a gold set'
SPEAKERS = {"U: ": "customer", "S: ": "assistant"}


class LabelledTurn(Value):
    """A message, and whether it wants to know something that an article may say."""

    id: str
    text: str
    context: tuple[Message, ...] = ()
    """The lines before it, oldest first."""
    knowledge_seeking: bool


class RoutingSet(Value):
    """Turns of one file."""

    name: str
    turns: tuple[LabelledTurn, ...]
    """In the order of the file, at least one."""

    def first(self, count: int | None) -> RoutingSet:
        """The set with its first turns only; all of them where None."""
        return self.model_copy(update={"turns": self.turns[:count]})


def read_routing(path: Path) -> RoutingSet:
    """Read a file of turns, or the queries.jsonl of a folder; the set is named after it.

    Raises:
        DatasetError: nothing is there, or a line cannot be used; the message names it.
    """
    if not path.exists():
        raise DatasetError(f"{path} is nothing: wanted a file of turns, or a folder with {QUERIES}.")
    file = find_file(path, QUERIES) if path.is_dir() else path
    turns = tuple(_turns(file))
    if not turns:
        raise DatasetError(f"{file} holds no turn: wanted at least one, a line each.")
    name = path.resolve().name if path.is_dir() else path.name.removesuffix(".gz").removesuffix(".jsonl")
    return RoutingSet(name=name, turns=turns)


def _turns(file: Path) -> Iterator[LabelledTurn]:
    for line, name, row in rows_by_id(file):
        yield LabelledTurn(
            id=name,
            text=line.text_under(row, "text"),
            context=_context(line, row),
            knowledge_seeking=_knowledge_seeking(line, row),
        )


def _knowledge_seeking(line: Line, row: dict[str, Any]) -> bool:
    label = row.get("knowledge_seeking", True if {"answers", "answerable"} & row.keys() else None)
    if not isinstance(label, bool):
        raise line.bad("does not say whether the articles are wanted", WANTED)
    return label


def _context(line: Line, row: dict[str, Any]) -> tuple[Message, ...]:
    lines = row.get("context", [])
    wanted = 'a list of texts, or of {"role", "text"} where others spoke, too'
    if not isinstance(lines, list):
        raise line.bad(f'has {type(lines).__name__} under "context"', wanted)
    try:
        return tuple(_message(one) for one in lines)
    except ValidationError as error:
        raise line.bad(f'has {str(lines)[:80]} under "context"', wanted) from error


def _message(said: Any) -> Message:
    if not isinstance(said, str):
        return Message.model_validate(said)
    role = SPEAKERS.get(said[:3])
    return Message.model_validate({"role": role or "customer", "text": said[3:] if role else said})
