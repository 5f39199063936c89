"""Reading training files line by line, plain or packed by gzip; what cannot be used is named by file and line."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from knowledge.errors import InputError

PACKED = ".jsonl.gz"

Choice = TypeVar("Choice", bound=str)


@dataclass(frozen=True)
class Line:
    """One object of a file of JSON lines."""

    path: Path
    number: int
    """From 1, blank lines counted."""
    row: dict[str, Any]

    def text(self, key: str) -> str:
        """The text under a key.

        Raises:
            InputError: there is none.
        """
        value = self.row.get(key)
        if not isinstance(value, str):
            raise self.bad(f'has {_kind(value)} under "{key}"', "text")
        return value

    def texts(self, key: str) -> list[str]:
        """The list of texts under a key.

        Raises:
            InputError: there is something else.
        """
        value = self.row.get(key)
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.bad(f'has {_kind(value)} under "{key}"', "a list of texts")
        return value

    def one_of(self, key: str, wanted: Sequence[Choice]) -> Choice:
        """The text under a key, which must be one of these.

        Raises:
            InputError: it is not.
        """
        value = self.row.get(key)
        for choice in wanted:
            if choice == value:
                return choice
        raise self.bad(f'has {str(value)[:40]!r} under "{key}"', f"one of {', '.join(wanted)}")

    def bad(self, found: str, wanted: str) -> InputError:
        """The error that names this line."""
        return _bad(self.path, self.number, found, wanted)


def read_lines(path: Path) -> Iterator[Line]:
    """The objects of a UTF-8 file, one a line, blank lines left out; gzip is told by the name's end, `.gz`.

    Raises:
        InputError: the file cannot be read, or a line is no JSON object.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as stream:
            for number, text in enumerate(stream, 1):
                if text.strip():
                    yield Line(path, number, _row(path, number, text))
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(
            f"{path} cannot be read ({why}): wanted JSON lines in UTF-8, or gzip of them where the name ends in .gz. "
            "Name another file, or fetch this one again."
        ) from error


def packed_files(folder: Path) -> list[Path]:
    """The files `*.jsonl.gz` of a folder, by name.

    Raises:
        InputError: there is none.
    """
    files = sorted(folder.glob(f"*{PACKED}"))
    if not files:
        raise InputError(
            f"{folder} holds no *{PACKED}: wanted files of query, positive, negatives, source. Name their folder."
        )
    return files


def _row(path: Path, number: int, text: str) -> dict[str, Any]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _bad(path, number, f"is not JSON ({error})", "one object a line") from error
    if not isinstance(row, dict):
        raise _bad(path, number, f"is {_kind(row)}", "one object a line")
    return row


def _bad(path: Path, number: int, found: str, wanted: str) -> InputError:
    return InputError(f"{path}, line {number}, {found}: wanted {wanted}. Correct the line, then run again.")


def _kind(value: object) -> str:
    return "nothing" if value is None else f"a value of type {type(value).__name__}"
