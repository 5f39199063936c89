"""A turn starts with every field of the turn before emptied, and what outlives a turn left alone."""

from __future__ import annotations

import hashlib
import json

from agent.graph import TURN
from agent.state import VERSION, NewTurn, TurnState, fresh

NEW: NewTurn = {
    "turn_id": "t2",
    "conversation_id": "c",
    "asked_at": "2026-11-30",
    "message": "Hi",
    "turn": {},
    "intake": {},
}


def test_fresh_turn_empties_every_field_but_what_outlives_a_turn() -> None:
    assert set(fresh(NEW)) == set(TurnState.__annotations__) - {"history", "pending"}


def test_fresh_turn_holds_only_what_starts_it() -> None:
    filled = {name: value for name, value in fresh(NEW).items() if value is not None}
    assert filled == {**NEW, "version": VERSION, "timings_ms": {}, "exchanges": []}


def test_fresh_turn_is_plain_json() -> None:
    assert json.loads(json.dumps(fresh(NEW))) == fresh(NEW)


def test_changed_fields_or_stages_need_another_version() -> None:
    shape = json.dumps([sorted(TurnState.__annotations__), sorted(TURN)])
    known = {2: "68bfc0c71e58"}
    assert known[VERSION] == hashlib.sha256(shape.encode()).hexdigest()[:12], "raise state.VERSION, then add it here"
