"""What says that something was done or will be done is told from what a rule says."""

import pytest

from agent.grounding.promises import promise_in


@pytest.mark.parametrize(
    "body",
    [
        "I have refunded your order.",
        "I've gone ahead and refunded it.",
        "I went ahead with the cancellation.",
        "Consider it done.",
        "You're all set.",
        "It's taken care of.",
        "Everything has been sorted out.",
        "All done!",
        "Your refund is on its way.",
        "Your money is on its way.",
        "Your refund has gone through.",
        "I've taken care of the refund.",
        "A credit has been applied to your account.",
        "Your return has been approved.",
        "I'll send you a replacement.",
    ],
)
def test_what_is_said_to_be_done_needs_a_record(body: str) -> None:
    assert promise_in(body) == "done"


@pytest.mark.parametrize(
    "body",
    [
        "A replacement is on the way.",
        "The refund is being processed.",
        "Expect your money tomorrow.",
        "You can expect your money tomorrow.",
        "You should see the refund by Friday.",
        "You'll receive it by Friday.",
        "We'll send a replacement.",
        "We're sending you a new one.",
        "I'm cancelling it now.",
        "Your replacement will be shipped today.",
        "It will be refunded.",
    ],
)
def test_what_is_said_to_come_is_a_commitment(body: str) -> None:
    assert promise_in(body) == "commitment"


@pytest.mark.parametrize(
    "body",
    [
        "Refunds are issued once the parcel has arrived.",
        "Once your return is complete, we refund you.",
        "You should see the refund within 5 to 10 business days.",
        "You can expect a reply within 2 days.",
        "It takes a few days until everything is settled.",
        "If everything is sorted, you get an e-mail.",
        "We send an e-mail when your order ships.",
    ],
)
def test_how_the_shop_works_promises_nothing(body: str) -> None:
    assert promise_in(body) is None
