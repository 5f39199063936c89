"""The record of a turn has the shape that scripts rely on, whichever stages ran."""

from __future__ import annotations

from typing import Any, cast

from agent.grounding.grounder import Grounded
from agent.grounding.safe_cut import CutResult
from agent.results import KEPT_OF_A_FAILED_MESSAGE, failed_turn, turn_result
from agent.state import NewTurn, TurnState, fresh
from agent.types import (
    Claim,
    ContextItem,
    ContextPack,
    Decided,
    Dropped,
    Evidence,
    EvidenceRef,
    Handoff,
    TurnResult,
    Verdict,
)
from knowledge.types import Value

NEW: NewTurn = {
    "turn_id": "t1",
    "conversation_id": "c1",
    "asked_at": "2026-11-30T10:00:00.000+00:00",
    "message": "Hi\x07",
    "turn": {"customer_id": "C-1"},
}
ARTICLE = Evidence(evidence_id="refunds#5", source="article", trust="retrieved", text="Ten days.")
GROUNDED = Grounded(
    verdicts=(
        Verdict(
            claim=Claim(index=0, text="Ten days.", start=0, end=9),
            label="supported",
            tier="exact",
            confidence=1.0,
            reason="word for word",
            evidence=(EvidenceRef(source="article", id="refunds#5", trust="retrieved", quote="Ten days."),),
        ),
        Verdict(
            claim=Claim(index=1, text="It is free.", start=10, end=21),
            label="not_enough_info",
            tier="person",
            confidence=0.0,
            reason="open",
        ),
    ),
    cut=CutResult(text="Ten days.", kept=(0,), cut=(1,), answers=True),
)


def recorded(**stages: Value | dict[str, Any]) -> TurnResult:
    dumped = {
        name: value.model_dump(mode="json") if isinstance(value, Value) else value for name, value in stages.items()
    }
    return turn_result(cast("TurnState", {**fresh(NEW), "history": [], **dumped}), {"drafter": "test"})


def test_turn_that_ended_early_has_the_same_shape() -> None:
    result = recorded(
        decided=Decided(outcome="asked_back", text="Hello!", why="a greeting"), replied={"text": "Hello!"}
    )
    assert (result.reply, result.outcome, result.why) == ("Hello!", "asked_back", "a greeting")
    assert result.context == {"budget": 0, "used": 0, "items": [], "dropped": []}
    assert (result.claims, result.citations, result.handoff) == ((), (), None)


def test_every_claim_is_recorded_with_its_verdict() -> None:
    decided = Decided(outcome="answered_with_cuts", text="Ten days.", why="")
    proved, cut = recorded(decided=decided, replied={"text": "Ten days."}, grounded=GROUNDED).claims
    assert proved == {
        "text": "Ten days.",
        "label": "supported",
        "tier": "exact",
        "confidence": 1.0,
        "reason": "word for word",
        "owner": None,
        "sentence": "Ten days.",
        "evidence": [{"source": "article", "id": "refunds#5", "trust": "retrieved", "quote": "Ten days."}],
        "cut": False,
    }
    assert (cut["text"], cut["tier"], cut["cut"]) == ("It is free.", "person", True)


def test_part_of_a_sentence_names_the_whole_and_the_draft_its_checks() -> None:
    whole = Claim(index=0, text="It is ten days and free.", start=0, end=24)
    part = GROUNDED.verdicts[0].claim.model_copy(update={"whole": whole})
    verdict = GROUNDED.verdicts[0].model_copy(update={"claim": part})
    grounded = GROUNDED.model_copy(update={"verdicts": (verdict,), "late": (0,), "tier_ms": {"exact": 1.5}})
    result = recorded(decided=Decided(outcome="answered", why=""), grounded=grounded)
    assert (result.claims[0]["text"], result.claims[0]["sentence"]) == ("Ten days.", "It is ten days and free.")
    assert (result.grounding["late"], result.grounding["tier_ms"]) == ([0], {"exact": 1.5})


def test_context_is_recorded_with_what_was_dropped() -> None:
    item = ContextItem(label="E1", evidence=ARTICLE, score=0.7, tokens=12)
    pack = ContextPack(budget=100, used=12, items=(item,), dropped=(Dropped(id="x#1", reason="below the floor"),))
    context = recorded(decided=Decided(outcome="answered", why=""), assembled=pack).context
    assert (context["budget"], context["used"], context["dropped"]) == (
        100,
        12,
        [{"id": "x#1", "reason": "below the floor"}],
    )
    assert [(one["label"], one["id"], one["trust"]) for one in context["items"]] == [("E1", "refunds#5", "retrieved")]


def test_notice_of_a_handoff_is_part_of_the_reply() -> None:
    handoff = Handoff(reason="failure", notice="Taken over.", packet={}, state={})
    result = recorded(decided=Decided(outcome="handed_off", why=""), handed_off=handoff)
    assert (result.reply, result.handoff) == ("Taken over.", handoff)


def test_question_is_recorded_as_it_was_read() -> None:
    result = recorded(decided=Decided(outcome="answered", why=""), received={"text": "Hi"})
    assert (result.question, result.customer_id) == ("Hi", "C-1")


def test_what_the_turn_saw_and_ran_on_is_recorded() -> None:
    line = {"role": "customer", "text": "Hi"}
    state = {**fresh(NEW), "history": [line], "decided": {"outcome": "answered", "why": ""}}
    state["turn"] = {"customer_id": "C-1", "today": "2026-11-30", "use_knowledge": False}
    result = turn_result(cast("TurnState", state), {}, {"index": "s1"})
    assert (result.today, result.use_knowledge, result.made_with) == ("2026-11-30", False, {"index": "s1"})
    assert [one.model_dump(include={"role", "text"}) for one in result.history] == [line]


def test_turn_that_failed_is_handed_over_and_keeps_the_cause_from_the_customer() -> None:
    new: NewTurn = {**NEW, "message": "Hi\x07" + "x" * 9_000}
    result = failed_turn(new, ValueError("10.0.0.7 refused"), {"drafter": "test"})
    assert (result.outcome, result.why) == ("handed_off", "ValueError: 10.0.0.7 refused")
    assert result.handoff is not None
    assert result.reply == result.handoff.notice
    assert (len(result.question), result.question[:3]) == (KEPT_OF_A_FAILED_MESSAGE, "Hix")
