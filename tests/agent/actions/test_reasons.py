"""Why a refund is wanted is read from plain words, and left open where none of them stands."""

from __future__ import annotations

import pytest

from agent.actions.reasons import refund_reason
from policies.types import RefundReason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I ordered too much, please refund the harvest box", "changed_mind"),
        ("we bought too many of them", "changed_mind"),
        ("I ordered too much and half of it was rotten", "damaged"),
        ("it cost too much", "other"),
        ("please refund it", "other"),
    ],
)
def test_reason_of_a_refund_is_the_first_whose_words_stand_there(text: str, reason: RefundReason) -> None:
    assert refund_reason(text) == reason
