"""`means` takes the same thing in other words, and nothing with another value, order or sense."""

from __future__ import annotations

import pytest

from agent.settings import Settings
from agent.types import TurnResult
from evals.case_means import MeaningReader
from evals.case_models import SharedModels

REFUNDS = "According to our Refunds article:\nCard refunds take 5 to 10 business days to show on your card statement after we issue the refund."
ORDER = "Order ORD-99107 was delivered on 2026-11-21. Its tracking number is CP482910375US."


@pytest.fixture(scope="module")
def reader() -> MeaningReader:
    models, settings = SharedModels(), Settings()
    return MeaningReader(models.nli(settings), models.embedder(settings))


def turn(reply: str) -> TurnResult:
    return TurnResult(
        turn_id="t",
        conversation_id="c",
        asked_at="2026-11-30T10:00:00.000+00:00",
        today="2026-11-30",
        question="?",
        outcome="answered",
        reply=reply,
    )


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (REFUNDS, "A refund to a card shows after 5 to 10 business days."),
        (REFUNDS, "It takes five to ten business days until a card refund is on the statement."),
        (ORDER, "ORD-99107 was delivered on November 21, 2026."),
        (ORDER, "Order ORD-99107 has been delivered."),
    ],
)
def test_same_in_other_words_is_said(reader: MeaningReader, reply: str, sentence: str) -> None:
    assert reader.far(turn(reply), sentence) is None


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (REFUNDS, "Card refunds take 24 hours."),
        (REFUNDS, "PayPal refunds take 5 to 10 business days."),
        (ORDER, "Order ORD-99107 was delivered on 2026-11-22."),
        (ORDER, "Order ORD-99108 was delivered on 2026-11-21."),
        (ORDER, "Order ORD-99107 was not delivered."),
    ],
)
def test_other_value_order_or_sense_is_not_said(reader: MeaningReader, reply: str, sentence: str) -> None:
    told = reader.far(turn(reply), sentence)
    assert told is not None
    assert told.startswith("entailed 0.")


def test_empty_reply_says_nothing(reader: MeaningReader) -> None:
    assert reader.far(turn(" "), "Anything.") == "the reply is empty"
