"""What holds under a condition is not entailed without it."""

import pytest

from agent.grounding.dropped_conditions import dropped_condition
from agent.grounding.premise_lines import Line
from tests.agent.grounding.premises import lines


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("If the code does not arrive, ask your bank for the number.", "Ask your bank for the number."),
        ("You can cancel until it is packed.", "You can cancel the order."),
        ("We replace the lamp unless you broke the seal.", "We replace the lamp."),
        ("We replace the lamp if you keep the receipt.", "We replace the lamp."),
        ("The label is free as long as the parcel weighs little.", "The label is free."),
        ("The label is free, provided that you write to us first.", "The label is free."),
        ("You get the price difference on condition that you show the advert.", "You get the price difference."),
        ("Mugs are refunded only if the slip is inside.", "Mugs are refunded."),
        ("Keep the box in case the carrier wants to see it.", "Keep the box."),
        ("If you signed for it, we open a search, and you hear from us.", "You hear from us."),
        ("Lids take 4 days. We pay the postage if the carrier is ours.", "We pay the postage."),
        ("Postage is refunded except if you moved away.", "Postage is refunded."),
    ],
)
def test_condition_that_is_left_out_is_found(premise: str, hypothesis: str) -> None:
    assert dropped_condition(Line(hypothesis), lines(premise)) is not None


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("If the item arrived damaged, we replace it.", "Damaged items are replaced."),
        ("If the item arrived damaged, we replace it.", "We replace an item that came broken."),
        ("You can cancel until it is packed.", "You can cancel before it is packed."),
        ("You can cancel until it is packed.", "Cancelling is possible as long as nothing is packed."),
        ("We replace the lamp unless you broke the seal.", "The lamp is replaced only when the seal is whole."),
        ("If you want to cancel, open Orders.", "Open Orders to cancel."),
        ("You can pay by card, and if it fails, we write to you.", "You can pay by card."),
        ("We write to you; if you do not answer, we wait.", "We write to you."),
        ("Write to us if you need help.", "Write to us for help."),
        ("Pack it well, if possible in its own box.", "Pack it well."),
        ("Returns are free even if you only changed your mind.", "Returns are free."),
        (
            "The label is free as long as the parcel weighs little.",
            "The label is free for a parcel that weighs little.",
        ),
        ("We replace lamps. If one is late, we pay the postage.", "We replace lamps."),
        ("| Tool | Deposit | Paid back |\n| Saw | 85 USD | if it is clean |", "The deposit of the saw is 85 USD."),
        ("Members get it free if they sign in.", "A member who has signed in gets it free."),
    ],
)
def test_condition_that_is_said_or_of_something_else_is_let_through(premise: str, hypothesis: str) -> None:
    assert dropped_condition(Line(hypothesis), lines(premise)) is None


def test_nothing_to_read_sets_no_condition() -> None:
    assert dropped_condition(Line("We replace lamps."), []) is None
