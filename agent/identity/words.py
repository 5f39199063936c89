"""The fixed words of the challenge: the same whether an order exists or not, and whichever part of a proof was wrong."""

from __future__ import annotations

ASK = (
    "To look into an order I need to know that it is yours. Please sign in, or send me the order number together with the "
    "e-mail address or the delivery postcode of that order."
)
NOT_MATCHED = (
    "I could not match that order number with that e-mail address or postcode. Please check both, and send me the order "
    "number together with the e-mail address or the delivery postcode of that order."
)
HALF = "Thank you. Please send me the order number, too: I compare it with what you gave me."
LOCKED = (
    "I cannot check any more order numbers here for now, so I have passed this on to a colleague, who can find out in "
    "another way whether the order is yours."
)
PROVED = "Thank you, I can open your orders now."

_REQUESTS = (ASK, NOT_MATCHED, HALF)


def asks_for_proof(reply: str) -> bool:
    """Whether a reply of ours asked for a proof."""
    return any(request in reply for request in _REQUESTS)
