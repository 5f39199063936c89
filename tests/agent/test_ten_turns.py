"""One conversation from question to goodbye, word for word: with the drafter that quotes, with a model that makes things up,
and once through the chat in a pipe; a person approves in the middle of it, in another process."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

import evals.datasets
from agent.actions.records import ActionRecord
from agent.actions.sqlite_gateway import SqliteGateway
from agent.as_case import section
from agent.build import open_agent, open_parts
from agent.cases import Case, Expect, read_case
from agent.ledger import Ledger
from agent.memory.episodes import recorded_actions
from agent.memory.store import MemoryStore
from agent.settings import Settings
from agent.types import TurnResult
from knowledge.order_types import Order
from knowledge.orders import OrderStore
from knowledge.settings import orders_path
from tests.agent.shop import TODAY, copied_home, settings_for

ROOT = Path(__file__).parents[2]
FOLDER = Path(evals.datasets.__file__).with_name("conversations")
CASES = {name: read_case(FOLDER / f"{name}.yaml") for name in ("ten-turns", "ten-turns-scripted")}
STREET = "12 Harbor Street"
REFERENCE = re.compile(r"A-[0-9a-f]{10}")
"""Made of the conversation's id, which is drawn anew in a chat."""


def settings_of(name: str, home: Path) -> Settings:
    settings = settings_for(home)
    if name == "ten-turns":
        return settings
    drafting = settings.drafting.model_copy(update={"drafter": f"scripted:{FOLDER / 'ten-turns-model.yaml'}"})
    return settings.model_copy(update={"drafting": drafting})


def program(home: Path, what: str) -> list[str]:
    return [sys.executable, "-m", "tests.agent.ten_turns_program", str(home), what]


def decide(home: Path, verdict: str) -> None:
    ended = subprocess.run(program(home, verdict), cwd=ROOT, timeout=300, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr


def as_expected(turn: TurnResult) -> Expect:
    return Expect(
        outcome=turn.outcome,
        cites=tuple(section(citation) for citation in turn.citations),
        handoff=turn.handoff.reason if turn.handoff else None,
        reply=turn.reply,
        actions=recorded_actions(turn),
        removed=tuple(turn.intake["removed"]),
    )


@dataclass(frozen=True)
class Held:
    """A conversation that was held, and where."""

    case: Case
    home: Path
    turns: tuple[TurnResult, ...]

    def reply(self, begins: str) -> str:
        return next(turn.reply for turn in self.turns if turn.question.startswith(begins))

    def order(self, order_id: str) -> Order:
        return next(one for one in orders(self.home) if one.order_id == order_id)

    def records(self) -> tuple[ActionRecord, ...]:
        return SqliteGateway(OrderStore(orders_path(self.home))).records_of("C-1001")


def orders(home: Path) -> list[Order]:
    store = OrderStore(orders_path(home))
    return [order for customer in store.customer_ids() for order in store.orders_of(customer)]


@pytest.fixture(scope="module", params=list(CASES))
def held(request: pytest.FixtureRequest, shop_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Held:
    """The conversation of a case, on stores of its own."""
    home = copied_home(shop_home, tmp_path_factory.mktemp("ten") / "home")
    case, turns = CASES[request.param], []
    agent = replace(open_agent(open_parts(settings_of(request.param, home))), today=lambda: TODAY)
    for turn in case.turns:
        if turn.decided:
            decide(home, turn.decided)
        turns.append(agent.ask(turn.say, conversation_id=case.name, customer_id=case.customer))
    agent.close()
    return Held(case, home, tuple(turns))


def test_every_turn_is_as_written_to_the_letter(held: Held) -> None:
    assert held.case.today == TODAY
    assert [as_expected(turn) for turn in held.turns] == [turn.expect for turn in held.case.turns]


def test_what_was_done_is_in_the_order_store_once_and_nothing_else_is(held: Held, shop_home: Path) -> None:
    done = [
        (one.proposal.kind, one.proposal.order_id, one.proposal.amount, one.outcome, one.approved_by)
        for one in held.records()
    ]
    assert done == [
        ("refund", "ORD-99107", Decimal("34.00"), "done", None),
        ("refund", "ORD-99107", Decimal("52.40"), "done", "Kim"),
        ("address", "ORD-99455", Decimal("79.00"), "done", None),
    ]
    refunds = [(move.amount, move.on) for move in held.order("ORD-99107").payments if move.kind == "refund"]
    assert refunds == [(Decimal("34.00"), TODAY), (Decimal("52.40"), TODAY)]
    assert held.order("ORD-99455").address.line1 == STREET
    touched = {"ORD-99107", "ORD-99455"}
    before, after = ([one for one in orders(home) if one.order_id not in touched] for home in (shop_home, held.home))
    assert before == after


def test_somebody_elses_order_has_the_words_of_none(held: Held) -> None:
    of_none, of_another = held.reply("And what about ORD-99108"), held.reply("Where is ORD-99017")
    assert of_none.replace("ORD-99108", "ORD-99017") == of_another


def test_street_is_kept_where_the_order_is_and_nowhere_else(held: Held) -> None:
    holding = {
        path.name.removesuffix("-wal").removesuffix("-shm")
        for path in held.home.rglob("*")
        if path.is_file() and STREET.encode() in path.read_bytes()
    }
    assert holding == {"orders.db"}
    ledger = Ledger(held.home / "ledger.db")
    assert not any(STREET in ledger.turn(turn.turn_id).model_dump_json() for turn in held.turns)


def test_memory_holds_the_turns_and_no_fact_but_the_order_stores(held: Held) -> None:
    memory = MemoryStore(held.home / "memory.db")
    kept = {one.episode.turn_id: one.episode.outcome for one in memory.episodes_of("C-1001")}
    assert kept.items() <= {turn.turn_id: turn.outcome for turn in held.turns}.items()
    assert len(kept) >= 10
    assert {fact.source for fact in memory.facts_of("C-1001")} <= {"record"}


def test_what_the_model_made_up_reaches_nobody(held: Held) -> None:
    said = " ".join(turn.reply for turn in held.turns)
    assert [word for word in ("24 hours", "neighbour", "upgraded", "always free") if word in said] == (
        ["24 hours"] if held.case is CASES["ten-turns"] else []  # of gift cards, in the article that is quoted
    )


def test_chat_in_a_pipe_says_the_same(shop_home: Path, tmp_path: Path) -> None:
    home, case = copied_home(shop_home, tmp_path / "home"), CASES["ten-turns"]
    replies = []
    with subprocess.Popen(
        program(home, "chat"), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as chat:
        assert chat.stdin is not None
        assert chat.stdout is not None
        for turn in case.turns:
            if turn.decided:
                decide(home, turn.decided)
            chat.stdin.write(f"{turn.say}\n")
            chat.stdin.flush()
            replies.append(json.loads(chat.stdout.readline())["reply"])
        chat.stdin.close()
        assert chat.wait(timeout=60) == 0
    wanted = [turn.expect.reply or "" if turn.expect else "" for turn in case.turns]
    assert [REFERENCE.sub("A-", text) for text in replies] == [REFERENCE.sub("A-", text) for text in wanted]


def test_day_of_the_case_is_the_day_of_the_sample() -> None:
    assert {case.today for case in CASES.values()} == {date(2026, 11, 30)}
