"""What a verifier is asked about a claim: the claim as it can be read without its draft, or nothing."""

from __future__ import annotations

import pytest

from agent.grounding.hypothesis import hypothesis_of, is_plain_english, may_be_read
from agent.types import Claim, Evidence


def claim(text: str, **values: object) -> Claim:
    return Claim.model_validate({"index": 0, "text": text, "start": 0, "end": len(text), **values})


def test_claim_is_asked_without_its_marks() -> None:
    assert hypothesis_of(claim("- **Returns** are free.")) == "Returns are free."


@pytest.mark.parametrize(
    "text",
    [
        "Are returns free?",
        "# Returns are free",
        "Возврат возможен в течение 30 дней.",
        "Fresh food ✅ refundable",
        "Price > 50 USD",
        "",
    ],
)
def test_what_it_never_learned_to_read_is_not_asked(text: str) -> None:
    assert hypothesis_of(claim(text)) is None


def test_values_of_an_order_are_the_exact_tiers_alone() -> None:
    assert hypothesis_of(claim("Order ORD-1 shipped on 2026-11-23.", owner="ORD-1", leads=())) is None
    assert hypothesis_of(claim("Order ORD-1 shipped on 2026-11-23.", owner="ORD-1")) is None
    assert hypothesis_of(claim("Order ORD-1 is on its way.", owner="ORD-1", leads=())) == "Order ORD-1 is on its way."


def test_sentence_that_leans_back_is_read_with_the_one_before() -> None:
    leaning = claim("It is taken off the refund.", leads=(), before="We charge 6.50 USD.")
    assert hypothesis_of(leaning) == "We charge 6.50 USD. It is taken off the refund."


def test_sentence_that_leans_on_nothing_is_not_asked() -> None:
    assert hypothesis_of(claim("It is taken off the refund.", leads=())) is None


def test_list_item_is_read_with_what_leads_into_it() -> None:
    item = claim("- gift cards", leads=("These are never refunded:",))
    assert hypothesis_of(item) == "These are never refunded: gift cards"
    assert hypothesis_of(claim("2. Gift cards.", leads=())) is None
    assert hypothesis_of(claim("- It has 3 items", owner="ORD-1", leads=("Order ORD-1:",))) is None


def test_claim_that_is_checked_alone_is_read_as_it_is() -> None:
    assert hypothesis_of(claim("It is taken off the refund.")) == "It is taken off the refund."


def test_only_the_cited_article_is_read_for_a_claim_that_cites() -> None:
    refunds, returns = (
        Evidence(evidence_id=f"{name}#0", source="article", trust="retrieved", text="x", heading_path=(name.title(),))
        for name in ("refunds", "returns")
    )
    cited = claim("According to our refunds article, it takes 10 days.")
    assert may_be_read(refunds, cited)
    assert not may_be_read(returns, cited)


@pytest.mark.parametrize("text", ["Café costs €5 – “today”.", "2 × lamp, 100 % cotton"])
def test_accents_quotes_and_currency_signs_are_plain(text: str) -> None:
    assert is_plain_english(text)


def test_part_that_leans_on_its_own_sentence_is_read_with_it_even_without_a_draft() -> None:
    text = "The jar was 9 USD, but it has not been sent."
    whole = claim(text)
    part = claim("It has not been sent.", whole=whole, before="The jar was 9 USD.").model_copy(update={"start": 23})
    assert hypothesis_of(part) == "The jar was 9 USD. It has not been sent."
    first = claim("It was 9 USD.", whole=whole, before="Jars are glazed.")
    assert hypothesis_of(first) == "It was 9 USD."
