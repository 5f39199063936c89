"""What personal data is called here, and where it was found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

Kind = Literal[
    "card",
    "iban",
    "ssn",
    "national_id",
    "secret",
    "login_link",
    "email",
    "phone",
    "ip",
    "birth_date",
    "address",
    "postcode",
    "name",
]
"""In the order in which one gives way to another where two are found in the same place: the first wins."""


@dataclass(frozen=True)
class Span:
    """Personal data in a text."""

    kind: Kind
    start: int
    end: int
    """Character span, end excluded."""
    sure: bool = False
    """Its form alone tells it, whatever the words before it call it."""


class Recogniser(Protocol):
    """Finds personal data of one kind or several."""

    def find(self, text: str) -> Iterable[Span]:
        """Where it stands in a text that was read by `reading.read`; spans may overlap."""
        ...
