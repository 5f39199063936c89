"""A customer is erased from every file and nobody else is; the proof finds what a store has missed."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from agent.build import Parts
from agent.cli.chat_history import TypedLines
from agent.privacy.data_folder import open_forgetter, stores_of
from agent.privacy.forgetting import OTHER, files_of, store_of
from agent.privacy.subjects import subject_of
from tests.agent.shop import agent_of, quick_parts, run

WHO, OTHER_CUSTOMER = "C-1001", "C-1003"
MARKS = ("C-1001", "Maria Keller", "maria.keller@example.com", "97205", "ORD-99107", "418 Alder Terrace")


def talk_in(parts: Parts) -> None:
    """Turns of the customer, of nobody who names their order, and of another customer."""
    agent = agent_of(parts)
    for text in ("Was ORD-99107 delivered?", "I want a refund for ORD-99107.", "Let me talk to a person."):
        agent.ask(text, conversation_id="mine", customer_id=WHO)
    for text in ("Where is my order?", "ORD-99107, 97205", "And how much was it?"):
        agent.ask(text, conversation_id="proved", customer_id=None)
    agent.ask("Where is ORD-99107?", conversation_id="nobody", customer_id=None)
    agent.ask("ORD-99107, 10115", conversation_id="guesser", customer_id=None)
    agent.ask("Is ORD-99107 mine, too?", conversation_id="other", customer_id=OTHER_CUSTOMER)
    agent.close()
    TypedLines(parts.settings.home / "chat_history").add("Was ORD-99107 delivered?")
    TypedLines(parts.settings.home / "chat_history").add("How long do refunds take?")


def left_in(home: Path) -> list[tuple[str, str]]:
    """Every file in which anything of the customer stands, read without the code that is tested."""
    return [
        (path.name, mark)
        for path in home.rglob("*")
        if path.is_file()
        for mark in MARKS
        if mark.encode() in path.read_bytes()
    ]


@pytest.fixture
def talked(quick: Parts) -> Parts:
    talk_in(quick)
    assert {mark for _, mark in left_in(quick.settings.home)} >= {"C-1001", "97205", "ORD-99107", "Maria Keller"}
    return quick


def test_customer_is_gone_from_every_byte_and_the_report_says_from_where(talked: Parts) -> None:
    found = open_forgetter(talked.settings).forget(WHO)
    erased = {store.store: store.erased for store in found.stores}
    assert left_in(talked.settings.home) == []
    assert found.proved
    assert found.unknown_files == ()
    assert all(
        erased[name]
        for name in ("conversations", "memory", "identity", "ledger", "orders", "chat history", "approvals")
    )


def test_others_keep_what_is_theirs(talked: Parts) -> None:
    orders = talked.orders.orders_of(OTHER_CUSTOMER)
    open_forgetter(talked.settings).forget(WHO)
    assert talked.orders.orders_of(OTHER_CUSTOMER) == orders
    (turn,) = [row for row in talked.ledger.recent(50) if row["customer_id"] == OTHER_CUSTOMER]
    assert turn["question"] == "Is [erased] mine, too?"
    assert list(TypedLines(talked.settings.home / "chat_history").newest_first()) == ["How long do refunds take?"]


def test_a_second_run_finds_nothing_and_counts_nobody_twice(talked: Parts) -> None:
    forgetter = open_forgetter(talked.settings)
    forgetter.forget(WHO)
    again = forgetter.forget(WHO)
    assert again.proved
    assert sum(store.erased for store in again.stores) == 0
    assert (talked.settings.home / "forgotten.json").read_text() == '{"customers": 1}'


def test_open_conversation_starts_from_nothing(talked: Parts) -> None:
    agent = agent_of(talked)
    agent.ask("Was ORD-99107 delivered?", conversation_id="open", customer_id=WHO)
    open_forgetter(talked.settings).forget(WHO)
    result = agent.ask("And how much was it?", conversation_id="open", customer_id=None)
    agent.close()
    assert result.history == ()
    assert left_in(talked.settings.home) == []


def test_unfinished_turn_is_forgotten_too(quick: Parts) -> None:
    home = quick.settings.home
    script = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom tests.agent.shop import agent_of, quick_parts\n"
        "agent = agent_of(quick_parts(Path(sys.argv[1])))\n"
        "agent.ask('Was ORD-99107 delivered?', conversation_id='cut', customer_id='C-1001',\n"
        "          on_stage=lambda stage: os.kill(os.getpid(), signal.SIGKILL) if stage == 'draft' else None)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script, str(home)], cwd=Path(__file__).parents[3], timeout=120)
    assert ended.returncode == -signal.SIGKILL
    found = open_forgetter(quick.settings).forget(WHO)
    assert {store.store: store.erased for store in found.stores}["conversations"] == 1
    assert left_in(home) == []


def test_run_that_was_killed_half_way_is_finished_by_the_next(talked: Parts) -> None:
    home = talked.settings.home
    script = (
        "import os, signal, sys\nfrom dataclasses import dataclass, replace\nfrom pathlib import Path\n"
        "from agent.privacy.data_folder import open_forgetter\nfrom tests.agent.shop import settings_for\n"
        "@dataclass(frozen=True)\nclass Killer:\n    name: str = 'killer'\n    files: tuple = ()\n"
        "    def erase(self, subject):\n        os.kill(os.getpid(), signal.SIGKILL)\n"
        "forgetter = open_forgetter(settings_for(Path(sys.argv[1])))\nafter = int(sys.argv[2])\n"
        "stores = (*forgetter.stores[:after], Killer(), *forgetter.stores[after:])\n"
        "replace(forgetter, stores=stores).forget('C-1001')\n"
    )
    for after in (1, 4, 8, 9):
        command = [sys.executable, "-c", script, str(home), str(after)]
        assert subprocess.run(command, cwd=Path(__file__).parents[3], timeout=120).returncode == -signal.SIGKILL
    found = open_forgetter(talked.settings).forget(WHO)
    assert found.proved
    assert left_in(home) == []


def test_what_a_store_has_missed_is_found_and_told(talked: Parts) -> None:
    forgetter = open_forgetter(talked.settings)
    without_memory = tuple(store for store in forgetter.stores if store.name != "memory")
    found = replace(forgetter, stores=without_memory).forget(WHO)
    assert not found.proved
    assert "memory.db" in found.unknown_files


def test_name_and_postcode_that_another_customer_has_are_not_held_against_them(quick: Parts) -> None:
    first = quick.orders.customer("C-1004")
    second = quick.orders.customer("C-1009")
    assert first is not None
    assert second is not None
    assert first.name == second.name
    found = open_forgetter(quick.settings).forget("C-1004")
    assert found.proved
    assert "name" in found.shared
    assert quick.orders.customer("C-1009") == second


def test_id_that_begins_like_another_is_another(tmp_path: Path, quick: Parts) -> None:
    subject = subject_of("C-100", quick.orders, quick.ledger)
    assert not subject.is_named_in("C-1001")
    assert subject.is_named_in("customer C-100.")


def test_every_file_of_a_data_folder_belongs_to_a_store_that_forgets(talked: Parts) -> None:
    """A new file in the data folder fails here until `privacy/data_folder.py` says who erases a customer from it."""
    home = talked.settings.home
    for command in (("ask", "Hello"), ("trace",), ("doctor",), ("memory", "set", "C-1001", "preferred_language", "en")):
        run(home, *command)
    stores = stores_of(talked.settings)
    assert [path for path in files_of(home) if store_of(path, stores) is None] == []
    assert store_of("index/CURRENT", stores) == OTHER
    assert store_of("surprise.db", stores) is None


def test_parts_of_a_data_folder_that_is_not_there_are_nothing(tmp_path: Path) -> None:
    found = open_forgetter(quick_parts(tmp_path / "empty").settings).forget(WHO)
    assert found.proved
    assert sum(store.erased for store in found.stores) == 0


@pytest.mark.parametrize("name", ["text", "order", "id", "reply", "claims"])
def test_id_that_is_a_word_of_every_record_harms_no_other_customer(talked: Parts, name: str) -> None:
    turns = [talked.ledger.turn(row["turn_id"]) for row in talked.ledger.recent(50)]
    found = open_forgetter(talked.settings).forget(name)
    assert found.proved
    assert sum(store.erased for store in found.stores) == 0
    assert [talked.ledger.turn(turn.turn_id) for turn in turns] == turns


def test_postcode_that_is_also_a_number_of_a_record_leaves_the_number_and_the_record(talked: Parts) -> None:
    (turn,) = [row["turn_id"] for row in talked.ledger.recent(50) if row["customer_id"] == OTHER_CUSTOMER]
    record = talked.ledger.turn(turn).model_copy(
        update={"timings_ms": {"route": 97205.5, "act": 0.97205, "draft": 97205}, "why": "97205 and a97205b"}
    )
    talked.ledger.record(record)
    found = open_forgetter(talked.settings).forget(WHO)
    kept = talked.ledger.turn(turn)
    assert (kept.timings_ms, kept.why) == (record.timings_ms, "[erased] and a97205b")
    assert found.proved


def test_customer_whose_id_is_a_plain_word_is_erased(talked: Parts) -> None:
    agent = agent_of(talked)
    agent.ask("How long do refunds take?", conversation_id="hers", customer_id="anna")
    agent.close()
    found = open_forgetter(talked.settings).forget("anna")
    assert {store.store: store.erased for store in found.stores} | {"conversations": 1, "ledger": 1} == {
        store.store: store.erased for store in found.stores
    }
    assert found.proved
    assert not [row for row in talked.ledger.recent(50) if row["customer_id"] == "anna"]
