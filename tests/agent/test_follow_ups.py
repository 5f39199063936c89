"""Questions back, and what they ask for."""

from __future__ import annotations

import pytest

from agent.follow_ups import asked_for, is_follow_up


@pytest.mark.parametrize(
    "question",
    [
        "Is there anything else I can help with",
        "Which of your orders do you mean",
        "Could you tell me your order number",
        "Could you send me a photo of the lid so I can check",
        "What is your e-mail address",
        "Could you please provide your first name, last name, and zip code",
        "When did you place the order",
    ],
)
def test_question_that_asks_back_is_a_follow_up(question: str) -> None:
    assert is_follow_up(question)


@pytest.mark.parametrize(
    "question",
    [
        "Could you tell me your card number",
        "Could you send me your lid",
        "Is there anything else we owe you",
        "Which of the free jars do you mean",
        "When did you receive our voucher",
        "Shall I pay you",
    ],
)
def test_question_that_presumes_or_demands_more_is_none(question: str) -> None:
    assert not is_follow_up(question)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Could you tell me which bowl arrived broken?", "which bowl arrived broken"),
        ("Could you please provide the order id for the boots?", "the order id for the boots"),
        ("Which bowl do you mean?", "bowl"),
        ("Could you tell me why you broke the bowl?", None),
        ("Could you confirm the bowl was broken by you?", None),
        ("Could you tell me your password?", None),
        ("Can you pay again?", None),
    ],
)
def test_what_is_asked_for_is_read_out_of_a_question(question: str, wanted: str | None) -> None:
    assert asked_for(question) == wanted
