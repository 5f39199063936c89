"""Claims that something was done or will be done: they need a recorded action, or an order field that says so."""

from __future__ import annotations

from agent.grounding.claim_view import ClaimView
from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.finding import Finding, not_enough, refuted, supported
from agent.grounding.order_claims import states_fields
from agent.grounding.promises import is_for_this_customer, may_be_an_order_fact, records_of
from agent.grounding.quoting import quoted
from agent.grounding.value_checks import misstated_value
from agent.grounding.values import same_value
from agent.grounding.vocabulary import HARMLESS, limits_or_denies, word_set, words

_ACTION_WORDS = (HARMLESS - {"also"}) | word_set(
    """
    i i've for from refund refunded issued cancelled canceled replaced replacement sent successfully
    """
)
"""`now` and `also` are not among them: they make a second action of the recorded one."""


def done_claim(view: ClaimView, book: EvidenceBook) -> Finding | None:
    """Of a claim that something was done: an article never proves it, not even word for word."""
    own = EvidenceBook(tuple(book.owned_by(view.owner)) if view.owner else (), book.links)
    records = records_of(book.quotes, view.body, view.owner)
    finding = quoted(view, own)
    if finding or records:
        return finding or _as_recorded(view, records)
    if view.owner is not None and may_be_an_order_fact(view.body):
        finding = misstated_value(view, book) or states_fields(view, book)
    return finding or not_enough("There is no recorded action that this sentence could report.")


def commitment(view: ClaimView, book: EvidenceBook) -> Finding | None:
    """Of a claim that something will happen, which no article says word for word: rejected where it binds the shop."""
    binds = view.speaks_of_order or view.values or is_for_this_customer(view.body)
    if not binds or records_of(book.quotes, view.body, view.owner):
        return None
    return not_enough("It promises something, and there is no recorded action behind it.")


def _as_recorded(view: ClaimView, records: tuple[Quote, ...]) -> Finding | None:
    """Supported where the record holds every value and no word says more; refuted where it holds another amount."""
    values = [value for value in view.values if value.kind not in ("order_id", "status")]
    for quote in records:
        if all(any(same_value(value, held) for held in quote.values) for value in values):
            amount_given = any(value.kind == "money" for value in values) or "refund" not in view.body.casefold()
            denied = limits_or_denies(view.body)
            said = amount_given and not denied and set(words(view.rest)) <= _ACTION_WORDS
            return supported(f"Recorded action {quote.evidence.evidence_id}.", [quote]) if said else None
    return refuted(f"The recorded action says otherwise: {records[0].text}", records[0])
