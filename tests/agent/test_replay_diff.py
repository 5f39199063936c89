"""A replay tells what a reader would notice from what only explains it."""

from __future__ import annotations

from typing import Any

from agent.replay_diff import Line, Moved, Sets, compare
from agent.types import TurnResult


def turn(**changes: Any) -> TurnResult:
    known = {
        "turn_id": "aa11",
        "conversation_id": "c",
        "asked_at": "2026-11-30T10:00:00",
        "question": "Hi",
        "outcome": "answered",
        "reply": "It was sent. It is blue.",
    }
    return TurnResult.model_validate({**known, **changes})


def claim(text: str, label: str = "supported", *, cut: bool = False, tier: str = "exact") -> dict[str, Any]:
    return {"text": text, "label": label, "tier": tier, "cut": cut}


def test_same_turn_has_no_difference() -> None:
    found = compare(turn(), turn(turn_id="bb22"))
    assert (found.same, found.turn_id, found.reply, found.verdicts) == (True, "aa11", (), ())


def test_reply_is_compared_sentence_by_sentence() -> None:
    found = compare(turn(), turn(reply="It was sent. It is red."))
    assert not found.same
    assert found.reply == (
        Line(change="same", text="It was sent."),
        Line(change="gone", text="It is blue."),
        Line(change="new", text="It is red."),
    )


def test_line_ends_make_no_other_reply() -> None:
    assert compare(turn(), turn(reply="It was sent.\n\nIt is   blue.")).same


def test_outcome_and_the_reason_of_a_handoff_are_compared() -> None:
    handoff = {"reason": "no_evidence", "notice": "Later.", "packet": {}, "state": {}}
    found = compare(turn(), turn(outcome="handed_off", handoff=handoff))
    assert found.outcome == Moved(name="outcome", before="answered", now="handed_off")
    assert found.handoff == Moved(name="handoff", before=None, now="no_evidence")


def test_verdicts_are_matched_by_what_the_sentence_says() -> None:
    before = turn(claims=[claim("It was sent."), claim("It is blue."), claim("It is old.")])
    now = turn(claims=[claim("- it was SENT"), claim("It is blue.", "refuted", cut=True), claim("It is new.")])
    assert compare(before, now).verdicts == (
        Moved(name="It is blue.", before="supported", now="refuted, cut"),
        Moved(name="It is old.", before="supported", now=None),
        Moved(name="It is new.", before=None, now="supported"),
    )


def test_another_tier_alone_is_no_change() -> None:
    assert compare(turn(claims=[claim("It is blue.")]), turn(claims=[claim("It is blue.", tier="nli")])).same


def test_sentence_said_twice_is_compared_twice() -> None:
    twice = [claim("It is blue."), claim("It is blue.")]
    found = compare(turn(claims=twice), turn(claims=[twice[0], claim("It is blue.", cut=True)]))
    assert found.verdicts == (Moved(name="It is blue.", before="supported", now="supported, cut"),)


def test_passages_and_citations_are_gained_and_lost() -> None:
    def with_passages(*ids: str) -> TurnResult:
        citations = [{"article": "a", "heading_path": ["A"], "passage_id": ids[0]}]
        return turn(searched=[{"hits": [{"passage_id": one} for one in ids]}], citations=citations)

    found = compare(with_passages("a#0", "a#1"), with_passages("a#1", "a#2"))
    assert found.passages == Sets(gained=("a#2",), lost=("a#0",))
    assert found.citations == Sets(gained=("a#1",), lost=("a#0",))


def test_what_only_explains_is_told_and_changes_nothing() -> None:
    before = turn(models={"drafter": "x", "judge": "none"}, made_with={"index": "s1"})
    now = turn(models={"drafter": "y"}, made_with={"index": "s2"}, searched=[{"hits": [{"passage_id": "a#0"}]}])
    found = compare(before, now)
    assert found.same
    assert [(one.name, one.before, one.now) for one in found.system] == [("index", "s1", "s2"), ("drafter", "x", "y")]


def test_order_that_reads_otherwise_now_is_shown() -> None:
    def shown(text: str) -> TurnResult:
        return turn(context={"items": [{"id": "ORD-1", "text": text}, {"id": "a#0", "text": "Same."}]})

    found = compare(shown("Sent."), shown("Delivered."))
    assert found.texts == (Moved(name="ORD-1", before="Sent.", now="Delivered."),)
