"""Reading a gold set: questions about a shop's own articles, in BEIR's layout with keys of ours.

    queries.jsonl   {"_id", "text", "answers": [{"article", "heading"}], "context": [...], "answerable": true} a line

The corpus is the shop's articles, so there is no corpus.jsonl, and a row names the sections that answer it by article
and heading: they are looked up in the index when the set is run, and survive another splitting. `context` holds the lines
before the question, a text being the customer's; `answerable` false says that no article answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent.types import Message
from evals.beir import find_file, rows_by_id
from evals.errors import DatasetError
from evals.json_lines import Line
from knowledge.types import Value

QUERIES = "queries.jsonl"
KEYS = 'either "answers" with an "article" and a "heading" each, or "answerable": false'


class SectionName(Value):
    """A section by the names that people gave it."""

    article: str
    heading: str | None = None
    """The title for what stands before the first heading; None for the whole article."""

    @property
    def label(self) -> str:
        """For example `refunds › When the money arrives`."""
        return f"{self.article} › {self.heading}" if self.heading else self.article


class GoldQuestion(Value):
    """A question as a customer writes it, and what answers it."""

    id: str
    text: str
    context: tuple[Message, ...] = ()
    """The lines before it, oldest first."""
    answerable: bool = True
    answers: tuple[SectionName, ...] = ()
    """Sections that answer it or a part of it; none where it is not answerable."""


class GoldSet(Value):
    """Questions about the articles of one shop."""

    name: str
    path: Path
    questions: tuple[GoldQuestion, ...]
    """In the order of the file."""

    def first(self, count: int | None) -> GoldSet:
        """The set with its first questions only; all of them where None."""
        return self.model_copy(update={"questions": self.questions[:count]})

    @property
    def answerable(self) -> tuple[GoldQuestion, ...]:
        """The questions that search can be measured on."""
        return tuple(question for question in self.questions if question.answerable)


def is_gold(path: Path) -> bool:
    """Whether a path is a file of questions, or a folder of them without a corpus of its own."""
    if path.is_file():
        return True
    names = (QUERIES, "corpus.jsonl")
    queries, corpus = (any((path / f"{name}{end}").is_file() for end in ("", ".gz")) for name in names)
    return queries and not corpus


def read_gold(path: Path) -> GoldSet:
    """Read a file of questions, or the queries.jsonl of a folder; the set is named after it.

    Raises:
        DatasetError: nothing is there, or a line cannot be used; the message names it.
    """
    if not path.exists():
        raise DatasetError(f"{path} is nothing: wanted a file of questions, or a folder with {QUERIES}.")
    file = find_file(path, QUERIES) if path.is_dir() else path
    questions = tuple(_questions(file))
    if not questions:
        raise DatasetError(f"{file} holds no question: wanted at least one, a line each.")
    name = path.resolve().name if path.is_dir() else path.name.removesuffix(".gz").removesuffix(".jsonl")
    return GoldSet(name=name, path=file, questions=questions)


def _questions(file: Path) -> Iterator[GoldQuestion]:
    for line, name, row in rows_by_id(file):
        answerable, answers = _answers(line, row)
        yield GoldQuestion(
            id=name, text=_text(line, row), context=_context(line, row), answerable=answerable, answers=answers
        )


def _text(line: Line, row: dict[str, Any]) -> str:
    text = line.text_under(row, "text")
    if not text.strip():
        raise line.bad('has no words under "text"', "a question")
    return text


def _answers(line: Line, row: dict[str, Any]) -> tuple[bool, tuple[SectionName, ...]]:
    answerable, answers = row.get("answerable", True), row.get("answers", [])
    if not isinstance(answerable, bool) or not isinstance(answers, list) or answerable != bool(answers):
        raise line.bad("does not say what answers the question", KEYS)
    try:
        return answerable, tuple(SectionName.model_validate(one) for one in answers)
    except ValidationError as error:
        raise line.bad(f"names a section as {str(answers)[:80]}", KEYS) from error


def _context(line: Line, row: dict[str, Any]) -> tuple[Message, ...]:
    lines = row.get("context", [])
    wanted = 'a list of texts, or of {"role", "text"} where others spoke, too'
    if not isinstance(lines, list):
        raise line.bad(f'has {type(lines).__name__} under "context"', wanted)
    try:
        return tuple(
            Message(role="customer", text=one) if isinstance(one, str) else Message.model_validate(one) for one in lines
        )
    except ValidationError as error:
        raise line.bad(f'has {str(lines)[:80]} under "context"', wanted) from error
