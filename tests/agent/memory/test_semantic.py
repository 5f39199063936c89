"""Facts are offered by their key first, told apart by whose word they are, and prove only what they may."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.gathering import Offer
from agent.memory.fact_keys import SHIPPED
from agent.memory.semantic import SemanticMemory
from agent.memory.store import MemoryStore
from tests.agent.memory.people import route, turn


@pytest.fixture
def memory(tmp_path: Path) -> SemanticMemory:
    store = MemoryStore(tmp_path / "memory.db")
    store.write_fact("a", "preferred_language", "de", "record", "customer/a")
    store.write_fact("a", "preferred_language", "en", "asserted", "turn/1")
    store.write_fact("a", "delivery_preference", "Leave it with the neighbour", "operator", "operator")
    store.write_fact("a", "contact_channel", "email", "operator", "operator")
    store.write_fact("b", "contact_channel", "phone", "operator", "operator")
    return SemanticMemory(store, SHIPPED, k=4)


def kept(offer: Offer) -> list[str]:
    return [one.id for one in offer.recalled if one.kept]


def test_how_to_speak_to_the_customer_is_always_offered(memory: SemanticMemory) -> None:
    offer = memory.offer(route("Where is my parcel?"), turn())
    assert kept(offer) == ["fact/preferred_language@1", "fact/preferred_language@2"]
    assert [one.evidence.trust for one in offer.candidates] == ["verified", "user"]


def test_key_that_is_named_or_implied_comes_first(memory: SemanticMemory) -> None:
    offer = memory.offer(route("Where will you deliver it?"), turn())
    assert kept(offer)[0] == "fact/delivery_preference@1"
    assert offer.candidates[0].score > offer.candidates[1].score


def test_fact_that_only_shares_words_is_found(memory: SemanticMemory) -> None:
    assert kept(memory.offer(route("My neighbours are away"), turn()))[0] == "fact/delivery_preference@1"


def test_what_is_left_out_is_in_the_ledger(memory: SemanticMemory) -> None:
    left = [one for one in memory.offer(route("Where is my parcel?"), turn()).recalled if not one.kept]
    assert {one.id for one in left} == {"fact/contact_channel@1", "fact/delivery_preference@1"}


def test_free_text_is_shown_and_never_handed_to_the_checker(memory: SemanticMemory) -> None:
    offer = memory.offer(route("What delivery and contact do I have?"), turn())
    shown = {one.evidence.field for one in offer.candidates}
    assert {"delivery_preference", "contact_channel"} <= shown
    assert "delivery_preference" not in {one.field for one in offer.evidence}
    assert {(one.field, one.trust) for one in offer.evidence} == {
        ("contact_channel", "verified"),
        ("preferred_language", "verified"),
        ("preferred_language", "user"),
    }


def test_facts_that_are_asked_for_are_told_by_code(memory: SemanticMemory) -> None:
    told = [
        one.told for one in memory.offer(route("Which language is set on my account?"), turn()).recalled if one.told
    ]
    assert told[0].startswith("The preferred language on your account is German, noted on ")
    assert told[1].startswith("You told us on ")
    assert told[1].endswith("that your preferred language is English.")


def test_nobody_verified_and_another_customer_see_nothing_of_it(memory: SemanticMemory) -> None:
    assert memory.offer(route("Which language?"), turn(None)) == Offer()
    assert kept(memory.offer(route("How do you contact me?"), turn("b"))) == ["fact/contact_channel@1"]
    assert memory.offer(route("How do you contact me?"), turn("c")) == Offer()


def test_memory_that_cannot_be_read_is_noted(tmp_path: Path) -> None:
    (tmp_path / "memory.db").write_bytes(b"no database" * 500)
    offer = SemanticMemory(MemoryStore(tmp_path / "memory.db"), SHIPPED, 4).offer(route("Hm?"), turn())
    assert "could not be read" in offer.notes[0]
