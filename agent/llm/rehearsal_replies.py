"""What the rehearsal server says: chat completions in OpenAI's form, sound and rotten, whole and in pieces.

The form is that of https://platform.openai.com/docs/api-reference/chat/object.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

Behaviour = Literal[
    "answer",
    "no_usage",
    "stall",
    "drip",
    "rate_limited",
    "error",
    "closed",
    "broken_off",
    "wrong_type",
    "not_json",
    "invalid_utf8",
    "no_choices",
    "null_content",
    "empty",
    "cut_off",
    "filtered",
    "refusal",
    "tool_call",
    "enormous",
]
"""`closed` hangs up within the body, `broken_off` ends a stream as if it were whole, `drip` sends a byte at a time."""

ENORMOUS = 10_000_000
"""Characters of an enormous answer."""
USAGE = {"prompt_tokens": 1_000, "completion_tokens": 20, "total_tokens": 1_020}
FINISH = {"cut_off": "length", "filtered": "content_filter", "tool_call": "tool_calls"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "refund", "arguments": '{"order": "all"}'}}


def completion(does: Behaviour, text: str) -> dict[str, Any]:
    """A whole chat completion."""
    choice = {"index": 0, "message": _message(does, text), "finish_reason": FINISH.get(does, "stop")}
    choices = [] if does == "no_choices" else [choice]
    usage = {} if does == "no_usage" else {"usage": USAGE}
    return {"id": "r-1", "object": "chat.completion", "created": 1, "model": "rehearsal", "choices": choices, **usage}


def chunks(does: Behaviour, text: str, *, usage: bool) -> Iterator[dict[str, Any]]:
    """The same in pieces, a word each."""
    head = {"id": "r-1", "object": "chat.completion.chunk", "created": 1, "model": "rehearsal"}
    message = _message(does, text)
    said = message.pop("content") or ""
    words = [said] if does == "enormous" else [f"{word} " for word in said.split(" ")] if said else []
    words = words[: len(words) // 2] if does == "broken_off" else [*words[:-1], *(word[:-1] for word in words[-1:])]
    if does != "no_choices":
        if "tool_calls" in message:
            message["tool_calls"] = [{"index": 0, **CALL}]
        for delta in (message, *({"content": word} for word in words)):
            yield {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        if does != "broken_off":
            yield {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": FINISH.get(does, "stop")}]}
    if usage:
        yield {**head, "choices": [], "usage": USAGE}


def _message(does: Behaviour, text: str) -> dict[str, Any]:
    said: dict[Behaviour, str | None] = {
        "null_content": None,
        "refusal": None,
        "tool_call": None,
        "empty": "",
        "filtered": "",
        "cut_off": text[: len(text) // 2],
        "enormous": (text + " ") * (ENORMOUS // (len(text) + 1)),
    }
    message: dict[str, Any] = {"role": "assistant", "content": said.get(does, text)}
    if does == "refusal":
        message["refusal"] = "I cannot help with that."
    if does == "tool_call":
        message["tool_calls"] = [CALL]
    return message
