"""The ledger gives back every turn as it was stored, and says what it holds where it does not."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from agent.errors import InputError, LedgerError
from agent.ledger import Ledger
from agent.types import TurnResult
from tests.places import PlaceOf


def turn(turn_id: str = "aa11", asked_at: str = "2026-11-30T10:00:00", **changes: str) -> TurnResult:
    known = {"conversation_id": "c", "question": "Hi", "outcome": "answered", "reply": "Hello ›"}
    return TurnResult.model_validate({"turn_id": turn_id, "asked_at": asked_at, **known, **changes})


@pytest.fixture
def ledger(place: PlaceOf) -> Ledger:
    found = Ledger(place("ledger"))
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


def test_ledger_without_turns_says_so(place: PlaceOf) -> None:
    with pytest.raises(InputError, match="none yet"):
        Ledger(place("ledger")).turn("last")
    assert Ledger(place("ledger")).recent(5) == []


def test_damaged_file_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "ledger.db").write_bytes(b"not a database, but long enough to be taken for one" * 100)
    with pytest.raises(LedgerError, match=r"ledger\.db cannot be used"):
        Ledger(tmp_path / "ledger.db").turn("last")


def test_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Ledger(tmp_path / "ledger.db").record(turn())
    connection = sqlite3.connect(tmp_path / "ledger.db")
    connection.execute("pragma user_version = 99")
    connection.close()
    with pytest.raises(LedgerError, match="schema 99"):
        Ledger(tmp_path / "ledger.db").turn("last")


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


def test_turns_before_one_are_those_of_its_conversation_in_their_order(ledger: Ledger) -> None:
    ledger.record(turn("c1", conversation_id="other"))
    ledger.record(turn("c2"))
    ledger.record(turn("aa11", reply="stored again"))
    assert [one.turn_id for one in ledger.before(ledger.turn("c2"))] == ["aa11", "ab22"]
    assert ledger.before(ledger.turn("c1")) == []


def test_turn_on_record_is_found_by_its_whole_id_only(ledger: Ledger) -> None:
    found = ledger.recorded("aa11")
    assert found is not None
    assert found.turn_id == "aa11"
    assert (ledger.recorded("aa1"), ledger.recorded("last")) == (None, None)


def test_what_was_written_since_is_read_in_its_order(ledger: Ledger) -> None:
    first = ledger.after(0, 1)
    assert [record["turn_id"] for _, record in first] == ["aa11"]
    ledger.record(turn("ac33"))
    assert [record["turn_id"] for _, record in ledger.after(first[0][0], 10)] == ["ab22", "ac33"]
    assert ledger.after(ledger.after(0, 10)[-1][0], 10) == []


def test_turns_of_a_customer_and_turns_by_their_ids(ledger: Ledger) -> None:
    ledger.record(turn("ac33", customer_id="C-1"))
    assert [record["turn_id"] for record in ledger.of_customer("C-1")] == ["ac33"]
    assert {record["turn_id"] for record in ledger.named(["ac33", "aa11", "none"])} == {"ac33", "aa11"}
    assert ledger.named([]) == []
    assert ledger.of_customer("c-1") == []


def test_turns_that_are_written_at_once_are_all_read_on(ledger: Ledger) -> None:
    """A reader that goes on from the last number it saw must miss none that was written beside it."""
    seen: dict[str, int] = {}
    with ThreadPoolExecutor(4) as pool:
        written = [pool.submit(Ledger(ledger.path).record, turn(f"w{n}")) for n in range(40)]
        while not all(one.done() for one in written):
            seen |= {record["turn_id"]: number for number, record in ledger.after(max(seen.values(), default=0), 7)}
    seen |= {record["turn_id"]: number for number, record in ledger.after(max(seen.values(), default=0), 100)}
    assert sorted(seen) == sorted(["aa11", "ab22", *(f"w{n}" for n in range(40))])
