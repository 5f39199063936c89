"""Articles are asked about "my order", whatever number it has."""

from __future__ import annotations

import pytest

from agent.unnumbered import without_order_ids


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("how long is the return window for ORD-99107", "how long is the return window for my order"),
        ("Was order ORD-99107 delivered?", "Was my order delivered?"),
        ("until when can I return my order number 99107?", "until when can I return my order?"),
        ("ord 99107", "my order"),
        ("Was #ORD-99107 delivered?", "Was my order delivered?"),
        ("how long is ORD-991070 valid", "how long is ORD-991070 valid"),
        ("is E-99107 an error?", "is E-99107 an error?"),
        ("how long do refunds take?", "how long do refunds take?"),
    ],
)
def test_number_of_an_order_becomes_my_order(question: str, asked: str) -> None:
    assert without_order_ids(question, ["ORD-99107"]) == asked


def test_number_of_another_shape_is_known_too() -> None:
    assert without_order_ids("Where is #W2611340?", ["#W2611340"]) == "Where is my order?"


def test_no_order_changes_nothing() -> None:
    assert without_order_ids("ORD-99107?", []) == "ORD-99107?"
