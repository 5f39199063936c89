"""At the end of a case the orders, the memory and every record are looked through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent.case_expect import Finally
from agent.memory.store import MemoryStore
from agent.settings import Settings
from agent.types import Handoff, TurnResult
from evals.case_files import read_case_files
from evals.case_finals import FinalChecks, finals_of
from evals.case_shops import shop_of_case
from knowledge.orders import OrderStore
from knowledge.settings import orders_path
from tests.evals.case_shop import WEAK, case_file


@pytest.fixture
def finals(tmp_path: Path) -> FinalChecks:
    (named,) = read_case_files([case_file(tmp_path, WEAK)], Settings())
    shop, home = shop_of_case(named.case), tmp_path / "home"
    home.mkdir()
    OrderStore(orders_path(home)).load(shop.write_orders(home / "orders.json"))
    MemoryStore(home / "memory.db").write_fact("C-1", "preferred_language", "de", "operator", "operator")
    return finals_of(named.case, shop, home)


def turn(reply: str = "", **changes: Any) -> TurnResult:
    known: dict[str, Any] = {"turn_id": "t", "conversation_id": "c", "asked_at": "2026-11-30T10:00:00", "question": "?"}
    return TurnResult.model_validate({**known, "outcome": "answered", "reply": reply, **changes})


def missed(finals: FinalChecks, expect: dict[str, Any], *turns: TurnResult) -> list[tuple[str, str]]:
    return [(key, got) for key, _, got in finals.misses(Finally.model_validate(expect), turns)]


def test_fields_of_orders_are_held_against_the_store(finals: FinalChecks) -> None:
    right = {"status": "delivered", "address.city": "Portland", "items.1.sku": "AP-1", "refunded": "0.00", "note": None}
    assert missed(finals, {"orders": {"ORD-501": right}}) == []
    wrong = {"status": "refunded", "items.2.sku": "AP-1"}
    assert missed(finals, {"orders": {"ORD-501": wrong}}) == [
        ("orders.ORD-501.status", "delivered"),
        ("orders.ORD-501.items.2.sku", "None"),
    ]


def test_facts_are_those_that_hold_now(finals: FinalChecks) -> None:
    assert (
        missed(finals, {"memory": {"facts": {"preferred_language": "de", "other": None}, "lacks": "Hill Road"}}) == []
    )
    expect = {"memory": {"facts": {"preferred_language": None}, "holds": "Hill Road", "lacks": "preferred_language de"}}
    assert [key for key, _ in missed(finals, expect)] == [
        "memory.facts.preferred_language",
        "memory.holds",
        "memory.lacks",
    ]


@pytest.mark.parametrize(
    ("leaking", "place"),
    [
        (turn("It is the Quiet vase."), "'quiet vase' in the reply of turn 2"),
        (turn(notes=("Order ORD-502 is there.",)), "'ord-502' in the record of turn 2"),
        (
            turn(
                handoff=Handoff(
                    reason="loop", notice="A person.", packet={"to": "bo@example.com"}, state={}
                ).model_dump()
            ),
            "'bo@example.com' in the packet of turn 2",
        ),
    ],
)
def test_word_of_another_customers_record_is_a_leak(finals: FinalChecks, leaking: TurnResult, place: str) -> None:
    assert missed(finals, {"no_leak": ["C-2"]}, turn("Order ORD-501 is yours."), leaking) == [("no_leak", place)]


def test_what_the_customer_wrote_or_has_is_no_leak(finals: FinalChecks) -> None:
    own = turn("Linen apron, 1 Hill Road, 34.00 USD", question="Quiet vase?", history=())
    assert missed(finals, {"no_leak": ["C-2", "something else"]}, own) == []
    assert missed(finals, {"no_leak": "hill road"}, own) == [("no_leak", "'hill road' in the reply of turn 1")]


def test_a_measure_is_no_amount_of_anybodys(finals: FinalChecks) -> None:
    assert missed(finals, {"no_leak": "31.95"}, turn(timings_ms={"ground": 31.95})) == []
    leaking = turn(timings_ms={"ground": 31.95}, notes=("It was 31.95 USD.",))
    assert missed(finals, {"no_leak": "31.95"}, leaking) == [("no_leak", "'31.95' in the record of turn 1")]


def test_handoffs_and_approvals_are_counted(finals: FinalChecks) -> None:
    handoff = Handoff(reason="loop", notice="A person.", packet={}, state={}).model_dump()
    turns = (turn(), turn(handoff=handoff))
    assert missed(finals, {"handoffs": 1, "approvals": 0}, *turns) == []
    assert missed(finals, {"handoffs": ["loop"]}, *turns) == []
    assert missed(finals, {"handoffs": 0, "approvals": 1}, *turns) == [("handoffs", "1 (loop)"), ("approvals", "0")]
