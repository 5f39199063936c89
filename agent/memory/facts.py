"""Facts about a customer: every version that was ever written, and which of them hold now."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Literal

from agent.memory.fact_keys import FactKey, shown_value
from knowledge.types import Trust, Value

FactSource = Literal["operator", "record", "asserted"]
"""Who says so: a person of the shop, a record of the shop read by code, or the customer. There is no other writer."""


class Fact(Value):
    """One version of one fact."""

    key: str
    version: int
    """From 1, for each key of a customer."""
    value: str | None
    """None where this version takes the fact back."""
    source: FactSource
    evidence_id: str
    """What it rests on: `operator`, `customer/C-1001`, `turn/3f2a…`."""
    at: str
    """ISO time, UTC."""

    @property
    def fact_id(self) -> str:
        """As evidence."""
        return f"fact/{self.key}@{self.version}"

    @property
    def day(self) -> date:
        """When it was written, in UTC."""
        return date.fromisoformat(self.at[:10])

    @property
    def trust(self) -> Trust:
        """What the customer says of themselves stays theirs."""
        return "user" if self.source == "asserted" else "verified"


def current(versions: Iterable[Fact]) -> list[Fact]:
    """What holds now, by key: the last verified version, then what the customer said last; nothing older than a take-back."""
    newest: dict[tuple[str, Trust], Fact] = {}
    for fact in sorted(versions, key=lambda one: one.version):
        if fact.value is None:
            newest.pop((fact.key, "verified"), None)
            newest.pop((fact.key, "user"), None)
        else:
            newest[fact.key, fact.trust] = fact
    return sorted(newest.values(), key=lambda one: (one.key, one.trust != "verified"))


def sentence(fact: Fact, key: FactKey) -> str:
    """A fact as a drafter reads it."""
    value = shown_value(key, fact.value or "")
    if fact.source == "asserted":
        return f"The customer says that their {key.label} is {value}."
    return f"The {key.label} on this customer's account is {value}."
