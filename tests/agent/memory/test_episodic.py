"""Past turns are offered where a turn leans on them, only the customer's own, and they prove nothing."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.gathering import Offer
from agent.memory.store import MemoryStore
from tests.agent.memory.people import MAY, episode, episodic, kept, route, store_of, turn
from tests.agent.shop import TODAY

KETTLE = episode("kettle", "The copper kettle leaks", orders=["ORD-1"], outcome="handed_off", reason="no_evidence")
LAMP = episode("lamp", "Where is the desk lamp?", orders=["ORD-2"])


def test_words_are_the_customers_and_the_record_is_ours(tmp_path: Path) -> None:
    offer = episodic(store_of(tmp_path, a=[KETTLE])).offer(route("As I told you, the copper kettle leaks"), turn())
    assert [(one.evidence.trust, one.evidence.source, one.evidence.text) for one in offer.candidates] == [
        ("user", "memory", "The copper kettle leaks"),
        (
            "verified",
            "memory",
            "Past conversation of 2026-11-12: handed off, passed on to a colleague (no evidence). Orders: ORD-1.",
        ),
    ]


def test_only_the_customers_words_are_handed_to_the_checker(tmp_path: Path) -> None:
    offer = episodic(store_of(tmp_path, a=[KETTLE])).offer(route("As I told you, the copper kettle leaks"), turn())
    assert [(one.trust, one.text) for one in offer.evidence] == [("user", "The copper kettle leaks")]


@pytest.mark.parametrize(
    ("message", "use", "told"),
    [
        ("What did I ask about the copper kettle last time?", "answer", True),
        ("As I told you, the copper kettle leaks", "tell", True),
        ("The copper kettle leaks again", "background", False),
    ],
)
def test_how_the_message_leans_says_whether_it_is_told_back(tmp_path: Path, message: str, use: str, told: bool) -> None:
    (found,) = episodic(store_of(tmp_path, a=[KETTLE])).offer(route(message), turn()).recalled
    assert (found.use, bool(found.told), found.kept) == (use, told, True)


def test_message_that_asks_more_is_answered_and_the_past_is_told_before(tmp_path: Path) -> None:
    memory = episodic(store_of(tmp_path, a=[KETTLE]))
    both = "What did I ask last time about the copper kettle? And how long do refunds take now?"
    (found,) = memory.offer(
        route(both, questions=("the copper kettle?", "how long do refunds take now?")), turn()
    ).recalled
    assert found.use == "tell"


def test_what_is_told_names_the_day_the_words_and_the_end(tmp_path: Path) -> None:
    (found,) = episodic(store_of(tmp_path, a=[KETTLE])).offer(route("What did I ask last time?"), turn()).recalled
    assert (
        found.told == "On 12 November 2026 you asked: “The copper kettle leaks”, and it was passed on to a colleague."
    )


def test_nothing_is_recalled_for_a_message_that_stands_on_its_own(tmp_path: Path) -> None:
    store = store_of(tmp_path, a=[KETTLE])
    assert episodic(store).offer(route("The copper kettle leaks"), turn()) == Offer()


def test_order_that_was_handed_over_before_is_recalled_unasked(tmp_path: Path) -> None:
    store = store_of(tmp_path, a=[KETTLE, LAMP])
    (found, *_) = episodic(store).offer(route("Where is my order ORD-1?", "ORD-1"), turn("a", "ORD-1")).recalled
    assert (found.id, found.use) == (KETTLE.episode_id, "background")
    assert episodic(store).offer(route("Where is my order ORD-2?", "ORD-2"), turn("a", "ORD-2")).candidates == ()


def test_choice_of_several_orders_recalls_nothing(tmp_path: Path) -> None:
    store = store_of(tmp_path, a=[KETTLE])
    assert episodic(store).offer(route("Where is my order?"), turn("a", "ORD-1", "ORD-2")) == Offer()


def test_running_conversation_is_not_recalled(tmp_path: Path) -> None:
    store = store_of(tmp_path, a=[KETTLE])
    now = turn(conversation_id=KETTLE.conversation_id)
    assert episodic(store).offer(route("As I told you, the copper kettle leaks"), now).candidates == ()


def test_nobody_verified_reads_nothing(tmp_path: Path) -> None:
    store = store_of(tmp_path, a=[KETTLE])
    assert episodic(store).offer(route("What did I ask last time?"), turn(None)) == Offer()


def test_what_is_too_far_is_left_out_and_the_ledger_says_why(tmp_path: Path) -> None:
    store = store_of(tmp_path, a=[LAMP])
    (found,) = (
        episodic(store)
        .offer(route("I already asked about lamp oil, candles, matches, wicks, jars, trays"), turn())
        .recalled
    )
    assert not found.kept
    assert "too far from the question" in found.reason


def test_at_most_k_are_offered_and_the_next_are_named(tmp_path: Path) -> None:
    store = store_of(tmp_path, a=[episode(f"t{n}", f"Kettle number {n} leaks") for n in range(9)])
    offer = episodic(store, k=2).offer(route("As I told you, the kettle leaks"), turn())
    assert len(offer.candidates) == 4
    assert [one.kept for one in offer.recalled] == [True, True, False, False, False]
    assert episodic(store, k=0).offer(route("As I told you, the kettle leaks"), turn()) == Offer()


def test_memory_that_cannot_be_read_is_noted_and_the_turn_goes_on(tmp_path: Path) -> None:
    (tmp_path / "memory.db").write_bytes(b"no database" * 500)
    offer = episodic(MemoryStore(tmp_path / "memory.db")).offer(route("What did I ask last time?"), turn())
    assert offer.candidates == ()
    assert "could not be read" in offer.notes[0]


WORDS = st.sampled_from(["kettle", "lamp", "bowl", "refund", "parcel", "card", "again", "last time", "as I told you"])


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("abcde"), st.lists(WORDS, min_size=1, max_size=4)), max_size=15),
    st.lists(WORDS, min_size=1, max_size=4),
    st.sampled_from([TODAY, MAY]),
)
def test_no_recall_ever_crosses_to_another_customer(
    tmp_path_factory: pytest.TempPathFactory, past: list[tuple[str, list[str]]], asked: list[str], day: date
) -> None:
    store = MemoryStore(tmp_path_factory.mktemp("m") / "memory.db")
    for n, (customer, words) in enumerate(past):
        store.add(customer, kept(episode(f"{customer}{n}", " ".join(words), day=day)))
    for customer in "abcde":
        offer = episodic(store, k=20).offer(route(f"What did I ask last time about {' '.join(asked)}"), turn(customer))
        ids = [one.id for one in offer.recalled] + [one.evidence.evidence_id for one in offer.candidates]
        assert {found.split("/")[2][0] for found in ids} <= {customer}
