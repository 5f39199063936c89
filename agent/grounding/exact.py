"""The exact tier: what can be settled by whole sentences and typed values alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from agent.grounding.action_claims import commitment, done_claim
from agent.grounding.advice import advice
from agent.grounding.answers import mismatched_answer
from agent.grounding.claim_view import ClaimView, views_of
from agent.grounding.echoes import echo, unproved_abstention
from agent.grounding.evidence_book import EvidenceBook
from agent.grounding.finding import Finding, not_enough
from agent.grounding.order_claims import states_fields
from agent.grounding.order_statements import order_statement
from agent.grounding.promises import promise_in
from agent.grounding.quoting import quoted
from agent.grounding.restating import restated
from agent.grounding.value_checks import misstated_value
from agent.letters import TICKS, telling_pictures
from agent.types import Claim, Evidence, TierName, Verdict


@dataclass(frozen=True)
class ExactTier:
    """First rung of the cascade. Supported means proved: the right owner, value and unit, with no word left over."""

    today: date
    """Day of the turn, from which "tomorrow" counts."""
    ours: bool = True
    """Whether the claims are our own words to a customer: what we did or promise then needs a record of it, and no
    evidence stands in for that."""
    name: ClassVar[TierName] = "exact"

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Verdict | None]:
        """One entry for each claim, in order; None leaves it to the next tier.

        `claims` must be all of a draft that are worth checking, in order: a quotation is checked with the sentences
        around it. Evidence of trust `user` proves nothing, and only says what may be told back as the customer's; that of
        trust `model` is not looked at.
        """
        book = EvidenceBook.of(evidence, self.today)
        said = tuple(item.text for item in evidence if item.trust == "user")
        verdicts: list[Verdict | None] = []
        for view in views_of(claims, book, self.today):
            finding = _find(view, book, said, self)
            verdicts.append(finding.verdict(view) if finding else None)
        return verdicts


def _find(view: ClaimView, book: EvidenceBook, said: Sequence[str], tier: ExactTier) -> Finding | None:
    if not view.claim.checkworthy:
        return Finding("not_checkworthy", "It states nothing to check.")
    if _shows_more_than(book, view):
        return not_enough("A picture in it says more than its words.")
    echoed = echo(view, book, said) if tier.ours else None
    if echoed:
        return echoed
    if view.claim.owner is not None and view.claim.owner not in book.orders:
        return not_enough(f"There is no evidence about order {view.claim.owner}.")
    settled = mismatched_answer(view) or order_statement(view, book, tier.today)
    if settled:
        return settled
    promise = promise_in(view.body) if tier.ours else None
    if promise == "done":
        return done_claim(view, book)
    finding = quoted(view, book) or restated(view, book)
    if finding is None and tier.ours:
        finding = commitment(view, book) if promise == "commitment" else advice(view)
    finding = finding or misstated_value(view, book) or states_fields(view, book)
    return finding or (unproved_abstention(view) if tier.ours else None)


def _shows_more_than(book: EvidenceBook, view: ClaimView) -> bool:
    """Whether a claim holds a picture that says something, and that no evidence has."""
    shown = telling_pictures(view.claim.text) - TICKS
    return bool(shown) and not shown <= {mark for quote in book.quotes for mark in telling_pictures(quote.text)}
