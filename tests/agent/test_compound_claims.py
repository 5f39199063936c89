"""Compound sentences: parted where it is sure, left whole where anything may belong to both sides."""

from __future__ import annotations

from itertools import pairwise

import pytest

from agent.compound_claims import parts_of

PARTED = {
    "ORD-2001 was delivered on 3 March and the refund of 45 USD was issued on 5 March.": (
        "ORD-2001 was delivered on 3 March.",
        "The refund of 45 USD was issued on 5 March.",
    ),
    "Your order #W2611340 arrived on 3 March, and your refund was issued on 5 March.": (
        "Your order #W2611340 arrived on 3 March.",
        "Your refund was issued on 5 March.",
    ),
    "You can send it back within 30 days if it is sealed, and we pay the postage.": (
        "You can send it back within 30 days if it is sealed.",
        "We pay the postage.",
    ),
    "The jar costs 9 USD and it takes 4 days.": ("The jar costs 9 USD.", "It takes 4 days."),
    "Refunds take 5 days, and parcels take 3 days.": ("Refunds take 5 days.", "Parcels take 3 days."),
    "The jar was 9 USD; the lid was 4 USD.": ("The jar was 9 USD.", "The lid was 4 USD."),
    "The jar was 9 USD; and the lid was 4 USD; and the spoon was 2 USD.": (
        "The jar was 9 USD.",
        "The lid was 4 USD.",
        "The spoon was 2 USD.",
    ),
    "Your parcel was sent on 2 March, but it has not arrived yet.": (
        "Your parcel was sent on 2 March.",
        "It has not arrived yet.",
    ),
    "ORD-2001 was shipped on 2 March and delivered on 5 March.": (
        "ORD-2001 was shipped on 2 March.",
        "ORD-2001 was delivered on 5 March.",
    ),
    "It was placed on 1 March, shipped on 2 March, and delivered on 5 March.": (
        "It was placed on 1 March.",
        "It was shipped on 2 March.",
        "It was delivered on 5 March.",
    ),
    "ORD-2001 was shipped on 2 March and should arrive on 6 March.": (
        "ORD-2001 was shipped on 2 March.",
        "ORD-2001 should arrive on 6 March.",
    ),
    "Your order ORD-2001 was shipped on 2 March and arrived on 6 March.": (
        "Your order ORD-2001 was shipped on 2 March.",
        "Your order ORD-2001 arrived on 6 March.",
    ),
    "ORD-2001 was shipped on 2 March and ORD-2002 on 4 March.": (
        "ORD-2001 was shipped on 2 March.",
        "ORD-2002 was shipped on 4 March.",
    ),
    "ORD-2001 was delivered on 3 March and ORD-2002 is still on its way.": (
        "ORD-2001 was delivered on 3 March.",
        "ORD-2002 is still on its way.",
    ),
    "- The jar was 9 USD and the lid was 4 USD": ("- The jar was 9 USD.", "- The lid was 4 USD."),
    "Good news, your order was sent on 2 March and your refund was issued on 5 March!": (
        "Good news, your order was sent on 2 March.",
        "Your refund was issued on 5 March!",
    ),
    "It was shipped on 2 March and delivered on 5 March, and the refund of 45 USD was issued on 8 March.": (
        "It was shipped on 2 March.",
        "It was delivered on 5 March.",
        "The refund of 45 USD was issued on 8 March.",
    ),
}

WHOLE = (
    "",
    "Jars take 4 days.",
    "We ship jars, lids and spoons.",
    "The jar and the lid are glazed.",
    "The jar, the lid, and the spoon are glazed.",
    "We think the jar, the lid, and the spoon are glazed.",
    "We know the jar and the lid are glazed.",
    "You can send it back if it is sealed and you have the slip.",
    "You can send it back if it is sealed, and you have the slip.",
    "If it is sealed, you can send it back and we pay the postage.",
    "When it arrives, we check it and we refund you.",
    "You can send it back and we pay the postage if it is sealed.",
    "You can send it back, and we pay the postage, unless it is engraved.",
    "Postage is free and jars are free for club guests.",
    "The postage is free and the box is free in Ireland.",
    "In Malta, the postage is 9 USD and the box is 2 USD.",
    "For jars, the postage is 9 USD and the box is 2 USD.",
    "Within 30 days, the jar can be sent back and we pay 9 USD.",
    "Send it back and we will refund you.",
    "You send it back, and we refund you.",
    "Either the jar was sent or the lid was sent, and we check it.",
    "Both the jar and the lid were sent.",
    "Neither the jar was sent on 2 March nor the lid was sent on 3 March.",
    "The jar was sent on 2 March and the lid on 3 March, respectively.",
    "Sign in and then open the page.",
    "You can send it back, but only if it is sealed.",
    "The jar that was sent on 2 March and the lid are glazed.",
    "The jar which we sent on 2 March and the lid is lost was yours.",
    'The page says "the jar was 9 USD and the lid was 4 USD".',
    "The jar (it was 9 USD and the lid was 4 USD) is glazed.",
    "Was the jar sent on 2 March and was the lid sent on 3 March?",
    "The jar was 9 USD and the lid was 4 USD:",
    "The order was shipped and delivered on 5 March.",
    "ORD-2001 and ORD-2002 were shipped on 2 March.",
    "ORD-2001 was shipped on 2 March and delivered.",
    "It costs between 4 and 9 USD.",
    "It was paid on 2 March, 2026 and 45 USD.",
    "According to our Jars article, jars take 4 days and lids take 6 days.",
    "Jars take 4 days, and lids take 6 days (according to our Jars article).",
    "**The jar was 9 USD and the lid was 4 USD.**",
    "You mentioned that the jar was 9 USD and the lid was 4 USD.",
    "We told you the jar was 9 USD and the lid was 4 USD.",
    "The jar was sent because the lid was lost and the box was wet.",
    "The postage is 9 USD and the postage costs.",
    "Read https://harbourlane.example/a and we reply on 2 March.",
    "| The jar was 9 USD and the lid was 4 USD |",
    "However, jars take 4 days and lids take 6 days.",
    "Please sign in and we send it on 2 March.",
)


@pytest.mark.parametrize("sentence", PARTED)
def test_coordinated_clauses_are_parts_of_their_own(sentence: str) -> None:
    assert tuple(part.text for part in parts_of(sentence)) == PARTED[sentence]


@pytest.mark.parametrize("sentence", WHOLE)
def test_a_sentence_that_is_not_surely_parted_stays_whole(sentence: str) -> None:
    assert parts_of(sentence) == ()


@pytest.mark.parametrize("sentence", PARTED)
def test_spans_are_in_order_and_hold_all_but_the_joints(sentence: str) -> None:
    parts = parts_of(sentence)
    between = [sentence[one.end : other.start] for one, other in pairwise(parts)]
    assert (parts[0].start, parts[-1].end) == (0, len(sentence))
    assert all(joint.strip(" ,;") in ("", "and", "but") for joint in between)


def test_a_part_says_whether_it_borrows_or_is_opposed() -> None:
    (_, borrowing) = parts_of("ORD-2001 was shipped on 2 March and delivered on 5 March.")
    (_, opposed) = parts_of("Your parcel was sent on 2 March, but it has not arrived yet.")
    assert (borrowing.borrows, borrowing.opposed) == (True, False)
    assert (opposed.borrows, opposed.opposed) == (False, True)
