"""The chat models' part of a turn, as lines for a person: what they took, what they were shown, what they answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from agent.types import TurnResult

Block = tuple[str, list[str]]
"""A title, and the lines below it."""


def spent_lines(turn: TurnResult) -> Iterator[str]:
    """What all calls took together, in one line, and each of them in another."""
    spent = turn.spent
    if not spent and not turn.exchanges:
        return
    if spent:
        yield (
            f"{_counted(spent['calls'], 'call')}, {spent['input_tokens']:,} tokens in, {spent['output_tokens']:,} out, "
            f"cost {spent['cost']:.6g}{_unsure(spent)}"
        )
    for one in turn.exchanges:
        yield f"{one['role']} {one['model']}: {_usage(one)}, {one['ms']:g} ms{_failed(one)}"


def prompt_blocks(turn: TurnResult) -> Iterator[Block]:
    """Every prompt as its model saw it, and the answer as it came."""
    for number, one in enumerate(turn.exchanges, 1):
        prompt = one["prompt"] or (turn.draft.get("prompt", ()) if one["role"] == "drafter" else ())
        for role, text in prompt:
            yield f"{number}. {one['role']} {one['model']} was shown as {role}", [text]
        yield f"{number}. it answered", [one["answer"] or f"nothing{_failed(one)}"]


def _usage(one: Mapping[str, Any]) -> str:
    usage = one["usage"]
    if not usage:
        return "no tokens counted"
    about = "up to " if one["estimated"] else ""
    return f"{about}{usage['input_tokens']:,} tokens in, {usage['output_tokens']:,} out"


def _unsure(spent: Mapping[str, Any]) -> str:
    parts = []
    if spent["estimated"]:
        parts.append(f"{_counted(spent['estimated'], 'call')} by an upper bound")
    if spent["unsettled"]:
        parts.append(f"{_counted(spent['unsettled'], 'call')} given up")
    return f" ({', '.join(parts)})" if parts else ""


def _failed(one: Mapping[str, Any]) -> str:
    return f", failed: {one['error']}" if one["error"] else ""


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
