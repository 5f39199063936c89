"""One frame serves every field: an order, a value or a hedge may stand in front, behind or between, and states no more."""

from __future__ import annotations

import pytest

from agent.build import Parts, build_grounder
from agent.claims import ClaimSplitter
from agent.gathering import field_evidence
from agent.grounding.exact import ExactTier
from agent.open_models import open_nli
from agent.settings import Settings
from agent.types import Evidence
from knowledge.order_fields import order_fields
from tests.agent.grounding.order_frames import FRAMES
from tests.agent.grounding.order_sentences import (
    BOARD,
    EVIDENCE,
    LAMP,
    MUGS,
    TODAY,
    claim_of,
    false_sentences,
    item,
    moved,
    order,
    true_sentences,
)


def label(owner: str, sentence: str, evidence: tuple[Evidence, ...] = EVIDENCE) -> str | None:
    (found,) = ExactTier(today=TODAY).settle([claim_of(owner, sentence)], evidence)
    return None if found is None else found.label


def evidence_of(
    order_id: str, *items: dict[str, object], payments: tuple[dict[str, object], ...] = ()
) -> tuple[Evidence, ...]:
    said = {"status": "delivered", "placed_on": "2026-02-01", "shipping_fee": None}
    made = order(order_id, items=list(items), payments=list(payments), **said)
    return tuple(field_evidence(field) for field in order_fields(made))


@pytest.mark.parametrize(("owner", "sentence"), true_sentences(FRAMES))
def test_true_sentence_is_supported_by_fields(owner: str, sentence: str) -> None:
    assert label(owner, sentence) == "supported"


@pytest.mark.parametrize(("owner", "sentence"), list(false_sentences(FRAMES)))
def test_false_sentence_is_not_supported(owner: str, sentence: str) -> None:
    assert label(owner, sentence) != "supported"


def test_every_sentence_has_three_ways_to_be_false() -> None:
    assert all(len(changes.split("|")) == 3 for rows in FRAMES.values() for _, changes in rows)


def test_no_later_tier_supports_a_false_sentence(shop: Parts) -> None:
    cascade = build_grounder(shop.settings, shop.embedder, open_nli(Settings()), TODAY).cascade
    claims = [
        claim_of(owner, sentence).model_copy(update={"index": n})
        for n, (owner, sentence) in enumerate(false_sentences(FRAMES))
    ]
    verdicts = cascade.ground(claims, EVIDENCE)
    assert [found.claim.text for found in verdicts if found.label == "supported"] == []


@pytest.mark.parametrize(
    ("owner", "sentence"),
    [
        ("", f"For order {MUGS} the total of order {BOARD} is $42.40."),
        ("", f"Order {MUGS} has a payment of $45.00 for order {BOARD}."),
        (MUGS, "The Enamel mugs cost $12.50 each, for a total of $45.00."),
        (MUGS, f"No {MUGS} was delivered on 5 March."),
        (MUGS, f"Order {MUGS} was delivered on 5 March, as far as I can see to your neighbour."),
        (MUGS, f"As far as I can see, order {MUGS} was delivered on 5 March, so you can return it."),
        (MUGS, f"Order {MUGS} is with Northway Post."),
        (LAMP, f"Order {LAMP} is with Northway Post."),
        (BOARD, f"{BOARD} is marked as delivered."),
        (MUGS, "The items come to $40.00, shipping included."),
        (MUGS, "You ordered 2 kg of Enamel mugs."),
        (MUGS, "The Walnut tray was $15.00, including $5.00 for shipping."),
        (MUGS, "The total is $45.00, plus $5.00 for shipping."),
        (MUGS, "The total is $45.00 with a $5.00 discount."),
        (MUGS, "The items come to $40.00, including $5.00 for shipping."),
        (MUGS, "We paid $45.00 for ORD-41001 by credit card."),
    ],
)
def test_sentence_that_says_more_or_of_another_is_not_supported(owner: str, sentence: str) -> None:
    assert label(owner, sentence) != "supported"


@pytest.mark.parametrize("written", ["It was delivered on <d0>.", "Order <o0> was delivered.", "The total is <m7>."])
def test_what_looks_like_a_slot_is_only_text(written: str) -> None:
    assert label(MUGS, written) != "supported"


