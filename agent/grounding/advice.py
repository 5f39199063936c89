"""Verdicts on this customer's case: `you can return it`, `you qualify`, `that should be fine`, `we can make an exception`.

Whether a rule holds for one order is decided by the Gatekeeper. A help article says what holds in general, so it proves
such a sentence only where the draft gives the conditions along with it.
"""

from __future__ import annotations

import re

from agent.grounding.claim_view import ClaimView
from agent.grounding.finding import Finding, not_enough

_STILL = r"(?: still| now| also| definitely| certainly| absolutely| fully| all)?"
_GOODS = r"(?:order|item|purchase|return|request|claim|parcel|package|refund|case)s?"
_PRONOUN = r"(?:it|this|this one|that|that one|them|these|those)"
_ENTITLED = re.compile(
    rf"\byou(?:'re| are|'d be| would be| will be){_STILL} (?:entitled|eligible|covered|good to go|free to|allowed to|owed|due)\b"
    rf"|\byou(?: do)?{_STILL} (?:qualify|meet (?:all )?the (?:conditions|requirements|criteria))\b"
    rf"|\b(?:your (?:\w+ ){{0,3}}?{_GOODS}|{_PRONOUN})(?:'s| is| are| was| were| does| do){_STILL}"
    r" (?:eligible|covered(?! (?:in|on) )|qualif\w+|returnable|refundable|exchangeable|within (?:the|our) \w+ ?(?:window|period|policy)?)"
    rf"|\b(?:your (?:\w+ ){{0,3}}?{_GOODS}|{_PRONOUN}) (?:qualifies|meets (?:all )?the (?:conditions|requirements|criteria))\b",
    re.IGNORECASE,
)
_MAY = re.compile(
    rf"\b(?:you(?: can| may| could| are able to|'re able to){_STILL}|(?:you're |you are |feel )?(?:free|welcome) to|go ahead and)"
    rf" (?:just )?(?:(?:return|exchange|cancel|keep|send back|get a (?:full )?refund (?:for|on)) {_PRONOUN}|send {_PRONOUN} back)\b",
    re.IGNORECASE,
)
_YOURS_TOO = re.compile(
    rf"\byou(?: can| may| could){_STILL} (?:return|exchange|cancel|keep|get|have|claim|change|send)\b", re.IGNORECASE
)
_LENIENT = re.compile(
    rf"\b(?:we|I)(?: can| could|'ll| will| would|'d|'m| are|'re)?(?: be)?(?: happy| able| glad| willing)?(?: to)? make an exception\b"
    rf"|\b{_PRONOUN}(?: should|'ll| will|'d| would|'s| is)(?: be)?{_STILL} (?:fine|ok|okay|no problem|all right|alright|allowed)\b"
    rf"|\bjust (?:send|return) {_PRONOUN}\b|\bgo ahead\b(?! and (?:choose|select|open|click|sign))"
    rf"|\byou (?:don't|do not|won't|will not) (?:need|have) to (?:return|send(?: back)?|pay for) {_PRONOUN}\b"
    r"|\b(?:we|I)(?: can| could|'ll| will)? waive\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|as long as|provided|unless|once|when|only|within|until|before|on condition|except|subject to)\b",
    re.IGNORECASE,
)


def advice(view: ClaimView) -> Finding | None:
    """Not enough info for a sentence that decides this customer's case and names no condition; None for any other."""
    if not is_advice(view.body, personal=view.claim.owner is not None or view.answer == "yes"):
        return None
    return not_enough("It decides this customer's case, and no recorded decision stands behind it.")


def is_advice(body: str, *, personal: bool) -> bool:
    """Whether a sentence decides one customer's case.

    Args:
        body: the sentence, as `claim_body` gives it.
        personal: whether it speaks of one order or answers this customer's question, so that "you" is this customer.
    """
    if _LENIENT.search(body):
        return True
    decides = _ENTITLED.search(body) or _MAY.search(body) or (personal and _YOURS_TOO.search(body))
    return bool(decides) and not _CONDITION.search(body.replace("within the", "").replace("within our", ""))
