"""Which fields of an order answer which question, for the drafter that quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.types import Evidence
from knowledge.bm25 import tokenise

WORD = re.compile(r"[^\W\d_]+")

FIELDS_LIMIT = 5
"""Sentences about one order in a reply."""

QUESTIONS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (
        re.compile(
            r"\bwho (?:is |was |has |will )?(?:deliver|ship|bring|carr|sen[dt])\w*|\bby whom\b"
            r"|\bhow (?:is|was|were|are|did|does|will) (?:it|that|this|they|the \w+|my \w+|you) (?:be )?(?:ship|sen[dt]|deliver|com|arriv)\w*",
            re.I,
        ),
        ("carrier", "tracking_number"),
    ),
    (
        re.compile(r"\b(track\w*|carrier|courier)\b", re.I),
        ("status", "carrier", "tracking_number", "estimated_delivery", "delivered_on"),
    ),
    (
        re.compile(r"\brefunded\b|\bmy refund\b|\brefund (status|amount)\b|\b(did|have) you refund", re.I),
        ("refunded", "refunded_on", "refunds", "status"),
    ),
    (re.compile(r"\bcancel\w*\b", re.I), ("status", "cancelled_on")),
    (
        re.compile(r"\bwhen (?:will|is|does|do|can|are|should)\b.*\b(deliver\w*|arriv\w*|com\w+|here)\b", re.I),
        ("delivered_on", "estimated_delivery"),
    ),
    (
        re.compile(r"\b(deliver\w*|arriv\w*|receive\w*|here)\b", re.I),
        ("delivered_on", "delivered", "estimated_delivery", "status"),
    ),
    (
        re.compile(
            r"\b(where'?s?|status|ship\w*|sent|late|come|coming|update|get (it|them|my)|happened|approved|open|on (the|its|their) way)\b",
            re.I,
        ),
        ("status", "shipped", "delivered", "shipped_on", "delivered_on", "estimated_delivery"),
    ),
    (re.compile(r"\b(placed|ordered|bought|purchased?)\b", re.I), ("placed_on",)),
    (
        re.compile(r"\b(total|cost|costs|pay|paid|price|amount|charged?|how much)\b", re.I),
        ("total", "items_total", "shipping_fee"),
    ),
    (re.compile(r"\b(what|which)\b.{0,30}\b(items?|in|order|buy|bought|contain\w*)\b", re.I), ("items",)),
    (re.compile(r"\b(address|city|country|sent to)\b", re.I), ("actions.address", "address")),
    (re.compile(r"\b(re-?sen[dt]|replace\w*|sen[dt]\b.{0,30}\bagain)\b", re.I), ("actions.resend",)),
)
"""What is asked about, and the fields (or groups of fields) that say it; every match counts."""

SAID_BY_DATE = {
    "delivered": "delivered_on",
    "shipped": "shipped_on",
    "cancelled": "cancelled_on",
    "refunded": "refunded_on",
}
"""A status that need not be repeated beside the date on which it came about."""


def answering_fields(question: str, fields: Sequence[Evidence]) -> list[Evidence]:
    """The fields of one order that answer the question, in the order the order states them; maybe none."""
    wanted = wanted_fields(question)
    named = _lines_named(question, fields) if "total" in wanted else []
    if named:
        return named
    found = [field for field in fields if _is_wanted(field.field or "", wanted)]
    found.sort(key=lambda field: _place(field.field or "", wanted))
    return [field for field in found if not _is_said_by_date(field, found)][:FIELDS_LIMIT]


def status_fields(fields: Sequence[Evidence]) -> list[Evidence]:
    """How one order stands, for a question that names the order and nothing of it."""
    return answering_fields("status", fields)


def _lines_named(question: str, fields: Sequence[Evidence]) -> list[Evidence]:
    """The order lines whose item the question names, which then asks for their price and not for the order's."""
    asked = set(tokenise(question))
    lines = [
        field for field in fields if (field.field or "").startswith("items.") and (field.field or "").endswith(".name")
    ]
    return [line for line in lines if asked & set(tokenise(_item_name(line.text)))]


SEVERAL_ITEMS = re.compile(r"\bitem(?:,? (?:and |or )?(?:(?:my|the|a|an) )?item)+\b")


def without_item_names(question: str, fields: Sequence[Evidence]) -> str:
    """The question with the words of the order's items as `item`: articles speak of items, not of this apron.

    Several items in a row become one.
    """
    names = {
        token
        for field in fields
        if field.field and field.field.endswith(".name")
        for token in tokenise(_item_name(field.text))
    }
    masked = WORD.sub(lambda found: "item" if names & set(tokenise(found[0])) else found[0], question)
    return SEVERAL_ITEMS.sub("item", masked)


def _item_name(sentence: str) -> str:
    """Between the quantity and the price: `Line 1 of order X is 2 × Stoneware mug (color: blue) at 14.00 USD each.`"""
    return (
        sentence.partition(" × ")[2].partition(" (")[0].rpartition(" at ")[0]
        or sentence.partition(" × ")[2].partition(" (")[0]
    )


def wanted_fields(question: str) -> list[str]:
    """The fields, or groups of fields, that a question asks about."""
    return [name for pattern, names in QUESTIONS if pattern.search(question) for name in names]


def _is_wanted(name: str, wanted: Sequence[str]) -> bool:
    if name.startswith("items."):
        return "items" in wanted and name.endswith(".name")
    return any(name == want or name.startswith(f"{want}.") for want in wanted)


def _place(name: str, wanted: Sequence[str]) -> int:
    return next(n for n, want in enumerate(wanted) if name == want or name.startswith(f"{want}."))


def _is_said_by_date(field: Evidence, found: Sequence[Evidence]) -> bool:
    if field.field != "status":
        return False
    names = {other.field for other in found}
    return any(date in names and status in field.text for status, date in SAID_BY_DATE.items())
