"""The state of a conversation in LangGraph: plain JSON only, fresh for every turn but for what outlives it."""

from __future__ import annotations

from typing import Any, TypedDict

JsonObject = dict[str, Any]

VERSION = 2
"""Of the state's fields and of the stages' names: raise it with every change to either. A turn that was cut short under
another version is begun anew from its message; what an older version does not have is empty."""


class TurnState(TypedDict):
    """One field per stage; a stage's field is None until the stage has run in this turn."""

    version: int

    turn_id: str
    conversation_id: str
    asked_at: str
    message: str
    turn: JsonObject
    """Who asks and what they may see: `gathering.Turn`."""
    intake: JsonObject
    """What was done to the message before the turn began: `intake.Taken`, without its text."""
    history: list[JsonObject]
    """Lines of the conversation before this turn; outlives a turn."""
    pending: JsonObject | None
    """An action that was proposed and waits for the customer's yes: outlives a turn."""
    received: JsonObject | None
    routed: JsonObject | None
    gathered: JsonObject | None
    certified: JsonObject | None
    assembled: JsonObject | None
    drafted: JsonObject | None
    grounded: JsonObject | None
    decided: JsonObject | None
    replied: JsonObject | None
    handed_off: JsonObject | None
    result: JsonObject | None
    timings_ms: dict[str, float]
    exchanges: list[JsonObject]
    """Every call of a chat model in this turn: see `llm.exchanges.Exchange`."""


class NewTurn(TypedDict):
    """What starts a turn."""

    turn_id: str
    conversation_id: str
    asked_at: str
    message: str
    turn: JsonObject
    intake: JsonObject


def fresh(new: NewTurn) -> dict[str, Any]:
    """The input of a turn: every field of the turn before emptied, what outlives a turn left as it is."""
    emptied = dict.fromkeys(
        (
            "received",
            "routed",
            "gathered",
            "certified",
            "assembled",
            "drafted",
            "grounded",
            "decided",
            "replied",
            "handed_off",
            "result",
        )
    )
    return {**new, **emptied, "version": VERSION, "timings_ms": {}, "exchanges": []}
