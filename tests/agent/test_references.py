"""Whom "it", "the second one" and "the refund" speak of; in doubt of no order."""

from __future__ import annotations

from datetime import date

import pytest

from agent.claims import ClaimSplitter

A, B, C = "ORD-2001", "ORD-2002", "ORD-2003"

OWNED: dict[str, list[str | None]] = {
    f"{A} was sent on 2 March. It was delivered on 5 March.": [A, A],
    f"{A} was sent on 2 March. It was delivered on 5 March. It was left at the door.": [A, A, A],
    f"{A} was sent on 2 March. Your parcel was delivered on 5 March.": [A, A],
    f"{A} was sent on 2 March. The refund of 45 USD was issued on 5 March.": [A, A],
    f"{A} was sent on 2 March. We refunded 45 USD on 5 March.": [A, A],
    f"{A} was sent on 2 March. The total was 45 USD.": [A, A],
    f"{A} was sent on 2 March and the refund of 45 USD was issued on 5 March.": [A, A],
    f"{A} was sent on 2 March and {B} was sent on 3 March.": [A, B],
    f"{A} was sent on 2 March and {B} on 3 March.": [A, B],
    f"{A} and {B} are yours. The first one was sent on 2 March. The second one is still on its way.": [None, A, B],
    f"{A} and {B} are yours. The former was sent on 2 March. The latter was sent on 3 March.": [None, A, B],
    f"{A} was sent on 2 March. {B} was not. The second order is still on its way.": [A, B, B],
    f"{A} was sent on 2 March. {B} is late. The other one was delivered on 5 March.": [A, B, A],
    f"{A}, {B} and {C} are yours. The last one was sent on 2 March.": [None, C],
    f"{A} and {B} are yours. Both orders were shipped on 2 March.": [None, A, B],
    f"{A} holds a blue jar. {B} holds a lid. The jar was 9 USD.": [A, B, A],
    f"{A} holds a blue jar. {B} holds a lid. The lid was 4 USD.": [A, B, B],
    f"Your order {A}:\n- Delivered on 5 March\n- The total was 45 USD": [A, A, A],
    f"Thanks for waiting!\n\n{A} was sent on 2 March.\n\nIt was delivered on 5 March.": [None, A, A],
}

OWNERLESS: dict[str, list[str | None]] = {
    "It was delivered on 5 March.": [None],
    "The refund of 45 USD was issued on 5 March.": [None],
    f"{A} was sent on 2 March. Refunds take 5 days.": [A, None],
    f"{A} was sent on 2 March. Refunds take 5 days. It was left at the door.": [A, None, None],
    f"{A} was sent on 2 March. The refund takes 5 days.": [A, None],
    f"{A} was sent on 2 March. The total must be 45 USD or more.": [A, None],
    f"{A} was sent on 2 March and refunds take 5 days.": [A, None],
    f"{A} was sent. {B} was sent. The refund of 45 USD was issued on 5 March.": [A, B, None],
    f"{A} was sent. {B} was sent. Your order is late.": [A, B, None],
    f"{A} and {B} were sent. It was delivered on 5 March.": [None, None],
    f"{A} was sent on 2 March. The second one is still on its way.": [A, None],
    f"{A} was sent. {B} holds two jars. The second one is still on its way.": [A, B, None],
    f"{A}, {B} and {C} are yours. The latter was sent on 2 March.": [None, None],
    f"{A}, {B} and {C} are yours. Both orders were shipped on 2 March.": [None, None],
    f"{A} and {B} are yours. Returns take 5 days. The first one was sent on 2 March.": [None, None, None],
    f"{A} holds a jar. {B} holds a jar. The jar was 9 USD.": [A, B, None],
    f"{A} holds a jar. {B} holds a lid. The spoon was 2 USD.": [A, B, None],
    f"{A} holds a jar. The jar is glazed.": [A, None],
    "Jars can be sent back. They can be sent back within 30 days.": [None, None],
}


@pytest.mark.parametrize("draft", [*OWNED, *OWNERLESS])
def test_a_sentence_speaks_of_the_order_it_can_only_mean(draft: str) -> None:
    claims = ClaimSplitter().split(draft, date(2026, 11, 30))
    assert [claim.owner for claim in claims] == (OWNED | OWNERLESS)[draft]


def test_what_is_said_of_both_orders_is_said_of_each_and_cut_together() -> None:
    draft = f"{A} and {B} are yours. Both orders were shipped on 2 March."
    (_, one, other) = ClaimSplitter().split(draft, date(2026, 11, 30))
    assert (one.text, other.text) == (f"Order {A} was shipped on 2 March.", f"Order {B} was shipped on 2 March.")
    assert (one.start, one.end) == (other.start, other.end)
    assert other.depends_on == one.index


def test_a_sentence_that_counts_orders_is_checked_with_the_order_named() -> None:
    draft = f"{A} and {B} are yours. The second one was sent on 3 March."
    (_, claim) = ClaimSplitter().split(draft, date(2026, 11, 30))
    assert claim.text == f"Order {B} was sent on 3 March."
    assert draft[claim.start : claim.end] == "The second one was sent on 3 March."
    assert claim.whole is not None
    assert claim.whole.text == "The second one was sent on 3 March."
