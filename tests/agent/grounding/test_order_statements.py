"""What a chat model says of an order: true sentences are proved, and no small change of one of them is."""

from __future__ import annotations

from datetime import date

import pytest

from agent.build import Parts, build_grounder
from agent.claims import ClaimSplitter
from agent.grounding.exact import ExactTier
from agent.open_models import open_nli
from agent.settings import Settings
from agent.types import Evidence, Verdict
from tests.agent.grounding.order_sentences import (
    APRON,
    BOARD,
    EVIDENCE,
    LAMP,
    MUGS,
    ROWS,
    TODAY,
    claim_of,
    false_sentences,
    true_sentences,
)


def verdict(owner: str, sentence: str, evidence: tuple[Evidence, ...] = EVIDENCE) -> Verdict | None:
    (found,) = ExactTier(today=TODAY).settle([claim_of(owner, sentence)], evidence)
    return found


def label(owner: str, sentence: str, evidence: tuple[Evidence, ...] = EVIDENCE) -> str | None:
    found = verdict(owner, sentence, evidence)
    return None if found is None else found.label


def test_table_is_large_enough_to_mean_something() -> None:
    assert len(true_sentences()) >= 80
    assert all(len(changes.split("|")) == 3 for rows in ROWS.values() for _, changes in rows)


@pytest.mark.parametrize(("owner", "sentence"), true_sentences())
def test_true_sentence_is_supported_by_fields(owner: str, sentence: str) -> None:
    assert label(owner, sentence) == "supported"


@pytest.mark.parametrize(("owner", "sentence"), list(false_sentences()))
def test_false_sentence_is_not_supported(owner: str, sentence: str) -> None:
    assert label(owner, sentence) != "supported"


def test_four_fifths_of_the_false_sentences_are_refuted_not_left_open() -> None:
    claims = [claim_of(owner, sentence) for owner, sentence in false_sentences()]
    verdicts = ExactTier(today=TODAY).settle(claims, EVIDENCE)
    assert [one.label if one else None for one in verdicts].count("refuted") >= 0.8 * len(claims)


def test_no_later_tier_supports_a_false_sentence(shop: Parts) -> None:
    cascade = build_grounder(shop.settings, shop.embedder, open_nli(Settings()), TODAY).cascade
    claims = [
        claim_of(owner, sentence).model_copy(update={"index": n})
        for n, (owner, sentence) in enumerate(false_sentences())
    ]
    verdicts = cascade.ground(claims, EVIDENCE)
    assert [found.claim.text for found in verdicts if found.label == "supported"] == []


def test_draft_of_several_sentences_is_supported_claim_by_claim() -> None:
    draft = f"Order {MUGS}:\n- Status: delivered\n- Total: $45.00\n- Carrier: Larkfield Couriers"
    found = ExactTier(today=TODAY).settle(ClaimSplitter().split(draft, TODAY), EVIDENCE)
    assert [one.label if one else None for one in found] == ["supported"] * 4


def test_value_of_another_order_is_named_as_that() -> None:
    found = verdict(MUGS, f"{MUGS} was shipped on 17 March.")
    assert found is not None
    assert (found.label, found.reason) == ("refuted", f"17 March is the shipping date of {APRON}, not of {MUGS}.")


def test_evidence_of_a_verdict_is_the_field_that_holds_the_value() -> None:
    found = verdict(MUGS, "It was shipped on 2 March and the total was $45.00.")
    assert found is not None
    assert [ref.id for ref in found.evidence] == [f"{MUGS}/shipped_on", f"{MUGS}/total"]


@pytest.mark.parametrize(
    ("owner", "sentence"),
    [
        (MUGS, "It was delivered on 5 March to your neighbour."),
        (MUGS, "It was delivered on 5 March, so you can return it."),
        (MUGS, "It was delivered on 5 March, I believe."),
        (MUGS, "It was just delivered."),
        (MUGS, "Was it delivered on 5 March?"),
        (MUGS, "According to our shipping article, it was delivered on 5 March."),
        (MUGS, "# It was delivered on 5 March."),
        (APRON, "It will arrive on 23 March."),
        (APRON, "You will receive it by 23 March."),
        (APRON, "It is guaranteed to arrive on 23 March."),
        (BOARD, "The Cork board has been returned."),
        (BOARD, "We refunded the Cork board in full."),
        (LAMP, "It will be shipped on 27 March."),
        ("", "It was delivered on 5 March."),
    ],
)
def test_sentence_that_says_more_or_promises_is_not_supported(owner: str, sentence: str) -> None:
    assert label(owner, sentence) != "supported"


def test_of_two_refunds_amount_and_day_must_be_of_the_same_one() -> None:
    def move(number: int, name: str, text: str) -> Evidence:
        return Evidence(
            evidence_id=f"{MUGS}/refunds.{number}.{name}",
            source="order",
            trust="verified",
            owner=MUGS,
            field=f"refunds.{number}.{name}",
            text=text,
        )

    moves = tuple(
        one
        for number, amount, day in ((1, "5.00", "2026-03-08"), (2, "7.00", "2026-03-09"))
        for one in (
            move(number, "amount", f"A refund of {amount} USD for order {MUGS} was issued to PayPal."),
            move(number, "on", f"The refund of {amount} USD for order {MUGS} was issued on {day}."),
        )
    )
    assert label(MUGS, "We refunded $7.00 on 9 March.", moves) == "supported"
    assert label(MUGS, "We refunded $7.00 on 8 March.", moves) != "supported"


def test_order_sent_in_part_proves_nothing_of_one_item() -> None:
    partly = Evidence(
        evidence_id=f"{MUGS}/status",
        source="order",
        trust="verified",
        owner=MUGS,
        field="status",
        text=f"Order {MUGS} has been shipped in part; the rest has not been shipped yet.",
    )
    evidence = (partly, *(one for one in EVIDENCE if one.field != "status"))
    assert label(MUGS, "Your Walnut tray was shipped on 2 March.", evidence) != "supported"
    assert label(MUGS, "It was shipped on 2 March.", evidence) != "supported"


def test_long_noise_is_given_up_soon() -> None:
    noise = "it was shipped, " * 3000
    assert ExactTier(today=date(2026, 3, 20)).settle([claim_of(MUGS, noise)], EVIDENCE) is not None
