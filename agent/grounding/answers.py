"""A "Yes" or "No" before a sentence: it is a claim too, that the sentence affirms or denies what was asked."""

from __future__ import annotations

from agent.grounding.claim_view import ClaimView
from agent.grounding.finding import Finding, not_enough
from agent.grounding.vocabulary import denies, limits_or_denies


def mismatched_answer(view: ClaimView) -> Finding | None:
    """Not enough info where a "Yes" stands before a denial, or a "No" before a sentence that denies and limits nothing.

    The question is not known here, so the word has to go with its own sentence: "Yes, gift cards cannot be refunded" may
    be read as a yes to what was asked.
    """
    if view.answer == "yes" and denies(view.body):
        return not_enough("A yes stands before a sentence that denies.")
    if view.answer == "no" and not limits_or_denies(view.body) and not denies(view.body):
        return not_enough("A no stands before a sentence that denies nothing.")
    return None
