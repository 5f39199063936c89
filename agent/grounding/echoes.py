"""Echoes: sentences that state nothing of their own where they only repeat what the customer wrote.

A report, a question and "I found nothing about …" are held against the customer's own lines. They are the one use of evidence
of trust `user`: it never proves a statement, and no tier behind this one is shown it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.abstentions import goes_on_after_abstaining, topic_of_abstention
from agent.follow_ups import asked_for
from agent.grounding.claim_view import ClaimView
from agent.grounding.evidence_book import EvidenceBook
from agent.grounding.finding import Finding, not_enough
from agent.grounding.told_back import wrote
from agent.grounding.vocabulary import content_words
from agent.phrases import PROMISED
from agent.reports import Report, report_of

_ECHO = Finding("not_checkworthy", "It repeats what the customer wrote.")
_OURS = re.compile(
    r"\b(?:we|us|our|ours|colleagues?|agents?|staff|support|team|shop|store|drivers?|couriers?|polic(?:y|ies)|rules?|approv\w+|promis\w+|agree\w*"
    r"|entitl\w+|eligib\w+|allow\w*|cover\w*|confirm\w*|cancel\w*|verif\w+|authori[sz]\w+|can|may|must|will|shall|should|could|would)\b",
    re.IGNORECASE,
)
"""What the shop does, decides or allows: told back, it would sound like a promise."""
_WISH = re.compile(
    r"you (?:want|wanted|wish|need|are looking|are trying|would like|'d like)\b(?!.*\b(?:we|us|our)\b)", re.IGNORECASE
)
_PRESUMES = re.compile(
    r"\b(?:why|since|because|now that|given that|we|us|our|ours|you|your|yours|this|that|it|i|my)\b", re.IGNORECASE
)
_POLAR = re.compile(
    r"(?:how|what|when|where|which|who|is|are|was|were|do|does|did|can|could|will|may|must|has|have)\b", re.IGNORECASE
)
_TO_DO = re.compile(r"\b(?:return|exchange|replace|refund)\b", re.IGNORECASE)
"""What a customer may wish for, and be asked about."""
_OF_US = re.compile(r"\b(?:we|us|our)\b", re.IGNORECASE)
_ASKING = content_words(
    "for from about still exactly how long much many often what which where who whose why whether there number id address name zip code email e-mail photo picture"
    " date item product one wish like want mean meant ask detail information provide contain belong concern correspond"
)
"""What a question back may say beside the customer's own words."""


def echo(view: ClaimView, book: EvidenceBook, said: Sequence[str]) -> Finding | None:
    """How a sentence that tells back or asks is settled; None for one that does neither.

    Args:
        view: the claim.
        book: what may prove it: a question may also be a heading, or be answered by the sentence after it.
        said: the customer's lines, oldest first.
    """
    report = report_of(view.body)
    if report is not None:
        found = not _has_values(view) and _was_told(report, said)
        return _ECHO if found else not_enough("The customer wrote no such thing.")
    topic = topic_of_abstention(view.body)
    if topic is not None:
        return _ECHO if not _has_values(view) and content_words(topic) <= _all_words(said) else None
    asks = view.body.endswith("?") and not _has_values(view) and not any(book.saying(view.key))
    return _question(view, book, said) if asks else None


def unproved_abstention(view: ClaimView) -> Finding | None:
    """What is left of "I do not know …" where it tells a reason or a fact: no evidence holds that, and it limits nothing."""
    return not_enough("It tells more than that it does not know.") if goes_on_after_abstaining(view.body) else None


def _was_told(report: Report, said: Sequence[str]) -> bool:
    """Whether the customer said it in these words; of a question they asked, whether they spoke of all it names."""
    if report.kind == "asked" and not re.match(r"(?:why|to)\b", report.told, re.IGNORECASE):
        wanted = content_words(report.told) - _ASKING
        return bool(wanted) and any(wanted <= content_words(line) for line in said)
    promises = PROMISED.search(report.told) or _OURS.search(report.told)
    return wrote(report.told, said) and (not promises or bool(_WISH.match(report.told)))


def _question(view: ClaimView, book: EvidenceBook, said: Sequence[str]) -> Finding:
    """A question without values, which a tier that reads meaning could settle, and that no passage asks itself."""
    if _asks_for_what_was_named(view.body, said) or wrote(view.body, said, asked=True):
        return _ECHO
    if _is_heading(view, book):
        return Finding("not_checkworthy", "It is a heading of the evidence.")
    if _is_answered(view):
        return Finding("not_checkworthy", "The sentence after it answers it.")
    return not_enough("A question that the customer did not ask may presume what is not true.")


def _asks_for_what_was_named(body: str, said: Sequence[str]) -> bool:
    """Whether it asks for something in the customer's own words: "Could you tell me which bowl arrived broken?"."""
    wanted = asked_for(body)
    if wanted is None or PROMISED.search(_TO_DO.sub("", wanted)) or _OF_US.search(wanted):
        return False
    return content_words(wanted) - _ASKING <= _all_words(said)


def _is_heading(view: ClaimView, book: EvidenceBook) -> bool:
    asked = view.body.rstrip("? ").casefold()
    return any(part.rstrip("? ").casefold() == asked for quote in book.quotes for part in quote.evidence.heading_path)


def _is_answered(view: ClaimView) -> bool:
    """Whether it presumes nothing and names only what the sentence after it names; the two then fall together."""
    after = view.claim.after
    if after is None or after.endswith("?") or _PRESUMES.search(view.body) or not _POLAR.match(view.body):
        return False
    wanted = content_words(view.body) - _ASKING
    return bool(wanted) and wanted <= content_words(after)


def _has_values(view: ClaimView) -> bool:
    """Whether it holds a typed value; a status is one only in a statement about an order."""
    return any(value.kind != "status" for value in view.values)


def _all_words(said: Sequence[str]) -> frozenset[str]:
    return frozenset(word for line in said for word in content_words(line))
