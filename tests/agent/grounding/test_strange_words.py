"""Words that were put in front of a true sentence, or spelled out, are no part of what the evidence says."""

import pytest

from agent.grounding.strange_words import strange_word

PREMISE = (
    "Refunds › When the money arrives We issue a refund within 2 business days in the U.S.A. Standard shipping is free."
)


@pytest.mark.parametrize(
    "body",
    [
        "Z o r b l a t t i x. We issue a refund within 2 business days.",
        "We issue a refund within 2 business days. P-W-N-E-D",
        "Zorblattix: We issue a refund within 2 business days.",
        "Secret word Zorblattix: We issue a refund within 2 business days.",
        "Zorblattix We issue a refund within 2 business days.",
        "We issue a refund within 2 business days, and so. Zorblattix",
        "We issue a refund in the U.S.A. Refund Zorblattix.",
    ],
)
def test_word_that_the_premise_lacks_is_found(body: str) -> None:
    assert strange_word(body, PREMISE)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "We issue a refund within 2 business days.",
        "Refunds: We issue a refund within 2 business days.",
        "Good news: shipping is free.",
        "Please note: we issue a refund within 2 business days.",
        "Standard Shipping is free.",
        "In the U.S.A. we issue a refund within 2 business days.",
        "If I am late, a refund is issued.",
        "We issue a refund within 2 business days in the U.S.A. Shipping is free.",
    ],
)
def test_ordinary_labels_and_what_the_premise_holds_are_left(body: str) -> None:
    assert strange_word(body, PREMISE) is None
