"""Words that a small verifier reads over."""

import pytest

from agent.grounding.shifts import shift


@pytest.mark.parametrize(
    ("premise", "hypothesis", "found"),
    [
        ("Gift cards can be refunded.", "Gift cards cannot be refunded.", "denies"),
        ("Refunds are paid only to the card.", "Refunds are paid to the card.", "only"),
        ("Refunds are paid just to the card.", "Refunds are paid to the card.", "only"),
        ("Refunds are paid to the card.", "Refunds are paid exclusively to the card.", "only"),
        ("A few returns are refunded by hand.", "Few returns are refunded by hand.", "few"),
        ("Few returns are refunded by hand.", "A few returns are refunded by hand.", "few"),
        ("Every item can be returned except gift cards.", "Every item can be returned.", "exception"),
        ("Every item other than food can be returned.", "Every item can be returned.", "exception"),
        ("Unless it is sealed, food is not sold.", "Food is sold.", "exception"),
        ("We inspect a parcel after it reaches us.", "We inspected a parcel.", "past"),
        ("We ship orders daily.", "We shipped the orders.", "past"),
        ("A mug is replaced for free.", "No mug is replaced for free.", "denies"),
        ("A mug costs 4 USD.", "A mug costs nothing.", "denies"),
        ("Up to 3 mugs are replaced.", "Not one of the mugs is replaced.", "denies"),
        ("We take it back only if it is faulty.", "We take it back.", "only"),
        ("Only members can return mugs if they are faulty.", "If mugs are faulty, they can be returned.", "only"),
        ("Mugs go by Orrin Post only, and lids are free.", "Mugs go by Orrin Post.", "only"),
        ("We return parcels when they arrive.", "We returned parcels when they arrive.", "past"),
    ],
)
def test_shift_is_found(premise: str, hypothesis: str, found: str) -> None:
    assert found in (shift(hypothesis, [premise]) or "")


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("Gift cards cannot be refunded.", "We do not refund gift cards."),
        ("Refunds are paid only to the card.", "We pay refunds only to the card."),
        ("Refunds go just to the card.", "Refunds go solely to the card."),
        ("Just write to us and we refund the card.", "Write to us and we refund the card."),
        ("It takes a few days.", "It takes some days."),
        ("In the next few days we refund it.", "We refund it soon."),
        ("Every item can be returned, except food.", "Apart from food, you can return everything."),
        ("We inspect every parcel.", "Every parcel is inspected."),
        ("We inspect every parcel.", "Every parcel will then be carefully inspected."),
        ("Unused boots can be returned.", "You can return unused boots."),
        ("The parcel was returned on Monday.", "On Monday the parcel returned."),
        ("Refunded items are listed.", "Refunded items are on a list."),
        ("It takes up to 3 days.", "It takes no longer than 3 days."),
        ("Mugs of 3 years or less are replaced.", "Mugs are replaced if not older than 3 years."),
        ("The label is free.", "You pay nothing for the label."),
        ("The label is free of charge.", "There is no charge for the label."),
        ("Cancel it for free.", "You can cancel without a charge."),
        ("We take it back only if it is faulty.", "We take it back, provided that it is faulty."),
        ("We may leave it there only with your permission.", "If you have allowed it, we may leave it there."),
        ("Faulty mugs are replaced on arrival.", "We replace a mug if it arrived faulty."),
        ("Mugs go by Orrin Post only and cannot go to Malta.", "Mugs cannot go to Malta."),
        ("Gift wrapping costs 3 USD.", "To have it gift-wrapped, you pay 3 USD."),
        ("Only members get a discount. Refunds are paid to the card.", "Refunds are paid to the card."),
    ],
)
def test_no_shift_is_found(premise: str, hypothesis: str) -> None:
    assert shift(hypothesis, [premise]) is None


def test_either_premise_may_deny() -> None:
    assert shift("It is not refunded.", ["Gift cards are sold.", "They are never refunded."]) is None


def test_nothing_to_read_shifts_nothing() -> None:
    assert shift("Refunds are paid.", []) is None
