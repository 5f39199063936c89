"""A turn becomes an episode by code: what the customer asked, and what the record says of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.memory.episodes import KEPT_CHARS, episode_of
from agent.types import Citation, Handoff, Recalled
from tests.agent.memory.people import result

CITED = Citation(article="refunds", heading_path=("Refunds", "When the money arrives"), passage_id="refunds#1")
HANDED = Handoff(reason="no_evidence", notice="A colleague has it.", packet={}, state={})


def test_episode_holds_what_was_asked_and_what_code_recorded() -> None:
    found = episode_of(
        result(
            outcome="declined",
            orders=("ORD-1",),
            citations=(CITED,),
            handoff=HANDED,
            turn_id="t9",
            conversation_id="c9",
        )
    )
    assert found is not None
    assert found.model_dump(mode="json") == {
        "turn_id": "t9",
        "conversation_id": "c9",
        "day": "2026-11-30",
        "asked": "My kettle came broken.",
        "about": "My kettle came broken.",
        "outcome": "declined",
        "orders": ["ORD-1"],
        "citations": ["Refunds › When the money arrives"],
        "reason": "no_evidence",
        "actions": [],
    }


def test_nobody_verified_leaves_no_episode() -> None:
    assert episode_of(result(customer_id=None)) is None


@pytest.mark.parametrize("kind", ["greeting", "thanks", "empty", "too_long"])
def test_courtesies_leave_no_episode(kind: str) -> None:
    assert episode_of(result(route={"kind": kind})) is None


def test_turn_that_only_asked_what_is_remembered_leaves_no_episode() -> None:
    told = Recalled(memory="episodic", id="e", trust="user", reason="asked", use="answer", told="You asked.")
    assert episode_of(result(memory=(told,))) is None


def test_choice_of_many_orders_speaks_of_none() -> None:
    many = ("ORD-1", "ORD-2", "ORD-3", "ORD-4")
    found = episode_of(result("Where is my order?", orders=many))
    named = episode_of(result("Is it ORD-2 or ORD-9?", orders=many))
    assert found is not None
    assert named is not None
    assert (found.orders, named.orders) == ((), ("ORD-2",))


def test_order_that_is_named_to_a_person_is_kept_where_it_is_the_customers_own() -> None:
    found = episode_of(result("Let me talk to a person about ORD-99107 and ORD-99108"), ["ORD-99107"])
    assert found is not None
    assert found.orders == ("ORD-99107",)


@pytest.mark.parametrize(
    ("acted", "line"),
    [
        ({"decision": {"outcome": "approval_needed"}}, "refund of order ORD-1: approval needed"),
        (
            {"decision": {"outcome": "certified"}, "record": {"outcome": "done", "reference": "A-7"}},
            "refund of order ORD-1: done, reference A-7",
        ),
    ],
)
def test_what_was_done_or_decided_is_recorded(acted: dict[str, Any], line: str) -> None:
    found = episode_of(result(decision={"order_id": "ORD-1", "proposal": {"kind": "refund"}, **acted}))
    assert found is not None
    assert found.actions == (line,)


def test_question_about_an_action_records_none() -> None:
    found = episode_of(result(decision={"order_id": "ORD-1", "step": "asked", "decision": None, "record": None}))
    assert found is not None
    assert found.actions == ()


def test_long_message_is_kept_in_part_on_one_line() -> None:
    found = episode_of(result("a\nb <!-- hidden --> \x1b[31m" + "long " * 500))
    assert found is not None
    assert found.asked.startswith("a b long")
    assert KEPT_CHARS - 5 < len(found.asked) <= KEPT_CHARS


MODEL_TEXT = st.fixed_dictionaries(
    {
        "reply": st.text(),
        "draft": st.fixed_dictionaries({"text": st.text(), "drafter": st.text()}),
        "claims": st.tuples(st.fixed_dictionaries({"text": st.text(), "label": st.just("supported")})),
        "why": st.text(),
        "notes": st.tuples(st.text()),
    }
)


@given(MODEL_TEXT)
def test_nothing_that_a_model_wrote_changes_an_episode(written: dict[str, Any]) -> None:
    assert episode_of(result(**written)) == episode_of(result())
