"""Whether one field of an order holds what a clause says of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from agent.grounding.evidence_book import Quote
from agent.grounding.facts import Fact
from agent.grounding.finding import Finding
from agent.grounding.relative_dates import day_of_weekday
from agent.grounding.typed import TypedValue, identifier
from agent.grounding.values import same_magnitude
from agent.grounding.vocabulary import words

_DAYS = {"day": 1, "week": 7, "fortnight": 14}


@dataclass(frozen=True)
class Check:
    """Whether one fact holds: by these quotes, not by that one, or nobody knows."""

    proofs: tuple[Quote, ...] = ()
    against: Finding | None = None


def holds(fact: Fact, quote: Quote, today: date) -> bool:
    """Whether a field holds the very value that a fact gives it; `today` is the day of the turn."""
    if fact.negative:
        return True  # Such a field says that there is none: "no refund is recorded".
    if fact.value is None:
        return _says(fact.words, quote)
    said = _as_day(fact.value, quote, today)
    held = next((one for one in reversed(quote.values) if one.kind == said.kind), None)
    # The last number of such a sentence is its value; the one before it may be the number of the line.
    if held is not None and said.kind == "quantity" and held.unit in ("", "item"):
        return said.amount == held.amount and not said.negative and said.bound == "exact" and said.unit in ("", "item")
    return held is not None and same_magnitude(said, held.model_copy(update={"bound": said.bound}))


def is_short_form(said: str, quote: Quote) -> bool:
    """Whether a short form is said, `card` or the first word of a carrier: too little to prove it, enough not to deny it."""
    return bool(said) and not set(words(said)).isdisjoint(words(quote.body))


def _as_day(value: TypedValue, quote: Quote, today: date) -> TypedValue:
    """ "On Monday" and "in three days" as the day they mean beside a field of this order."""
    ahead = quote.evidence.field == "estimated_delivery"
    if value.kind == "date" and value.canonical.startswith("weekday/"):
        day = day_of_weekday(value.canonical.removeprefix("weekday/"), today, past=not ahead)
    elif value.kind == "duration" and ahead and value.unit in _DAYS and value.low == value.high:
        days = _DAYS[value.unit] * (value.low or Decimal(0))
        if days > (date.max - today).days:
            return value  # Of no calendar, and so no day that a field holds.
        day = today + timedelta(days=int(days))
    else:
        return value
    return identifier("date", value.text, 0, len(value.text), day.isoformat())


def _says(said: str, quote: Quote) -> bool:
    """Whether a field says these words whole: "the carrier of order X is W." """
    if said.isdigit():
        numbers = [held.amount for held in quote.values if held.kind in ("money", "quantity")]
        return numbers[-1:] == [Decimal(said)]
    told = quote.body.casefold().rstrip(".")
    return any(told.endswith(f" {before}{said}") for before in ("is ", "by ", "to ", "in "))
