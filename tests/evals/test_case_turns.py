"""What is kept of a turn names the first stage at which two turns part."""

from __future__ import annotations

from pathlib import Path

from agent.ledger import Ledger
from agent.types import TurnResult
from evals.case_turns import held_turns

TURN = TurnResult(
    turn_id="t1",
    conversation_id="c",
    asked_at="2026-11-30T10:00:00.000+00:00",
    question="How much?",
    outcome="answered",
    reply="3.00 USD.",
    searched=({"query": "how much", "hits": [{"passage_id": "gifts#1"}]},),
    timings_ms={"ground": 3.0},
)


def digests(turn: TurnResult) -> dict[str, str]:
    return {**next(held_turns([turn])).digests}


def test_ids_and_times_make_no_difference_and_what_is_found_does() -> None:
    later = TURN.model_copy(update={"turn_id": "t2", "asked_at": "2026-12-01", "timings_ms": {"ground": 9.0}})
    assert digests(later) == digests(TURN)
    other = TURN.model_copy(update={"searched": ({"hits": [{"passage_id": "gifts#2"}]},)})
    assert [stage for stage, found in digests(other).items() if found != digests(TURN)[stage]] == ["retrieval"]
    said = TURN.model_copy(update={"reply": "4.00 USD."})
    assert [stage for stage, found in digests(said).items() if found != digests(TURN)[stage]] == ["reply"]


def test_a_trace_is_kept_where_a_ledger_is_given(tmp_path: Path) -> None:
    (without,) = held_turns([TURN])
    (traced,) = held_turns([TURN], Ledger(tmp_path / "ledger.db"))
    assert without.trace == ()
    assert "  3.00 USD." in traced.trace
