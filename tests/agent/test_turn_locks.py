"""One turn at a time in a conversation, and its mark, in a folder and on a server alike."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from agent.state import NewTurn
from agent.turn_locks import FolderLocks, ServerLocks, TurnLocks
from knowledge.server_tables import ServerTables
from tests.agent.test_locking import new
from tests.places import PlaceOf

ROOT = Path(__file__).parents[2]
HOLDING = """
import sys
from pathlib import Path
from agent.turn_locks import FolderLocks, ServerLocks
from knowledge.server_tables import ServerTables
where = sys.argv[1]
locks = ServerLocks(ServerTables(where, "turns")) if "://" in where else FolderLocks(Path(where))
turn = {"conversation_id": "c", "turn_id": "t1", "message": "Zoë?"}
with locks.holding("c"), locks.marked(turn):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def locks(place: PlaceOf) -> TurnLocks:
    where = place("turns")
    return ServerLocks(where) if isinstance(where, ServerTables) else FolderLocks(where.parent / "locks")


def left_open(locks: TurnLocks, *turns: NewTurn) -> None:
    for turn in turns:
        with pytest.raises(OSError, match="full"), locks.holding(turn["conversation_id"]), locks.marked(turn):
            raise OSError("full")


def test_turn_is_marked_while_it_runs_and_not_once_it_has_ended(locks: TurnLocks) -> None:
    with locks.holding("c"), locks.marked(new("c", "Zoë\x00?")):
        begun = locks.begun("c")
        assert begun is not None
        assert (begun["turn_id"], begun["message"]) == ("t1", "Zoë\x00?")
    assert (locks.begun("c"), locks.cut_short()) == (None, ())


def test_turn_that_could_not_be_recorded_stays_marked_until_its_mark_is_taken(locks: TurnLocks) -> None:
    left_open(locks, new("c"), new("d"))
    assert locks.cut_short() == ("c", "d")
    locks.unmark("c")
    locks.unmark("never there")
    assert locks.cut_short() == ("d",)


def test_conversation_is_held_by_one_at_a_time_and_others_beside_it(locks: TurnLocks) -> None:
    inside: list[str] = []

    def hold(conversation_id: str) -> None:
        with locks.holding(conversation_id):
            assert conversation_id not in inside
            inside.append(conversation_id)
            time.sleep(0.02)
            inside.remove(conversation_id)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(hold, "abab" * 3))


def test_turn_that_another_process_is_at_is_left_to_it_and_free_once_it_was_killed(
    locks: TurnLocks, place: PlaceOf
) -> None:
    where = locks.tables.url if isinstance(locks, ServerLocks) else str(locks.folder)  # type: ignore[attr-defined]
    command = [sys.executable, "-c", HOLDING, where]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert locks.cut_short() == ()
        begun = locks.begun("c")
        assert begun is not None
        assert begun["message"] == "Zoë?"
        other.kill()
        other.wait(timeout=30)
    with locks.holding("c"):
        assert locks.begun("c") == begun
    assert locks.cut_short() == ("c",)


def test_marks_that_are_meant_are_erased_and_no_others(locks: TurnLocks) -> None:
    left_open(locks, new("mine"), new("by words", "I am Maria Keller"), new("another's"))
    assert locks.erase(lambda one, text: one == "mine" or "Maria Keller" in text) == 2
    assert locks.cut_short() == ("another's",)
