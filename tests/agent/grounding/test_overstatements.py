from __future__ import annotations

import pytest

from agent.grounding.evidence_book import EvidenceBook
from agent.grounding.overstatements import overstated
from agent.types import Evidence
from tests.agent.grounding.order_sentences import BOARD, EVIDENCE, TODAY

BOOK = EvidenceBook.of(EVIDENCE, TODAY)
"""Of the cork board's 42.40 USD, 32.00 USD were paid back."""


@pytest.mark.parametrize(
    "sentence",
    ["Your whole order was refunded.", "It was refunded in full.", "It was fully refunded.", "You got a full refund."],
)
def test_refund_of_a_part_is_not_one_of_the_whole(sentence: str) -> None:
    found = overstated(sentence, [BOARD], BOOK)
    assert found is not None
    assert found.label == "not_enough_info"


def test_refunds_that_add_up_to_the_total_are_of_the_whole() -> None:
    rest = Evidence(
        evidence_id="rest",
        source="order",
        trust="verified",
        owner=BOARD,
        field="refunds.2.amount",
        text=f"A refund of 10.40 USD for order {BOARD} was issued to paypal.",
    )
    assert overstated("It was refunded in full.", [BOARD], EvidenceBook.of([*EVIDENCE, rest], TODAY)) is None


@pytest.mark.parametrize("wish", ["as you asked", "as requested", "at your request"])
def test_nothing_records_who_asked_for_a_cancellation(wish: str) -> None:
    assert overstated(f"It was cancelled {wish}.", [BOARD], BOOK) is not None
    assert overstated(f"It was shipped {wish}.", [BOARD], BOOK) is None


def test_action_that_was_taken_was_asked_for() -> None:
    done = Evidence(
        evidence_id="act", source="action", trust="verified", owner=BOARD, text=f"Order {BOARD} was cancelled."
    )
    assert overstated("It was cancelled as you asked.", [BOARD], EvidenceBook.of([*EVIDENCE, done], TODAY)) is None
