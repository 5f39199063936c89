"""Reading files line by line, plain or packed by gzip; what cannot be used is named by file and line."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.errors import DatasetError


@dataclass(frozen=True)
class Line:
    """One line of a file that is not blank."""

    path: Path
    number: int
    """From 1, blank lines counted."""
    text: str

    def json(self) -> Any:
        """What the line says.

        Raises:
            DatasetError: it is not JSON.
        """
        try:
            return json.loads(self.text)
        except json.JSONDecodeError as error:
            raise self.bad(f"is not JSON ({error.msg} at column {error.colno})", "one object a line") from error
        except (RecursionError, ValueError) as error:
            raise self.bad("is nested too deeply or holds too long a number", "one object a line") from error

    def text_under(self, row: dict[str, Any], key: str, default: str | None = None) -> str:
        """The text that an object of this line has under a key; the default where it has none.

        Raises:
            DatasetError: there is something else than text, or no text that can be written as UTF-8.
        """
        value = row.get(key)
        return default if value is None and default is not None else self.sound(value, key)

    def sound(self, value: Any, key: str) -> str:
        """A value that was found under a key, which must be text and all of it characters."""
        if not isinstance(value, str):
            raise self.bad(f'has {type(value).__name__} under "{key}"', "text")
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise self.bad(f'has half a character (a lone surrogate) under "{key}"', "text") from error
        return value

    def bad(self, found: str, wanted: str) -> DatasetError:
        """The error that names this line."""
        return DatasetError(
            f"{self.path}, line {self.number}, {found}: wanted {wanted}. Correct the line, then run again."
        )


def read_lines(path: Path) -> Iterator[Line]:
    """The lines of a UTF-8 file that are not blank; gzip is told by the name's end, `.gz`.

    Raises:
        DatasetError: the file cannot be read.
    """
    try:
        with (
            gzip.open(path, "rt", encoding="utf-8-sig") if path.suffix == ".gz" else path.open(encoding="utf-8-sig")
        ) as stream:
            for number, text in enumerate(stream, 1):
                if text.strip():
                    yield Line(path, number, text.rstrip("\r\n"))
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise DatasetError(
            f"{path} cannot be read ({why}): wanted UTF-8 text, or gzip of it where the name ends in .gz. "
            "Fetch or write the file again."
        ) from error
