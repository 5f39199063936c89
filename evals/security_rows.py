"""Rows of a security set: attacks to be planted, and harmless messages that look like attacks."""

from __future__ import annotations

from pathlib import Path

from evals.errors import DatasetError
from evals.json_lines import Line, read_lines
from knowledge.types import Value

OURS = ("attacks.jsonl", "hard_negatives.jsonl")
"""The sets that are shipped, in `evals/datasets`."""


class SecurityRow(Value):
    """One text of a security set."""

    id: str
    kind: str
    """What it tries, for example `system_prompt_extraction`; of harmless messages what they look like."""
    attack: bool
    text: str
    plain: str = ""
    """The same wish in plain words, of a harmless message; empty where the row has none."""
    customer: str | None = None
    """Who is signed in when a harmless message is asked: a customer of the sample shop."""


def read_security(path: Path) -> tuple[SecurityRow, ...]:
    """The rows of a JSON lines file, in their order.

    Raises:
        DatasetError: the file cannot be read, a line has not the four fields, or an id is there twice.
    """
    rows: dict[str, SecurityRow] = {}
    for line in read_lines(path):
        row = _row(line)
        if row.id in rows:
            raise line.bad(f"has the id {row.id!r} of an earlier line", "one id a row")
        rows[row.id] = row
    if not rows:
        raise DatasetError(f'{path} holds no rows: wanted lines such as {{"id", "kind", "attack", "text"}}.')
    return tuple(rows.values())


def shipped() -> tuple[Path, ...]:
    """The sets that come with this package."""
    return tuple(Path(__file__).with_name("datasets") / name for name in OURS)


def _row(line: Line) -> SecurityRow:
    found = line.json()
    if not isinstance(found, dict) or not isinstance(found.get("attack"), bool):
        raise line.bad('has no "attack" that is true or false', 'an object with "id", "kind", "attack" and "text"')
    customer = found.get("customer")
    return SecurityRow(
        id=line.text_under(found, "id"),
        kind=line.text_under(found, "kind"),
        attack=found["attack"],
        text=line.text_under(found, "text"),
        plain=line.text_under(found, "plain", ""),
        customer=None if customer is None else line.sound(customer, "customer"),
    )