def test_only_order_of_a_line_above_is_looked_up_without_stating_anything() -> None:
    assert label(MUGS, f"I have checked order {MUGS} for you.") == "supported"
    assert label(MUGS, f"I have checked order {MUGS} with the carrier.") != "supported"


def test_list_item_is_read_with_the_line_that_leads_into_it() -> None:
    def labels(lead: str) -> list[str | None]:
        draft = f"{lead}\n- 2 × Enamel mug at $12.50 each\n- 1 × Walnut tray at $15.00"
        found = ExactTier(today=TODAY).settle(ClaimSplitter().split(draft, TODAY), EVIDENCE)
        return [None if one is None else one.label for one in found]

    assert labels(f"Your order {MUGS} contains:") == ["supported"] * 3
    assert labels(f"Items in order {MUGS}:") == ["supported"] * 3
    assert "supported" not in labels(f"Missing from order {MUGS}:")
    assert "supported" not in labels(f"Items in order {BOARD}:")[1:]


TWO_MUGS = evidence_of("ORD-41009", item("Enamel mug", 2, "12.50"), item("Travel mug", 1, "20.00"))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Order ORD-41009 includes the mug.", "supported"),
        ("The quantity of the mug is 2.", None),
        ("The mug costs $20.00 each.", None),
        ("The quantity of the Enamel mug is 2.", "supported"),
        ("The Travel mug costs $20.00.", "supported"),
    ],
)
def test_name_of_two_items_proves_nothing_but_that_there_is_one(sentence: str, expected: str | None) -> None:
    assert label("ORD-41009", sentence, TWO_MUGS) == expected


def test_one_of_two_payments_is_not_the_payment() -> None:
    paid = (moved("payment", "20.00", "gift_card", "2026-02-01"), moved("payment", "25.00", "paypal", "2026-02-02"))
    evidence = evidence_of("ORD-41009", item("Enamel mug", 1, "45.00"), payments=paid)
    assert label("ORD-41009", "Our records show a payment of $20.00.", evidence) == "supported"
    assert label("ORD-41009", "You paid $20.00 by gift card.", evidence) == "supported"
    assert label("ORD-41009", "The payment is $20.00.", evidence) is None
    assert label("ORD-41009", "You paid $20.00.", evidence) is None


NUMBERED = evidence_of(
    "ORD-41009", item("Case for Tab 10", 2, "9.00"), item("Bottle", 1, "7.00", size="500 ml", kind="glass")
)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("You ordered two Cases for Tab 10 at $9.00 each.", None),
        ("You ordered two Case for Tab 10 at $9.00 each.", "supported"),
        ("The Case for Tab 10 is part of order ORD-41009.", "supported"),
        ("The Case for Tab 11 is part of order ORD-41009.", None),
        ("The quantity of the Case for Tab 10 is 2.", "supported"),
        ("Order ORD-41009 contains one Bottle (500 ml, glass).", "supported"),
        ("Order ORD-41009 contains one Bottle (750 ml, glass).", None),
    ],
)
def test_name_or_option_may_hold_a_number(sentence: str, expected: str | None) -> None:
    assert (label("ORD-41009", sentence, NUMBERED) == "supported") == (expected == "supported")


def test_fronted_order_holds_up_to_the_next_one() -> None:
    both = f"For order {MUGS} the total is $45.00 and for order {BOARD} the total is $42.40."
    assert label("", both) == "supported"
    assert label("", both.replace("45.00", "42.40", 1)) != "supported"


@pytest.mark.parametrize(
    "sentence",
    [
        "The items come to $40.00, plus $5.00 for shipping.",
        "The total is $45.00 (including $5.00 for shipping).",
        "ORD-41001 totals $45.00: $40.00 for the items and $5.00 for shipping.",
        "You paid $45.00 for ORD-41001 by credit card; the shipping fee was $5.00.",
    ],
)
def test_what_an_amount_includes_stands_behind_it(sentence: str) -> None:
    assert label(MUGS, sentence) == "supported"


def test_unit_price_is_a_decimal_and_not_its_digits() -> None:
    evidence = evidence_of("ORD-41009", item("Enamel mug", 1, "12.50"))
    assert label("ORD-41009", "The price of the Enamel mug is 12.5 USD apiece.", evidence) == "supported"
    assert label("ORD-41009", "The price of the Enamel mug is 1250 USD apiece.", evidence) != "supported"
