"""The state of a conversation in LangGraph: plain JSON only, fresh for every turn but for the history."""

from __future__ import annotations

from typing import Any, TypedDict

JsonObject = dict[str, Any]


class TurnState(TypedDict):
    """One field per stage; a stage's field is None until the stage has run in this turn."""

    turn_id: str
    conversation_id: str
    asked_at: str
    message: str
    turn: JsonObject
    """Who asks and what they may see: `gathering.Turn`."""
    history: list[JsonObject]
    """Lines of the conversation before this turn; the only field that outlives a turn."""
    received: JsonObject | None
    route: JsonObject | None
    gathered: JsonObject | None
    certified: JsonObject | None
    context: JsonObject | None
    draft: JsonObject | None
    grounded: JsonObject | None
    decided: JsonObject | None
    reply: JsonObject | None
    handoff: JsonObject | None
    result: JsonObject | None
    timings_ms: dict[str, float]


class NewTurn(TypedDict):
    """What starts a turn."""

    turn_id: str
    conversation_id: str
    asked_at: str
    message: str
    turn: JsonObject


def fresh(new: NewTurn) -> dict[str, Any]:
    """The input of a turn: every field of the turn before emptied, the history left as it is."""
    emptied = dict.fromkeys(
        (
            "received",
            "route",
            "gathered",
            "certified",
            "context",
            "draft",
            "grounded",
            "decided",
            "reply",
            "handoff",
            "result",
        )
    )
    return {**new, **emptied, "timings_ms": {}}
