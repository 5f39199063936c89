"""The nearest words are those of the right order, and none where nothing is near."""

from __future__ import annotations

from agent.nearest_evidence import content_words, nearest_line
from agent.types import Claim, Evidence
from knowledge.types import Trust


def said(text: str, owner: str | None = None, trust: Trust = "retrieved") -> Evidence:
    return Evidence(evidence_id=text[:5], source="article", trust=trust, owner=owner, text=text)


def claim(text: str, owner: str | None = None) -> Claim:
    return Claim(index=0, text=text, start=0, end=len(text), owner=owner)


def test_words_of_the_subject_are_counted_without_a_plural() -> None:
    assert content_words("Your card refunds take 5 days on ORD-1.") == ["card", "refund", "day"]


def test_line_that_shares_most_words_is_the_nearest() -> None:
    evidence = [said("Gift cards never expire."), said("Mugs break. Card refunds take ten days. Cards are plastic.")]
    found = nearest_line(claim("A card refund takes 3 days."), evidence)
    assert found is not None
    assert (found.evidence, found.line) == (evidence[1], "Card refunds take ten days.")


def test_one_common_word_is_not_near() -> None:
    assert nearest_line(claim("Refunds are free."), [said("Refunds take ten days.")]) is None
    assert nearest_line(claim("Refunds are free."), []) is None


def test_another_order_and_the_customers_own_words_are_never_near() -> None:
    words = "The blue mug was delivered."
    others = [said(words, owner="ORD-2"), said(words, owner="ORD-1", trust="user"), said(words)]
    assert nearest_line(claim(words, owner="ORD-1"), others) is None
