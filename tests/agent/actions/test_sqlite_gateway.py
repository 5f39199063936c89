"""Order and record are written together: once for a key, whoever calls, and never past the limit or the state."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import pytest

from agent.actions.proposals import refunded
from agent.actions.records import ActionRecord
from agent.actions.sqlite_gateway import SqliteGateway
from knowledge.orders import OrderStore
from knowledge.settings import orders_path
from tests.agent.actions.desk import action, order_in, proposed

ROOT = Path(__file__).parents[3]

KILLED = """
import os, signal, sys
from pathlib import Path
from knowledge.order_changes import OrderChanges
from agent.actions.sqlite_gateway import SqliteGateway
from knowledge.orders import OrderStore
from knowledge.settings import orders_path
from tests.agent.actions.desk import action, proposed

home, at = Path(sys.argv[1]), sys.argv[2]

class Dying(OrderChanges):
    def write(self, order):
        if at == "before the order is written":
            os.kill(os.getpid(), signal.SIGKILL)
        super().write(order)
        if at == "between order and record":
            os.kill(os.getpid(), signal.SIGKILL)

    def record(self, *values):
        super().record(*values)
        if at == "before the commit":
            os.kill(os.getpid(), signal.SIGKILL)

class DyingStore(OrderStore):
    @property
    def changing(self):
        from contextlib import contextmanager
        @contextmanager
        def dying():
            with OrderStore.changing(self) as changes:
                yield Dying(changes.db)
        return dying

proposal = proposed(home, "ORD-97713", "refund it")
SqliteGateway(DyingStore(orders_path(home))).execute(action(proposal, "50.00"))
os.kill(os.getpid(), signal.SIGKILL)
"""


def gateway(home: Path) -> SqliteGateway:
    return SqliteGateway(OrderStore(orders_path(home)))


def test_second_call_with_the_same_key_returns_the_first_record(home: Path) -> None:
    wanted = action(proposed(home, "ORD-97713", "refund it"), "50.00")
    first = gateway(home).execute(wanted)
    assert gateway(home).execute(wanted) == first
    assert gateway(home).find(wanted.proposal.key) == first
    assert len(order_in(home, "ORD-97713").payments) == 2


def test_second_full_refund_under_another_key_is_refused_by_the_order(home: Path) -> None:
    first = proposed(home, "ORD-97713", "refund it")
    other = first.model_copy(update={"conversation_id": "another"})
    gateway(home).execute(action(first, "50.00"))
    record = gateway(home).execute(action(other, "50.00"))
    assert (record.outcome, record.detail) == ("refused", "The order has changed since this was proposed.")
    assert refunded(order_in(home, "ORD-97713")) == Decimal("50.00")


def test_refusal_leaves_no_record(home: Path) -> None:
    wanted = action(proposed(home, "ORD-97713", "refund it"), "49.99")
    assert gateway(home).execute(wanted).outcome == "refused"
    assert gateway(home).find(wanted.proposal.key) is None


@pytest.mark.parametrize("same_key", [True, False])
def test_calls_at_once_have_one_effect(home: Path, same_key: bool) -> None:
    first = proposed(home, "ORD-97713", "refund it")
    calls = [first if same_key else first.model_copy(update={"conversation_id": str(n)}) for n in range(8)]
    with ThreadPoolExecutor(8) as pool:
        records = list(pool.map(lambda one: gateway(home).execute(action(one, "50.00")), calls))
    assert refunded(order_in(home, "ORD-97713")) == Decimal("50.00")
    assert sum(record.outcome == "done" for record in records) == (8 if same_key else 1)
    assert len({record.reference for record in records if record.outcome == "done"}) == 1


def test_slices_at_once_never_pass_the_limit_together(home: Path) -> None:
    slices = [proposed(home, "ORD-99107", f"refund {amount} USD") for amount in ("30.00", "30.01", "30.02", "30.03")]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda one: gateway(home).execute(action(one, "50.00")), slices))
    assert Decimal("30.00") <= refunded(order_in(home, "ORD-99107")) <= Decimal("50.00")


def test_money_is_spread_over_the_methods_it_came_from(home: Path) -> None:
    record = gateway(home).execute(action(proposed(home, "ORD-99099", "refund 80 USD")))
    assert [(part.amount, part.method) for part in record.money_back] == [
        (Decimal("75.00"), "gift_card"),
        (Decimal("5.00"), "credit_card"),
    ]


def test_records_are_of_one_customer_and_go_with_them(home: Path) -> None:
    gateway(home).execute(action(proposed(home, "ORD-97713", "refund it"), "50.00"))
    assert [record.proposal.order_id for record in gateway(home).records_of("C-1009")] == ["ORD-97713"]
    assert gateway(home).records_of("C-1001") == ()
    OrderStore(orders_path(home)).erase("C-1009")
    assert gateway(home).records_of("C-1009") == ()


def test_address_in_place_already_is_no_change(home: Path) -> None:
    wanted = proposed(home, "ORD-99455", "change the address to 12 Quay Street, Portland, OR 97205")
    gateway(home).execute(action(wanted))
    again = gateway(home).execute(action(wanted.model_copy(update={"conversation_id": "another"})))
    assert again.outcome == "already_done"


@pytest.mark.parametrize(
    ("at", "done"),
    [
        ("before the order is written", False),
        ("between order and record", False),
        ("before the commit", False),
        ("after the commit", True),
    ],
)
def test_killed_process_leaves_order_and_record_or_neither(home: Path, at: str, done: bool) -> None:
    proposal = proposed(home, "ORD-97713", "refund it")
    ended = subprocess.run([sys.executable, "-c", KILLED, str(home), at], cwd=ROOT, timeout=60, check=False)
    assert ended.returncode == -signal.SIGKILL
    found: ActionRecord | None = gateway(home).find(proposal.key)
    assert (found is not None, refunded(order_in(home, "ORD-97713"))) == (done, Decimal("50.00" if done else "0.00"))
    assert gateway(home).execute(action(proposal, "50.00")).outcome == "done"
    assert refunded(order_in(home, "ORD-97713")) == Decimal("50.00")
