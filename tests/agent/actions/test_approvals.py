"""A person approves days later, in another process, after a deploy: once, on the order as it is then, or not at all."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, TypedDict

import pytest

from agent.actions.acting import Acted
from agent.actions.approval_desk import ApprovalDesk
from agent.actions.approvals import Answer, Approval
from agent.actions.opening import open_approvals
from agent.actions.proposals import refunded
from agent.actions.settings import ActionSettings
from agent.errors import InputError, StoreError
from agent.graph import open_checkpoints
from agent.stores import Stores
from knowledge.orders import OrderStore
from knowledge.settings import orders_path
from policies.gatekeeper import Gatekeeper
from policies.rules import load_rules
from tests.agent.actions.desk import Talk, order_in, talk_in
from tests.agent.shop import TODAY

ROOT = Path(__file__).parents[3]
ORDER = "ORD-99181"
"""57.95 USD, above the limit."""

ANSWERING = """
import os, signal, sys
from datetime import date
from pathlib import Path
import agent.actions.approval_desk as module
from agent.actions.approvals import Answer
from tests.agent.actions.test_approvals import desk

home, reference, by, killed = Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
found = desk(home)
if killed == "before the record of the approval":
    class Book(type(found.book)):
        def write(self, *values):
            os.kill(os.getpid(), signal.SIGKILL)
    object.__setattr__(found, "book", Book(found.book.path))
if killed == "before it is carried out":
    class Gateway(type(found.settler.gateway)):
        def execute(self, action):
            os.kill(os.getpid(), signal.SIGKILL)
    object.__setattr__(found.settler, "gateway", Gateway(found.settler.gateway.store))
