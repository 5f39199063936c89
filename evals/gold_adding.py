"""A question made from a turn: what a bad answer should have been goes into a gold set, with the lines before it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.ledger import Ledger
from agent.types import TurnResult
from evals.errors import DatasetError
from evals.gold_sections import SectionCheck
from evals.gold_sets import QUERIES, GoldQuestion, SectionName, read_gold
from knowledge.types import Value


class Added(Value):
    """What was written."""

    path: Path
    row: dict[str, Any]
    questions: int
    """In the file now."""


@dataclass(frozen=True)
class GoldAdder:
    """Appends the question of a turn to a file of questions."""

    ledger: Ledger
    sections: SectionCheck

    def add(self, turn: str, answers: Sequence[SectionName], place: Path) -> Added:
        """Append the turn's question; without an answer it is one that no article answers.

        Args:
            turn: an id of the ledger, the beginning of one, or `last`.
            answers: the sections that should have answered.
            place: a file of questions, which is begun where there is none, or a folder with a queries.jsonl.

        Raises:
            InputError: the ledger has no such turn.
            DatasetError: a section does not exist, or the file cannot be used, or has the question already.
        """
        file = place / QUERIES if place.is_dir() else place
        asked = self.ledger.turn(turn)
        for answer in answers:
            self.sections.look_up(answer, f"The row for turn {asked.turn_id}")
        held = read_gold(file).questions if file.exists() else ()
        if file.suffix == ".gz":
            raise DatasetError(f"{file} is packed: wanted a plain file to append to. Unpack it, then run again.")
        context = [line.question for line in self.ledger.before(asked)]
        _refuse_repeated(asked, context, held, file)
        row = _row(asked, context, answers)
        _append(file, row)
        return Added(path=file, row=row, questions=len(held) + 1)


def _row(asked: TurnResult, context: Sequence[str], answers: Sequence[SectionName]) -> dict[str, Any]:
    row: dict[str, Any] = {"_id": f"turn-{asked.turn_id}", "text": asked.question}
    if context:
        row["context"] = list(context)
    row["answerable"] = bool(answers)
    if answers:
        row["answers"] = [answer.model_dump(exclude_none=True) for answer in answers]
    return row


def _refuse_repeated(asked: TurnResult, context: Sequence[str], held: Sequence[GoldQuestion], file: Path) -> None:
    new = _plain((*context, asked.question))
    for one in held:
        lines = (*(line.text for line in one.context if line.role == "customer"), one.text)
        if one.id == f"turn-{asked.turn_id}" or _plain(lines) == new:
            raise DatasetError(
                f"{file} has the question {asked.question!r} already, as {one.id}: wanted one that is new. "
                "Correct that row instead."
            )


def _plain(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(" ".join(line.casefold().split()) for line in lines)


def _append(file: Path, row: dict[str, Any]) -> None:
    """One write, after a line end where the last line lacks one."""
    try:
        before = file.read_bytes() if file.exists() else b""
        line = json.dumps(row, ensure_ascii=False) + "\n"
        with file.open("ab") as stream:
            stream.write((b"" if not before or before.endswith(b"\n") else b"\n") + line.encode())
    except OSError as error:
        raise DatasetError(
            f"{file} cannot be written ({error.strerror}): wanted a JSON lines file. Name another with `--set FILE`."
        ) from error
