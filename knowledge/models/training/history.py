"""The history of a training: one line each half a minute, kept as JSON lines and plotted as the loss curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field, ValidationError

from knowledge.errors import InputError
from knowledge.types import Value


class HistoryLine(Value):
    """What had been done when the line was written."""

    batches: int = Field(ge=0)
    of: int = Field(ge=0)
    """Batches of the whole training."""
    examples: int = Field(ge=0)
    minutes: float = Field(ge=0)
    """Of all runs together."""
    loss: float
    """Mean of the batches since the line before."""


@dataclass(frozen=True)
class History:
    """The file of a training's lines."""

    path: Path

    def add(self, line: HistoryLine) -> None:
        """Append a line."""
        with self.path.open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(line.model_dump_json() + "\n")

    def read(self) -> list[HistoryLine]:
        """Its lines; none where there is no file.

        Raises:
            InputError: a line is not one of a history.
        """
        if not self.path.exists():
            return []
        lines = self.path.read_text(encoding="utf-8").splitlines()
        return [self._line(number, text) for number, text in enumerate(lines, 1)]

    def cut(self, batches: int) -> None:
        """Drop the lines of batches that no checkpoint holds and that are trained again."""
        kept = [line for line in self.read() if line.batches <= batches]
        if self.path.exists():
            text = "".join(line.model_dump_json() + "\n" for line in kept)
            self.path.write_text(text, encoding="utf-8", newline="\n")

    def _line(self, number: int, text: str) -> HistoryLine:
        try:
            return HistoryLine.model_validate_json(text)
        except ValidationError as error:
            raise InputError(
                f"{self.path}, line {number}, is no line of a history ({error.errors()[0]['msg']}): wanted batches, of, "
                "examples, minutes, loss. Remove the line, then run again."
            ) from error


def final_loss(lines: Sequence[HistoryLine]) -> float | None:
    """Mean loss of the last tenth of the batches; None where nothing was trained."""
    if not lines:
        return None
    begin = 0.9 * lines[-1].batches
    before = [0, *(line.batches for line in lines[:-1])]
    late = [
        (line.batches - prior, line.loss) for prior, line in zip(before, lines, strict=True) if line.batches > begin
    ]
    return sum(size * loss for size, loss in late) / sum(size for size, _ in late)
