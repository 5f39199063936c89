"""Words that make a limit of a value: `up to`, `at least`, `less than`, `within`, `after`, `by`, `until`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal

Bound = Literal["exact", "at_most", "at_least", "less_than", "more_than", "range", "before", "after"]
"""`at_most` and `at_least` include the value, `less_than` and `more_than` do not; `before` and `after` are of time."""

_UPPER: frozenset[Bound] = frozenset({"at_most", "less_than", "before"})
_LOWER: frozenset[Bound] = frozenset({"at_least", "more_than", "after"})

_BOUND_WORDS: dict[Bound, str] = {
    "at_most": r"up to|at (?:the )?most|(?:no|not) (?:more|longer|later|greater|higher) than|within|max(?:imum|\.)?(?: of)?"
    r"|as (?:much|many|long) as|not exceeding|capped at|limited to|until|till",
    "at_least": r"at (?:the )?least|(?:no|not) (?:less|fewer|sooner|earlier|lower) than|min(?:imum|\.)?(?: of)?"
    r"|starting (?:at|from|on)|starts? (?:at|from)|from",
    "less_than": r"less than|fewer than|under|below|shorter than|lower than",
    "more_than": r"more than|over|above|longer than|exceeding|greater than|higher than|upwards of",
    "before": r"before|earlier than|prior to",
    "after": r"after|later than",
}
_DATE_BOUND_WORDS: dict[Bound, str] = {
    "at_most": "by|through|to|on or before|no later than|not later than",
    "at_least": "since|on or after|no earlier than|not earlier than",
}
_FILLER = r"(?:(?:the|a|an|about|around|approximately|roughly|only|of|another|maximum|minimum|total) ){0,3}"
_BEFORE, _BEFORE_DATE = (
    {bound: re.compile(rf"(?<![a-z])(?:{words}) {_FILLER}$", re.IGNORECASE) for bound, words in table.items()}
    for table in (_BOUND_WORDS, _DATE_BOUND_WORDS)
)
_NEGATED = re.compile(
    r"(?<![a-z])(?:no|not) (?:more|less|fewer|longer|later|sooner|earlier|greater|higher|lower) than ", re.IGNORECASE
)
_AFTER: dict[Bound, re.Pattern[str]] = {
    "at_most": re.compile(
        r" ?(?:or (?:less|fewer|under|below|sooner|earlier|before)|at (?:the )?(?:most|latest)|max(?:imum)?|tops)\b",
        re.I,
    ),
    "at_least": re.compile(
        r" ?(?:\+|(?:or|and) (?:more|longer|up|above|over|later|after)\b|at (?:the )?least\b|min(?:imum)?\b)", re.I
    ),
}
_LOOK_BACK = 48
"""Characters before a value in which its bound is looked for."""


def bound_around(text: str, start: int, end: int, *, temporal: bool = False) -> Bound:
    """Whether the words before or after a value make it a bound: `up to 30 days`, `$50 or more`.

    `by`, `until` and `since` bound a point in time only: "reduced by $5" is no bound.
    """
    before = text[max(0, start - _LOOK_BACK) : start]
    for bound, pattern in _AFTER.items():
        if pattern.match(text, end):
            return bound
    if temporal:
        for bound, pattern in _BEFORE_DATE.items():
            if pattern.search(before):
                return bound
    return _bound_before(before)


def limits(low: Decimal, high: Decimal, bound: Bound) -> tuple[Decimal | None, Decimal | None]:
    """The two ends that a value of this bound has; None is open."""
    if bound in _UPPER:
        return None, high
    return (low, None) if bound in _LOWER else (low, high)


def are_opposed(one: Bound, other: Bound) -> bool:
    """Whether one limits from above and the other from below: `within 30 days`, `after 30 days`."""
    return (one in _UPPER and other in _LOWER) or (one in _LOWER and other in _UPPER)


def _bound_before(before: str) -> Bound:
    negated = _NEGATED.search(before)
    for bound, pattern in _BEFORE.items():
        if negated and bound not in ("at_most", "at_least"):
            continue
        found = pattern.search(before)
        if found and not (negated and found.start() > negated.start()):
            return bound
    return "exact"
