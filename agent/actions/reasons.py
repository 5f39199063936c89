"""Why a customer wants something done, by their words."""

from __future__ import annotations

import re

from policies.action_types import CancelReason
from policies.types import RefundReason

REFUND_REASONS: tuple[tuple[re.Pattern[str], RefundReason], ...] = (
    (
        re.compile(
            r"\b(damag\w*|broken?|broke|crack\w*|smash\w*|snap\w*|torn|tore|rip\w*|dent\w*|shatter\w*|bent|spoil\w*|rotten|rotting|mou?ld\w*|leak\w*|wilted|dead|warm|melted|thawed|off|bad)\b",
            re.I,
        ),
        "damaged",
    ),
    (re.compile(r"\b(fault\w*|defect\w*|stopped working|does(n't| not) work|not working)\b", re.I), "faulty"),
    (
        re.compile(r"\b(never arrived|not arrived|did(n't| not) arrive|missing|lost|not received)\b", re.I),
        "not_arrived",
    ),
    (
        re.compile(
            r"\b(changed my mind|don't want|do not want|no longer|(?:ordered|bought) too (?:much|many))\b", re.I
        ),
        "changed_mind",
    ),
)
CANCEL_REASONS: tuple[tuple[re.Pattern[str], CancelReason], ...] = (
    (
        re.compile(
            r"\b(by mistake|by accident|accident\w*|mistake\w*|wrong (?:item|one|order|size|thing|product)|twice|duplicate\w*|unintention\w*"
            r"|did(?:n't| not) mean)\b",
            re.I,
        ),
        "ordered_by_mistake",
    ),
    (
        re.compile(
            r"\b(no longer|not need\w*|don'?t need|do not need|don'?t want|do not want|any ?more|changed my mind|unneeded|not needed|not necessary)\b",
            re.I,
        ),
        "no_longer_needed",
    ),
)


def refund_reason(text: str) -> RefundReason:
    """The first reason whose words stand in the text; `other` where none does."""
    return next((reason for pattern, reason in REFUND_REASONS if pattern.search(text)), "other")


def cancel_reason(text: str) -> CancelReason:
    """The first reason whose words stand in the text; `other` where none does."""
    return next((reason for pattern, reason in CANCEL_REASONS if pattern.search(text)), "other")
