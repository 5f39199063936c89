"""A judge's "supported" is taken only where code finds nothing against it in the sentences around its quote."""

from __future__ import annotations

import pytest

from agent.grounding.judge_answer import Ruling
from agent.grounding.judge_prompt import Asked, Exhibit
from agent.grounding.judge_proof import objection, places
from agent.types import Claim, Evidence
from tests.agent.grounding.judging import TODAY, article, claim


def found(said: str | Claim, evidence: Evidence, quote: str) -> str | None:
    """Why the quote proves nothing; None where it is taken."""
    of = claim(said) if isinstance(said, str) else said
    asked = Asked(claim=of, text=of.text)
    exhibits = [Exhibit(label="E1", evidence=evidence, text=evidence.text)]
    ruling = Ruling(claim="C0", label="supported", evidence=["E1"], quote=quote)
    standing = places(asked, ruling, exhibits, TODAY)
    if isinstance(standing, str):
        return standing
    doubts = [objection(asked, place, TODAY) for place in standing]
    return None if None in doubts else doubts[0]


def taken(said: str | Claim, text: str, quote: str | None = None) -> bool:
    return found(said, article(text), text if quote is None else quote) is None


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Items may go back for 30 days after they are delivered.", "You can send an item back for 30 days."),
        ("A replacement lamp costs you nothing.", "There is no charge for a replacement lamp."),
        ("Your replacement lamp is free.", "There is no charge for a replacement lamp."),
        ("Gift cards stay valid without any end.", "Gift cards never expire."),
        ("Food cannot be sent back unless it arrived damaged.", "Unless it arrived damaged, food cannot be returned."),
        (
            "We repair clocks in our workshop in Leeds.",
            "All clocks are repaired by our own workshop, which is in Leeds.",
        ),
        ("After we have the parcel, the money is on its way.", "We send the money once the parcel is with us."),
    ],
)
def test_paraphrase_of_the_quoted_sentence_is_taken(said: str, text: str) -> None:
    assert taken(said, text)


@pytest.mark.parametrize(
    ("said", "text", "why"),
    [
        ("You can send it back for 90 days.", "You can send an item back for 30 days.", "does not hold 90 days"),
        ("You can send it back for up to 30 days.", "You can send an item back for 30 days.", "does not hold"),
        ("Lamps cost 40 EUR.", "Lamps cost 40 USD.", "does not hold 40 EUR"),
        ("Gift cards are refunded.", "We never refund gift cards.", "the evidence denies"),
        ("Gift cards are never refunded.", "Gift cards are refunded in our shop.", "it denies"),
        ("Lamps are refunded.", "Only lamps that arrived broken are refunded.", "“only”"),
        ("Food is refunded.", "Food is refunded except when it was opened.", "exception"),
        ("Lamps are refunded.", "Lamps are refunded if they are unopened.", "has a condition"),
        ("We sell wooden bowls.", "Parcels leave our warehouse at noon.", "speaks of something else"),
        ("We shipped lamps to you.", "We ship lamps.", "tells of the past"),
    ],
)
def test_what_the_quoted_sentence_does_not_bear_out_is_not_taken(said: str, text: str, why: str) -> None:
    reason = found(said, article(text), text)
    assert reason is not None
    assert why in reason


def test_value_from_another_sentence_of_the_evidence_is_not_the_quotes() -> None:
    text = "Refunds take 5 days. Returns are open for 30 days."
    assert not taken("Refunds take 30 days.", text, "Refunds take 5 days.")


def test_words_cut_out_of_a_sentence_are_read_with_all_of_it() -> None:
    text = "In no case are gift cards refunded in cash."
    assert found("Gift cards are refunded in cash.", article(text), "gift cards refunded in cash") == (
        "the evidence denies, the claim does not"
    )


def test_list_item_is_read_with_its_lead_in() -> None:
    text = "These are never refunded:\n- gift cards of any value;\n- final sale."
    assert not taken("Gift cards of any value are refunded.", text, "gift cards of any value")


def test_condition_that_follows_the_quote_must_stand_in_the_draft() -> None:
    text = "Bowls are refunded in full. Only if unopened."
    assert not taken("The whole price of bowls is refunded.", text, "Bowls are refunded in full.")
    kept = claim("The whole price of bowls is refunded.", leads=(), after="Only if unopened.")
    assert taken(kept, text, "Bowls are refunded in full.")


def test_quote_is_found_whatever_its_letters_blanks_and_signs_look_like() -> None:
    text = "You can’t send\n  food back – ever — even if it is unopened & whole."
    assert taken(
        "Food cannot be sent back, even unopened.",
        text,
        "YOU CAN'T send food back - ever - even if it is unopened &amp; whole.\"",
    )


def test_quote_with_a_word_left_out_is_not_found() -> None:
    text = "Food that was opened is not refunded."
    assert not taken("Food is not refunded.", text, "Food is not refunded.")


def test_of_several_places_one_that_holds_is_enough() -> None:
    text = "Never ask: we refund lamps in cash only on request. For lamps, we refund lamps in cash."
    assert taken("Lamps are refunded in cash.", text, "we refund lamps in cash")


def test_quote_over_many_sentences_proves_nothing() -> None:
    text = "We sell lamps. We sell bowls. We sell mugs. We sell clocks."
    assert not taken("We sell lamps.", text)


def test_citation_of_another_article_is_not_proved_by_this_one() -> None:
    cited = claim("According to our shipping article, lamps are sent by post.")
    evidence = article("Lamps are sent by post.", article="returns")
    assert found(cited, evidence, "Lamps are sent by post.") == "it names no evidence that may prove the claim"
