"""Reading what a customer wants done; whether it may be done is for the Gatekeeper."""

from __future__ import annotations

import re
from typing import Literal

Wish = Literal["refund", "change"]

REFUND = re.compile(
    r"\b(refund|reimburse) (me|my|it|this|order|the order|ord\b|#?w\d)|\b(refund) ord|\bmoney back (for|on) (my|this|order|ord)"
    r"|\b(want|need|request|get|have|like|give me|issue|process)( to get| to have)? (a|my|the|an immediate) (full )?refund"
    r"\b(?! (show|arrive|take|appear|status|policy))|\bgive me my money back|\bi want my money back",
    re.IGNORECASE,
)
ASKS_AFTER = re.compile(
    r"\b(did|have|has|was|were|when will|will) (you|it|i|they|my)\b[^.?!]{0,20}\brefund", re.IGNORECASE
)
"""Asks about a refund there was or will be, and for none."""
NO_REFUND = re.compile(r"\b(not|don'?t|no|never|without|instead of)\b[^.?!,]{0,25}\b(refund|money back)", re.IGNORECASE)
CHANGE = re.compile(
    r"^(please |can you |could you |i(?: want|'d like| would like| need) (?:you )?to |i wish to )*"
    r"(cancel|change|update(?! on| about)|correct|resend|exchange|replace|modify)\b.{0,60}"
    r"\b(order|ord\b|#w|address|delivery|shipment|parcel|it|item|size|colou?r)",
    re.IGNORECASE,
)
"""A wish to have an order changed; only a recorded action or a person may say that it was."""


def wish_of(text: str) -> Wish | None:
    """What a message asks to be done; None where it asks for nothing, or only how things are done."""
    if REFUND.search(text) and not (NO_REFUND.search(text) or ASKS_AFTER.search(text)):
        return "refund"
    return "change" if CHANGE.search(text) else None
