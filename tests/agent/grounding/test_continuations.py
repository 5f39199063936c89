"""A sentence that takes back something of the one before it is told from one that goes on to something else."""

from __future__ import annotations

import pytest

from agent.grounding.continuations import continues


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("Cancelling is free.", "But after packing it costs 5 USD."),
        ("Cancelling is free.", "However, packed boxes cost 5 USD."),
        ("Cancelling is free.", "That said, packed boxes cost 5 USD."),
        ("Cancelling is free.", "Packed boxes, though, cost 5 USD."),
        ("Cancelling is free.", "Before packing, that is."),
        ("Cancelling is free.", "Only before packing."),
        ("Cancelling is free.", "On Mondays."),
        ("Cancelling is free.", "On Mondays and on Tuesdays only."),
        ("Cancelling is free.", "Boxes: never."),
        ("Every lamp has a warranty of 3 years.", "Bulbs: 6 months."),
        ("Cancelling is free.", "Please note that packed boxes cannot be cancelled."),
        ("Cancelling is free.", "- This does not apply to boxes."),
    ],
)
def test_sentence_that_takes_something_back_belongs_to_the_one_before(before: str, text: str) -> None:
    assert continues(text, before)


@pytest.mark.parametrize(
    "text",
    [
        "Packed boxes are sent on Monday.",
        "However you cancel, we confirm it.",
        "Still unsure?",
        "For help, write to us.",
        "On Sundays nobody packs boxes.",
        "Note: our desk is in Boston.",
        "Desk: 9 to 17.",
        "By the way, tea is served.",
    ],
)
def test_sentence_that_goes_on_to_something_else_stands_alone(text: str) -> None:
    assert not continues(text, "Cancelling is free.")
