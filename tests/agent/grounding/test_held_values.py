"""A value proves a claim where the premise says it of the same thing, with no limit from the other side."""

import pytest

from agent.grounding.held_values import misheld_value
from agent.grounding.premise_lines import Line
from tests.agent.grounding.premises import lines

REFUNDS = "The money is back within:\n- Card refunds: 10 business days.\n- Gift card refunds: 24 hours.\n- Bank transfers: 3 business days."
DELIVERY = "Standard delivery takes 4 days. Express delivery takes 1 day, and costs 9.00 USD."
LIMITS = "You can cancel within 45 minutes. Send it back before 3 March 2026. Each parcel weighs up to 20 kg and costs at least 5.00 USD."


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        (REFUNDS, "Gift card refunds are back on the card within 10 business days."),
        (REFUNDS, "A gift card refund takes 3 business days."),
        (REFUNDS, "Bank transfers are back within 24 hours."),
        (DELIVERY, "Express delivery takes 4 days."),
        (DELIVERY, "Express parcels are there in 4 days."),
        ("Mugs are kept for 3 weeks and lamps for 5 weeks.", "Lamps are kept for 3 weeks."),
        (
            "| Plan | Price |\n|---|---|\n| Basic plan | 5.00 USD |\n| Family plan | 9.00 USD |",
            "The Family plan costs 5.00 USD.",
        ),
    ],
)
def test_value_of_something_else_is_found(premise: str, hypothesis: str) -> None:
    assert "is said of something else" in (misheld_value(Line(hypothesis), lines(premise)) or "")


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        (LIMITS, "You can cancel after 45 minutes."),
        (LIMITS, "You can cancel once more than 45 minutes have passed."),
        (LIMITS, "Send it back after 3 March 2026."),
        (LIMITS, "Each parcel costs up to 5.00 USD."),
        (LIMITS, "A parcel costs 6.00 USD or less."),
        ("Orders before 5 pm leave the same day.", "Orders after 5 pm leave the same day."),
        ("The sale runs until 3 March 2026.", "The sale runs from 3 March 2026."),
        ("Pause it until 3 days before the next box.", "Pause it after 3 days before the next box."),
        (DELIVERY, "Express delivery takes 2 days."),
        (DELIVERY, "Express delivery costs 9.00 EUR."),
    ],
)
def test_value_that_nothing_holds_so_is_found(premise: str, hypothesis: str) -> None:
    assert "no sentence that was read holds" in (misheld_value(Line(hypothesis), lines(premise)) or "")


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        (REFUNDS, "Card refunds are back within 10 business days."),
        (REFUNDS, "Refunds to a card take 10 business days."),
        (REFUNDS, "Your gift card has the money after one day."),
        (REFUNDS, "A bank transfer takes three business days."),
        (REFUNDS, "Card refunds take 10 business days, gift card refunds 24 hours."),
        (DELIVERY, "Standard delivery takes 4 days."),
        (DELIVERY, "Express takes 24 hours."),
        (DELIVERY, "For $9 you have express delivery."),
        (DELIVERY, "Your parcel takes 4 days with standard delivery."),
        (LIMITS, "You have 45 minutes to cancel."),
        (LIMITS, "Cancelling is possible for up to 45 minutes."),
        (LIMITS, "After 45 minutes you cannot cancel."),
        ("Mugs are kept for 3 weeks and lamps for 5 weeks.", "Lamps are kept for 5 weeks."),
        ("Express is by courier. It takes 1 day. Standard takes 4 days.", "Express takes 1 day."),
        ("Two lamps and one mug are left.", "Three things are left."),
    ],
)
def test_value_in_its_place_is_let_through(premise: str, hypothesis: str) -> None:
    assert misheld_value(Line(hypothesis), lines(premise)) is None


def test_a_heading_says_what_a_value_is_of() -> None:
    both = [*lines("They take 10 days.", "Card refunds"), *lines("They take 2 days.", "Gift card refunds")]
    assert misheld_value(Line("Gift card refunds take 2 days."), both) is None
    assert misheld_value(Line("Gift card refunds take 10 days."), both) is not None


def test_without_a_value_nothing_is_found() -> None:
    assert misheld_value(Line("Refunds go to the card."), lines(REFUNDS)) is None
    assert misheld_value(Line("Refunds go to the card."), []) is None
