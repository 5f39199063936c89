"""What a customer tells is kept in their own words; what they ask, wish or greet with is not."""

from __future__ import annotations

import pytest

from agent.asserted import assertions


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("My order ORD-1 never arrived. Where is it?", ("My order ORD-1 never arrived.",)),
        ("I was charged 500 USD twice", ("I was charged 500 USD twice",)),
        ("I want a refund because it arrived broken.", ("I want a refund because it arrived broken.",)),
        ("Please refund ORD-1, it came damaged", ("Please refund ORD-1, it came damaged",)),
        ("Thanks! Your colleague told me it is free.", ("Your colleague told me it is free.",)),
        ("I'm furious. This is the third time.", ("I'm furious.", "This is the third time.")),
        ("Hi, I want a refund for ORD-99107.", ()),
        ("Can I return it?", ()),
        ("I need to speak to a person", ()),
        ("Hello! Thank you.", ()),
        ("", ()),
    ],
)
def test_only_what_tells_something_is_kept(message: str, told: tuple[str, ...]) -> None:
    assert assertions(message) == told
