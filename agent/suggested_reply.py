"""A reply that a person can send once they have filled in what is open: proved sentences and marked blanks, no more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from agent.grounding.values import find_values
from agent.nearest_evidence import content_words
from agent.types import Claim, HandoffReason

ASKED_FOR: dict[str, str] = {
    "money": "the amount",
    "percent": "the percentage",
    "date": "the date",
    "duration": "how long it takes",
    "quantity": "how many",
    "status": "the status",
    "tracking": "the tracking number",
    "link": "the link",
    "email": "the e-mail address",
    "phone": "the phone number",
    "error_code": "the error code",
    "version": "the version",
}
"""What stands in a blank for each kind of value; the value itself never does."""

DECISIONS: dict[HandoffReason, str] = {
    "approval_needed": "to be decided",
    "policy_topic": "to be written",
    "customer_asked": "to be written",
    "distress": "to be written",
}
"""How a blank begins; `to be confirmed` for every other reason."""

QUESTION_CHARS = 160


def suggested_reply(
    reason: HandoffReason, question: str, proved: str, cut: Sequence[Claim], today: date, decision: str | None = None
) -> str:
    """The text for a person to finish.

    Args:
        reason: why a person takes over.
        question: what the customer wrote.
        proved: the sentences that passed the checks, as they read together; empty where none did.
        cut: the claims that did not pass; only what they were about goes into the text.
        today: the day from which "tomorrow" counts.
        decision: what has to be decided, in words, where something has.
    """
    begins = DECISIONS.get(reason, "to be confirmed")
    topics = [decision] if decision else [topic_of(claim, question, today) for claim in cut]
    blanks = [f"[{begins}: {topic}]" for topic in dict.fromkeys(topics or [answer_to(question)])]
    return "\n\n".join(part for part in (proved, "\n".join(blanks)) if part)


def topic_of(claim: Claim, question: str, today: date) -> str:
    """What a claim was about, without what it said: `how long it takes (card, refund)`."""
    kinds = dict.fromkeys(value.kind for value in find_values(claim.text, today))
    wanted = " and ".join(dict.fromkeys(ASKED_FOR[kind] for kind in kinds if kind in ASKED_FOR))
    asked = set(content_words(question))
    about = ", ".join(dict.fromkeys(word for word in content_words(claim.text) if word in asked))
    if not wanted:
        apart = f", about order {claim.owner}" if claim.owner and claim.owner not in question else ""
        return answer_to(question) + apart
    owner = f" of order {claim.owner}" if claim.owner else ""
    return wanted + owner + (f" ({about})" if about else "")


def answer_to(question: str) -> str:
    """Words for the answer that is open, with the question shortened to its beginning."""
    plain = " ".join(question.split())
    if not plain:
        return "the answer"
    short = plain if len(plain) <= QUESTION_CHARS else plain[: QUESTION_CHARS - 1].rstrip() + "…"
    return f"the answer to “{short}”"
