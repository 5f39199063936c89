"""Reading data sets of marked personal data, in the form of Presidio's evaluator: a JSON list of texts with spans."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evals.errors import DatasetError
from evals.pii_types import Labelled, LabelledText


def pii_files(place: Path) -> tuple[Path, ...]:
    """A file, or every JSON file of a folder.

    Raises:
        DatasetError: there is none.
    """
    found = (place,) if place.is_file() else tuple(sorted(place.glob("*.json")))
    if not found:
        raise DatasetError(f"{place} holds no JSON file: wanted files of texts with marked spans. Name their folder.")
    return found


def read_pii(path: Path) -> tuple[LabelledText, ...]:
    """The texts of a file.

    Raises:
        DatasetError: it cannot be read, is no JSON list, or a row is not of the form.
    """
    try:
        rows = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path} cannot be read ({error}): wanted a JSON list. Fetch or write it again.") from error
    if not isinstance(rows, list):
        raise DatasetError(f"{path} holds {type(rows).__name__}: wanted a list of texts with spans.")
    return tuple(_row(path, number, row) for number, row in enumerate(rows, 1))


def _row(path: Path, number: int, row: Any) -> LabelledText:
    try:
        spans = tuple(_spans(row))
        return LabelledText(text=row["full_text"], spans=spans)
    except (KeyError, TypeError, ValueError) as error:
        raise DatasetError(
            f"{path}, row {number}, is not of the form ({type(error).__name__}: {error}): wanted full_text and spans with "
            "entity_type, start_position and end_position. Correct the row, then run again."
        ) from error


def _spans(row: Any) -> Iterator[Labelled]:
    for span in row["spans"]:
        yield Labelled(label=span["entity_type"], start=span["start_position"], end=span["end_position"])
