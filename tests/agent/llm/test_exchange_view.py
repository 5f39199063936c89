"""What chat models took and were shown, in lines for a person."""

from __future__ import annotations

from typing import Any

from agent.llm.exchange_view import prompt_blocks, spent_lines
from agent.llm.exchanges import Exchange
from agent.types import TurnResult

DRAFTED = Exchange(
    role="drafter",
    model="openai:x",
    answer="Ten days. [E1]",
    usage={"input_tokens": 1_200, "output_tokens": 30},
    cost=0.0012,
    ms=812.5,
)
FAILED = Exchange(role="judge", model="openai:y", prompt=(("system", "Judge."), ("human", "C0")), ms=20, error="gone")


def turn(*exchanges: Exchange, **spent: Any) -> TurnResult:
    return TurnResult(
        turn_id="t1",
        conversation_id="c1",
        asked_at="2026-11-30T12:00:00Z",
        question="How long?",
        outcome="answered",
        reply="Ten days.",
        draft={"prompt": [["system", "Be brief."], ["human", "How long?"]]},
        exchanges=tuple(one.model_dump(mode="json") for one in exchanges),
        spent=spent,
    )


def test_spending_is_one_line_and_each_call_another() -> None:
    spent = {"calls": 2, "input_tokens": 1_400, "output_tokens": 60, "cost": 0.0012, "estimated": 1, "unsettled": 1}
    assert list(spent_lines(turn(DRAFTED, FAILED, **spent))) == [
        "2 calls, 1,400 tokens in, 60 out, cost 0.0012 (1 call by an upper bound, 1 call given up)",
        "drafter openai:x: 1,200 tokens in, 30 out, 812.5 ms",
        "judge openai:y: no tokens counted, 20 ms, failed: gone",
    ]


def test_turn_without_chat_models_says_nothing() -> None:
    assert list(spent_lines(turn())) == []
    assert list(prompt_blocks(turn())) == []


def test_prompts_stand_with_their_answers_and_the_drafters_comes_from_its_draft() -> None:
    assert list(prompt_blocks(turn(DRAFTED, FAILED))) == [
        ("1. drafter openai:x was shown as system", ["Be brief."]),
        ("1. drafter openai:x was shown as human", ["How long?"]),
        ("1. it answered", ["Ten days. [E1]"]),
        ("2. judge openai:y was shown as system", ["Judge."]),
        ("2. judge openai:y was shown as human", ["C0"]),
        ("2. it answered", ["nothing, failed: gone"]),
    ]
