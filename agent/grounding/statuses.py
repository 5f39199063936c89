"""Order statuses where a text states them: `was delivered`, `is on its way`, `has not been shipped`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.grounding.typed import TypedValue, identifier

_PARTICIPLES = {
    "partially shipped": "partially_shipped",
    "partly shipped": "partially_shipped",
    "shipped in part": "partially_shipped",
    "delivered": "delivered",
    "shipped": "shipped",
    "dispatched": "shipped",
    "cancelled": "cancelled",
    "canceled": "cancelled",
    "refunded": "refunded",
    "returned": "returned",
    "pending": "pending",
    "processed": "processed",
    "lost": "lost",
    "delayed": "delayed",
}
_PHRASES = {
    "on its way": "shipped",
    "on the way": "shipped",
    "in transit": "shipped",
    "being processed": "pending",
    "processing": "pending",
    "out for delivery": "out_for_delivery",
    "return requested": "return_requested",
    "return has been requested": "return_requested",
    "exchange requested": "exchange_requested",
    "exchange has been requested": "exchange_requested",
}
_ADVERBS = r"(?:(?:already|just|now|successfully|recently|fully|still|also|yet|been|marked as|both) ){0,3}"
_STATES = {**_PHRASES, **_PARTICIPLES}
_STATE = "|".join(sorted(_STATES, key=len, reverse=True))

_STATED = re.compile(
    rf"(?:(?:(?<![a-z])(?:is|are|was|were|has|have|had|got)|'s|'ve)(?P<not> not|n't)? {_ADVERBS}"
    rf"|(?<![a-z])status(?: of [^.\n]{{1,40}}?)?(?: is(?P<not2> not)?|:) |(?<![a-z])(?:we|and|an?|the) |, |^|: )(?P<state>{_STATE})(?![a-z-])",
    re.IGNORECASE | re.MULTILINE,
)
_ARRIVED = re.compile(
    r"(?<![a-z])(?:(?P<not>(?:has|have|had|did)(?: not|n't) )(?:yet )?)?arrived?(?![a-z])", re.IGNORECASE
)
_POSSIBLE = re.compile(
    r"(?<![a-z])(?:once|if|when|whenever|until|after|before|unless|can|may|must|could|will|would|should)(?![a-z])",
    re.IGNORECASE,
)


def find_statuses(whole: str, rest: str) -> Iterator[TypedValue]:
    """Statuses stated as fact; those under `if`, `once`, `can` or `will` are left out."""
    for match in _STATED.finditer(rest):
        if not _is_only_possible(whole, match.start()):
            value = identifier("status", whole, *match.span("state"), _STATES[match["state"].casefold()])
            yield value.model_copy(update={"negative": bool(match["not"] or match["not2"])})
    for match in _ARRIVED.finditer(rest):
        if (match[0].casefold().endswith("d") or match["not"]) and not _is_only_possible(whole, match.start()):
            value = identifier("status", whole, *match.span(), "delivered")
            yield value.model_copy(update={"negative": bool(match["not"])})


def status_words(text: str) -> tuple[str, ...]:
    """Canonical statuses that a text names in any form, for a field that is known to hold a status."""
    found = re.findall(rf"(?<![a-z])(?:{_STATE})(?![a-z])", text.casefold().replace("_", " "))
    return tuple(dict.fromkeys(_STATES[word] for word in found))


def is_ongoing(written: str) -> bool:
    """Whether a status is put as what goes on now: an order that was shipped may no longer be on its way."""
    return written.casefold() in _PHRASES


def _is_only_possible(whole: str, start: int) -> bool:
    clause = re.split(r"[,;.\n]", whole[max(0, start - 80) : start])[-1]
    return bool(_POSSIBLE.search(clause))
