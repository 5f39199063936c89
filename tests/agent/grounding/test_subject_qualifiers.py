"""What is said of some things is not entailed of all of them."""

import pytest

from agent.grounding.premise_lines import Line
from agent.grounding.subject_qualifiers import dropped_qualifier
from tests.agent.grounding.premises import lines


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("Fresh boxes, cheese and fish count as fresh food.", "Boxes, cheese and fish count as fresh food."),
        (
            "Card refunds take 5 days to show on your card statement.",
            "Refunds take 5 days to show on your card statement.",
        ),
        ("Gift card refunds are instant.", "Card refunds are instant."),
        ("EU orders are free of duty.", "Orders are free of duty."),
        ("Most items can be returned.", "Items can be returned."),
        ("Some lamps can be dimmed.", "All lamps can be dimmed."),
        ("Selected mugs ship free.", "Our mugs ship free."),
        ("New customers get 10 % off.", "Customers get 10 % off."),
        ("Unopened boxes can be sent back.", "Boxes can be sent back."),
        ("Members' orders ship free.", "Orders ship free."),
        ("You can return unopened boxes.", "You can return boxes."),
        ("We refund EU orders in 5 days.", "Orders are refunded in 5 days."),
        ("You get 10 % off your first order.", "You get 10 % off your order."),
        ("Returns are free for international orders.", "Returns are free for orders."),
        (
            "It depends on how you paid:\n- Card refunds take 5 days.",
            "It depends on how you paid: Refunds take 5 days.",
        ),
        ("Opened software boxes cannot come back.", "Software boxes cannot come back."),
    ],
)
def test_qualifier_that_is_left_out_is_found(premise: str, hypothesis: str) -> None:
    assert dropped_qualifier(Line(hypothesis), lines(premise)) is not None


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("Fresh boxes count as food.", "Fresh boxes are food."),
        ("Fresh boxes count as food.", "Boxes that are fresh count as food."),
        ("Card refunds take 5 days.", "Refunds to a card take 5 days."),
        ("Our lamps can be dimmed.", "Lamps can be dimmed."),
        ("All your own orders are listed.", "Orders are listed."),
        ("You can return items for 30 days.", "Items can be returned for 30 days."),
        ("Please pack items well.", "Items should be packed well."),
        ("We ship orders every day.", "Orders are shipped every day."),
        ("Unopened boxes can be sent back.", "Sealed boxes can be sent back."),
        ("Unopened boxes can be sent back.", "Boxes can be sent back if they have not been opened."),
        ("A pause lasts 6 weeks at most.", "You can pause for 6 weeks."),
        ("You can cancel in the first 45 minutes.", "You can cancel for 45 minutes."),
        ("The courier brings sofas to the door.", "Sofas are brought to the door."),
        ("You get a prepaid label.", "You get a label that is prepaid."),
        ("Selected mugs ship free. Mugs are glazed.", "Mugs are glazed."),
        ("If a tree dies, we send one new tree.", "A tree that dies is replaced by one tree."),
    ],
)
def test_what_restricts_nothing_may_go(premise: str, hypothesis: str) -> None:
    assert dropped_qualifier(Line(hypothesis), lines(premise)) is None


def test_nothing_to_read_restricts_nothing() -> None:
    assert dropped_qualifier(Line("Boxes can be sent back."), []) is None
    assert dropped_qualifier(Line(""), lines("Fresh boxes are food.")) is None