print(found.answer(reference, Answer(verdict="approve", by=by, on=date(2026, 12, 3))).state)
"""


def desk(home: Path) -> ApprovalDesk:
    return open_approvals(Stores(home), ActionSettings(), Gatekeeper(load_rules()), Stores(home).orders)


def asked(home: Path) -> Approval:
    """A refund that waits for a person."""
    acted: Acted | None = talk_in(home, ORDER).say("please refund it")
    assert acted is not None
    assert acted.approval is not None
    return acted.approval


def answer(days: int = 3, **fields: Any) -> Answer:
    return Answer.model_validate({"verdict": "approve", "by": "Kim", "on": TODAY + timedelta(days=days), **fields})


def told(home: Path) -> list[str]:
    return [one.text for one in desk(home).book.untold("c", "C-1006", "turn")]


def paid_back(home: Path) -> Decimal:
    return refunded(order_in(home, ORDER))


def process(home: Path, reference: str, by: str = "Kim", killed: str = "-") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", ANSWERING, str(home), reference, by, killed]
    return subprocess.run(command, cwd=ROOT, timeout=120, check=False, capture_output=True, text=True)


def test_nothing_is_done_and_nothing_said_before_a_person_approves(home: Path) -> None:
    waiting = asked(home)
    assert [one.reference for one in desk(home).waiting(TODAY)] == [waiting.reference]
    assert (paid_back(home), told(home)) == (Decimal("0.00"), [])


def test_approved_days_later_in_another_process_it_is_carried_out_and_the_customer_told(home: Path) -> None:
    waiting = asked(home)
    ended = process(home, waiting.reference)
    assert ended.stdout.strip() == "done", ended.stderr
    assert paid_back(home) == Decimal("57.95")
    assert told(home) == [
        f"57.95 USD for order {ORDER} were refunded to your credit card on 2026-12-03 (reference {waiting.reference})."
    ]
    found = desk(home).find(waiting.reference)
    assert found is not None
    assert found.record is not None
    assert (found.record.approved_by, found.answers[0].on) == ("Kim", TODAY + timedelta(days=3))


def test_denied_it_is_not_done_and_the_customer_told_so_without_the_note(home: Path) -> None:
    waiting = asked(home)
    settled = desk(home).answer(waiting.reference, answer(verdict="deny", note="smells of fraud"))
    assert (settled.state, paid_back(home)) == ("denied", Decimal("0.00"))
    assert told(home) == [
        f"A colleague has looked at your request to refund 57.95 USD of order {ORDER}, and has declined it. Nothing was done."
    ]


def test_second_answer_is_refused_and_has_no_effect(home: Path) -> None:
    waiting = asked(home)
    desk(home).answer(waiting.reference, answer())
    with pytest.raises(InputError, match="settled already: done by Kim"):
        desk(home).answer(waiting.reference, answer(verdict="deny", by="Lee"))
    assert paid_back(home) == Decimal("57.95")


def test_two_approvers_at_once_have_one_effect(home: Path) -> None:
    waiting = asked(home)

    def approve(by: str) -> str:
        try:
            return desk(home).answer(waiting.reference, answer(by=by)).state
        except InputError as error:
            return str(error)

    with ThreadPoolExecutor(4) as pool:
        ends = list(pool.map(approve, ["Kim", "Lee", "Ana", "Bo"]))
    assert sorted(end == "done" for end in ends) == [False, False, False, True]
    assert paid_back(home) == Decimal("57.95")


@pytest.mark.parametrize("killed", ["before it is carried out", "before the record of the approval"])
def test_killed_while_carrying_out_it_is_done_once_by_the_next_answer(home: Path, killed: str) -> None:
    waiting = asked(home)
    assert process(home, waiting.reference, killed=killed).returncode == -signal.SIGKILL
    assert len(desk(home).waiting(TODAY)) == 1
    assert desk(home).answer(waiting.reference, answer(by="Lee")).state == "done"
    assert paid_back(home) == Decimal("57.95")


def test_denial_after_a_kill_takes_the_place_of_the_answer_that_was_cut_short(home: Path) -> None:
    waiting = asked(home)
    process(home, waiting.reference, killed="before it is carried out")
    assert desk(home).answer(waiting.reference, answer(verdict="deny", by="Lee")).state == "denied"
    assert paid_back(home) == Decimal("0.00")


def test_order_that_changed_meanwhile_is_told_to_the_approver_and_not_touched(home: Path) -> None:
    waiting = asked(home)
    with OrderStore(orders_path(home)).changing() as changes:
        changes.write(order_in(home, ORDER).model_copy(update={"carrier": "Another Parcel"}))
    found = desk(home).answer(waiting.reference, answer())
    assert (found.state, paid_back(home), told(home)) == ("waiting", Decimal("0.00"), [])
    assert found.problem.startswith(f"Order {ORDER} has changed since this was asked for")
    assert desk(home).answer(waiting.reference, answer(despite_changes=True)).state == "done"
    assert paid_back(home) == Decimal("57.95")


def test_what_the_rules_refuse_on_the_day_is_not_done(home: Path) -> None:
    waiting = asked(home)
    with OrderStore(orders_path(home)).changing() as changes:
        update = {"status": "refunded", "refunded_on": TODAY}
        changes.write(order_in(home, ORDER).model_copy(update=update))
    found = desk(home).answer(waiting.reference, answer(despite_changes=True))
    assert (found.state, paid_back(home)) == ("waiting", Decimal("0.00"))
    assert "has been refunded already" in found.problem


def test_window_counts_to_the_day_the_customer_asked(home: Path) -> None:
    waiting = asked(home)  # delivered on 2026-11-23, window to 2026-12-23, approved within the 14 days
    assert desk(home).answer(waiting.reference, answer(days=14)).state == "done"


def test_too_late_it_expires_and_the_customer_is_told(home: Path) -> None:
    waiting = asked(home)
    assert desk(home).answer(waiting.reference, answer(days=15)).state == "expired"
    assert (paid_back(home), "was not decided in time" in told(home)[0]) == (Decimal("0.00"), True)


def test_listing_closes_what_expired(home: Path) -> None:
    asked(home)
    assert desk(home).waiting(TODAY + timedelta(days=15)) == ()
    assert "was not decided in time" in told(home)[0]


def test_expired_wish_can_be_asked_for_again(home: Path) -> None:
    asked(home)
    desk(home).waiting(TODAY + timedelta(days=15))
    talk = talk_in(home, ORDER)
    talk.today = TODAY + timedelta(days=16)
    assert talk.step("please refund it") == "for_a_person"
    assert desk(home).answer(asked(home).reference, answer(days=17)).state == "done"


def test_wish_that_expires_a_second_time_is_told_a_second_time(home: Path) -> None:
    asked(home)
    desk(home).waiting(TODAY + timedelta(days=15))
    desk(home).book.told(desk(home).book.untold("c", "C-1006", "first"), "first")
    talk = talk_in(home, ORDER)
    talk.today = TODAY + timedelta(days=16)
    talk.say("please refund it")
    assert told(home) == []
    desk(home).waiting(TODAY + timedelta(days=40))
    assert "was not decided in time" in told(home)[0]


def test_unknown_reference_is_refused_with_those_that_wait(home: Path) -> None:
    waiting = asked(home)
    with pytest.raises(InputError, match=waiting.reference):
        desk(home).answer("A-0", answer())


def test_conversation_goes_on_while_the_approval_waits(home: Path) -> None:
    talk = talk_in(home, ORDER, "please refund it")
    assert talk.step("please refund 10 USD") == "asks_yes"


def test_repeated_wish_after_a_denial_is_told_of_it(home: Path) -> None:
    talk = talk_in(home, ORDER, "please refund it")
    desk(home).answer(desk(home).waiting(TODAY)[0].reference, answer(days=0, verdict="deny"))
    assert talk.step("please refund it") == "declined"


class OldState(TypedDict):
    """What an older version of the graph kept."""

    approval: dict[str, Any]
    verdict: str | None


def save_with(home: Path, approval: Approval, state: dict[str, Any], node: str, schema: type) -> None:
    """Leave an approval at an interrupt of another version of the graph."""
    from langgraph.graph import END, START, StateGraph
    from langgraph.types import interrupt

    saver = open_checkpoints(home / "approvals.db")
    saver.delete_thread(approval.reference)
    graph = StateGraph(schema)
    graph.add_node(node, lambda state: {"verdict": interrupt("?")})
    graph.add_edge(START, node)
    graph.add_edge(node, END)
    config: Any = {"configurable": {"thread_id": approval.reference}}
    list(graph.compile(checkpointer=saver).stream(state, config))
    saver.conn.close()


@pytest.mark.parametrize("node", ["ask_the_lead", "wait_for_person"])
def test_approval_saved_before_a_deploy_is_put_at_the_interrupt_again_and_carried_out_once(
    home: Path, node: str
) -> None:
    waiting = asked(home)
    save_with(home, waiting, {"approval": {"id": waiting.reference}, "verdict": None}, node, OldState)
    assert desk(home).answer(waiting.reference, answer()).state == "done"
    assert paid_back(home) == Decimal("57.95")


def test_approval_saved_by_a_newer_version_is_refused_with_words(home: Path) -> None:
    class NewState(OldState):
        format: int

    waiting = asked(home)
    state = {"approval": {}, "verdict": None, "format": 99}
    save_with(home, waiting, state, "wait_for_person", NewState)
    with pytest.raises(StoreError, match=r"newer version \(format 99"):
        desk(home).answer(waiting.reference, answer())
    assert paid_back(home) == Decimal("0.00")


def test_process_killed_before_the_graph_began_loses_nothing(home: Path) -> None:
    waiting = asked(home)
    saver = open_checkpoints(home / "approvals.db")
    saver.delete_thread(waiting.reference)
    saver.conn.close()
    assert desk(home).answer(waiting.reference, answer()).state == "done"


def test_customer_who_is_forgotten_leaves_no_approval(home: Path) -> None:
    waiting = asked(home)
    assert desk(home).forget("C-1006") == 1
    assert desk(home).find(waiting.reference) is None
    saver = open_checkpoints(home / "approvals.db")
    left = list(saver.list(None))
    saver.conn.close()
    assert left == []


def test_announcement_is_for_its_own_customer_and_conversation(home: Path) -> None:
    waiting = asked(home)
    desk(home).answer(waiting.reference, answer())
    book = desk(home).book
    assert book.untold("c", "C-1001", "t") == ()
    assert book.untold("another", "C-1006", "t") == ()
    assert book.untold("c", None, "t") == ()
    mine = book.untold("c", "C-1006", "t")
    book.told(mine, "t")
    assert (book.untold("c", "C-1006", "t"), book.untold("c", "C-1006", "later")) == (mine, ())


def test_wish_of_another_conversation_waits_apart(home: Path) -> None:
    asked(home)
    talk = Talk(talk_in(home, ORDER).desk, ORDER, "C-1006", "another")
    assert talk.step("please refund it") == "for_a_person"
    first, second = desk(home).waiting(TODAY)
    assert desk(home).answer(first.reference, answer()).state == "done"
    assert desk(home).answer(second.reference, answer()).state == "waiting"
    assert paid_back(home) == Decimal("57.95")
