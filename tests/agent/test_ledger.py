"""The ledger gives back every turn as it was stored, and says what it holds where it does not."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from agent.errors import InputError, LedgerError
from agent.ledger import Ledger
from agent.types import TurnResult


def turn(turn_id: str = "aa11", asked_at: str = "2026-11-30T10:00:00", **changes: str) -> TurnResult:
    known = {"conversation_id": "c", "question": "Hi", "outcome": "answered", "reply": "Hello ›"}
    return TurnResult.model_validate({"turn_id": turn_id, "asked_at": asked_at, **known, **changes})


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    found = Ledger(tmp_path / "new" / "ledger.db")
    found.record(turn("aa11", "2026-11-30T10:00:00"))
    found.record(turn("ab22", "2026-11-30T11:00:00"))
    return found


def test_turn_comes_back_as_it_was(ledger: Ledger) -> None:
    assert ledger.turn("aa11") == turn("aa11")


def test_beginning_of_an_id_is_enough(ledger: Ledger) -> None:
    assert ledger.turn("ab").turn_id == "ab22"


def test_last_is_the_newest_and_not_the_one_stored_last(ledger: Ledger) -> None:
    ledger.record(turn("ac33", "2026-11-30T09:00:00"))
    assert ledger.turn("last").turn_id == "ab22"


def test_storing_a_turn_again_replaces_it(ledger: Ledger) -> None:
    ledger.record(turn("aa11", reply="Changed"))
    assert ledger.turn("aa11").reply == "Changed"
    assert len(ledger.recent(9)) == 2


def test_recent_turns_stand_newest_first(ledger: Ledger) -> None:
    assert [row["turn_id"] for row in ledger.recent(1)] == ["ab22"]


def test_recent_turns_say_what_was_asked_and_how_it_ended(ledger: Ledger) -> None:
    handoff = {"reason": "no_evidence", "notice": "Later.", "packet": {}, "state": {}}
    ledger.record(TurnResult.model_validate({**turn("ac33", "2026-11-30T12:00:00").model_dump(), "handoff": handoff}))
    first, second = ledger.recent(2)
    assert (first["question"], first["outcome"], first["handoff"]) == ("Hi", "answered", "no_evidence")
    assert (second["turn_id"], second["handoff"]) == ("ab22", None)


def test_unknown_turn_names_the_latest(ledger: Ledger) -> None:
    with pytest.raises(InputError, match=r"holds no turn 'zz'\. The latest are: ab22, aa11\. Run `support trace"):
        ledger.turn("zz")


@pytest.mark.parametrize("pattern", ["%", "_", "a%", "' or 1=1 --"])
def test_beginning_is_text_and_no_pattern(ledger: Ledger, pattern: str) -> None:
    with pytest.raises(InputError, match="holds no turn"):
        ledger.turn(pattern)


def test_beginning_of_several_ids_is_refused(ledger: Ledger) -> None:
    with pytest.raises(InputError, match="2 turns start with 'a'"):
        ledger.turn("a")


def test_ledger_without_turns_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="none yet"):
        Ledger(tmp_path / "ledger.db").turn("last")
    assert Ledger(tmp_path / "ledger.db").recent(5) == []


def test_damaged_file_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "ledger.db").write_bytes(b"not a database, but long enough to be taken for one" * 100)
    with pytest.raises(LedgerError, match=r"ledger\.db cannot be used"):
        Ledger(tmp_path / "ledger.db").turn("last")


def test_file_of_a_newer_version_is_refused(ledger: Ledger) -> None:
    connection = sqlite3.connect(ledger.path)
    connection.execute("pragma user_version = 99")
    connection.close()
    with pytest.raises(LedgerError, match="schema 99"):
        ledger.turn("last")


def searched(*passage_ids: str) -> list[dict[str, object]]:
    return [{"query": "q", "hits": [{"passage_id": passage_id} for passage_id in passage_ids]}]


def test_retrievals_are_the_articles_that_any_search_found_and_since_when(ledger: Ledger) -> None:
    for turn_id, asked_at, found in (
        ("s1", "2026-11-30T12:00:00", searched("refunds#0", "a/b#12")),
        ("s2", "2026-11-29T12:00:00", searched("refunds#1") + searched("c#0")),
        ("s3", "2026-11-30T13:00:00", searched()),
    ):
        ledger.record(turn(turn_id, asked_at).model_copy(update={"searched": tuple(found)}))
    found = ledger.retrievals()
    assert (found.turns, found.since, sorted(found.articles)) == (3, "2026-11-29T12:00:00", ["a/b", "c", "refunds"])


def test_ledger_without_searches_or_without_a_file_has_no_retrievals(ledger: Ledger, tmp_path: Path) -> None:
    for one in (ledger, Ledger(tmp_path / "none.db")):
        found = one.retrievals()
        assert (found.turns, found.since, found.articles) == (0, None, frozenset())
    assert not (tmp_path / "none.db").exists()


def test_long_ledger_is_read_in_steps(ledger: Ledger) -> None:
    for n in range(3):
        ledger.record(turn(f"s{n}").model_copy(update={"searched": tuple(searched(f"a{n}#0"))}))
    told: list[tuple[int, int]] = []
    found = ledger.retrievals(lambda done, total: told.append((done, total)), step=2)
    assert (sorted(found.articles), told) == (["a0", "a1", "a2"], [(2, 5), (4, 5), (5, 5)])
