"""The store keeps each customer's own, once, in every process, until it is erased."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.errors import MemoryStoreError
from agent.memory.facts import current
from agent.memory.store import MemoryStore
from knowledge.server_tables import ServerTables
from tests.agent.memory.people import MAY, episode, kept, store_at, store_of
from tests.places import PlaceOf

ROOT = Path(__file__).parents[3]

WRITER = """
import sys
from pathlib import Path
from agent.memory.store import MemoryStore
from knowledge.server_tables import ServerTables
from tests.agent.memory.people import episode, kept
store = MemoryStore(ServerTables(sys.argv[1], "memory") if "://" in sys.argv[1] else Path(sys.argv[1]))
for n in range(40):
    store.add("a", kept(episode(f"shared{n}")))
    store.add("a", kept(episode(f"{sys.argv[2]}{n}")))
    store.write_fact("a", "delivery_preference", f"{sys.argv[2]}{n}", "operator", "operator")
"""


def test_turn_is_kept_once(place: PlaceOf) -> None:
    store = store_at(place("memory"), a=[episode("t1")])
    assert not store.add("a", kept(episode("t1", "Something else")))
    assert [one.episode.asked for one in store.episodes_of("a")] == ["My kettle came broken."]


def test_newest_comes_first_without_the_running_conversation(place: PlaceOf) -> None:
    store = store_at(place("memory"), a=[episode("t1"), episode("t0", day=MAY), episode("t2")])
    assert [one.episode.turn_id for one in store.episodes_of("a")] == ["t2", "t1", "t0"]
    assert [one.episode.turn_id for one in store.episodes_of("a", but_not="c-t2", limit=1)] == ["t1"]


def test_customer_id_must_match_exactly(place: PlaceOf) -> None:
    store = store_at(place("memory"), a=[episode()])
    store.write_fact("a", "name_to_use", "Mia", "operator", "operator")
    for other in ("A", "a ", "%", "' OR 1=1 --", ""):
        assert (store.episodes_of(other), store.facts_of(other)) == ((), ())


@settings(max_examples=30, deadline=None)
@given(st.dictionaries(st.text(min_size=1, max_size=4), st.integers(0, 4), min_size=1, max_size=6), st.data())
def test_nothing_of_another_customer_is_ever_read(
    tmp_path_factory: pytest.TempPathFactory, customers: dict[str, int], data: st.DataObject
) -> None:
    store = MemoryStore(tmp_path_factory.mktemp("m") / "memory.db")
    written = [(customer, n) for customer, count in customers.items() for n in range(count)]
    for place, (customer, n) in enumerate(data.draw(st.permutations(written))):
        store.add(customer, kept(episode(f"t{place}", f"{customer!r} {n}")))
        store.write_fact(customer, "delivery_preference", f"{customer!r} {n}", "operator", "operator")
    for customer, count in customers.items():
        wanted = {f"{customer!r} {n}" for n in range(count)}
        assert {one.episode.asked for one in store.episodes_of(customer)} == wanted
        assert {one.value for one in store.facts_of(customer)} == wanted


def test_each_write_of_a_fact_is_a_version(place: PlaceOf) -> None:
    store = MemoryStore(place("memory"))
    for value in ("de", "en", None, "fr"):
        store.write_fact("a", "preferred_language", value, "operator", "operator")
    assert [(one.version, one.value) for one in store.facts_of("a")] == [(1, "de"), (2, "en"), (3, None), (4, "fr")]
    assert [one.value for one in current(store.facts_of("a"))] == ["fr"]


def test_same_word_again_is_no_new_version(place: PlaceOf) -> None:
    store = MemoryStore(place("memory"))
    assert store.write_fact("a", "preferred_language", None, "operator", "operator") is None
    assert store.write_fact("a", "preferred_language", "de", "record", "customer/a") is not None
    assert store.write_fact("a", "preferred_language", "de", "record", "customer/a") is None
    assert store.write_fact("a", "preferred_language", "de", "asserted", "turn/1") is not None


def test_record_that_says_what_it_said_does_not_undo_what_a_person_took_back(place: PlaceOf) -> None:
    store = MemoryStore(place("memory"))
    store.write_fact("a", "preferred_language", "de", "record", "customer/a")
    store.write_fact("a", "preferred_language", None, "operator", "operator")
    assert store.write_fact("a", "preferred_language", "de", "record", "customer/a") is None
    assert current(store.facts_of("a")) == []


def test_nothing_of_an_erased_customer_is_left_in_the_bytes(tmp_path: Path) -> None:
    store = MemoryStore(tmp_path / "memory.db")
    for n in range(300):
        # Long rows of two customers by turns, so that pages are split and moved about while the file grows.
        store.add("gone", kept(episode(f"g{n}", f"Zanzibar {n} " + "words " * 60)))
        store.add("stays", kept(episode(f"s{n}", f"Lisbon {n} " + "words " * 60)))
        store.write_fact("gone", "delivery_preference", f"Zanzibar {n}", "operator", "operator")
    assert any(b"Zanzibar" in part.read_bytes() for part in tmp_path.glob("memory.db*"))
    assert store.erase("gone") == 600
    assert [
        part.name for part in tmp_path.iterdir() if b"Zanzibar" in part.read_bytes() or b"gone" in part.read_bytes()
    ] == []
    assert len(store.episodes_of("stays")) == 300
    assert store.erase("gone") == 0


def test_two_processes_write_at_once_and_lose_nothing(place: PlaceOf) -> None:
    path = place("memory")
    where = path.url if isinstance(path, ServerTables) else str(path)
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, where, name], cwd=ROOT) for name in ("x", "y")]
    assert [writer.wait(timeout=120) for writer in writers] == [0, 0]
    store = MemoryStore(path)
    assert len(store.episodes_of("a")) == 120
    facts = store.facts_of("a")
    assert sorted(str(one.value) for one in facts) == sorted(f"{name}{n}" for name in "xy" for n in range(40))
    assert [one.version for one in facts] == list(range(1, 81))


def test_row_that_cannot_be_read_is_an_error_with_words(tmp_path: Path) -> None:
    import sqlite3

    store = store_of(tmp_path, a=[episode()])
    database = sqlite3.connect(store.path)
    database.execute("UPDATE episodes SET body = '{}'")
    database.commit()
    database.close()
    with pytest.raises(MemoryStoreError, match="an episode that cannot be read"):
        store.episodes_of("a")


def test_erased_customer_is_gone_and_others_stay(place: PlaceOf) -> None:
    store = store_at(place("memory"), a=[episode("t1")], b=[episode("t2")])
    store.write_fact("a", "name_to_use", "Mia", "operator", "operator")
    assert store.erase("a") == 2
    assert (store.episodes_of("a"), store.facts_of("a"), len(store.episodes_of("b"))) == ((), (), 1)
    assert store.erase("a") == 0
