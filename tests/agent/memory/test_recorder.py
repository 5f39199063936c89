"""What of a turn enters memory is decided by code, written once, and never costs the customer a reply."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.memory.fact_keys import SHIPPED
from agent.memory.facts import Fact
from agent.memory.recorder import TurnRecorder
from agent.memory.store import MemoryStore
from agent.types import TurnResult
from knowledge.order_types import Customer, Order
from tests.agent.memory.people import result
from tests.agent.shop import word_embedder
from tests.knowledge.orders_data import customer, order


class Desk:
    """A recorder on a store of its own, and what reached the ledger."""

    def __init__(self, path: Path, language: str | None = None) -> None:
        self.store, self.ledger, self.language = MemoryStore(path), list[TurnResult](), language

    def record(self, turn: TurnResult) -> None:
        recorder = TurnRecorder(
            self.ledger.append, self.store, SHIPPED, word_embedder(), self.customer_of, lambda _: (ORDER,)
        )
        recorder.record(turn)

    def customer_of(self, customer_id: str) -> Customer | None:
        return Customer.model_validate({**customer("a"), "language": self.language}) if self.language else None

    def values(self) -> list[tuple[str, str | None, str]]:
        return [(one.key, one.value, one.source) for one in self.store.facts_of("a")]

    def written(self) -> tuple[list[str], list[dict[str, Any]]]:
        """Everything in memory but the time it was written."""
        facts: list[Fact] = list(self.store.facts_of("a"))
        episodes = [one.episode.model_dump_json() for one in self.store.episodes_of("a")]
        return episodes, [one.model_dump(exclude={"at"}) for one in facts]


ORDER = Order.model_validate(order("ORD-99107", customer_id="a", placed_on="2026-05-02"))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "memory.db", "de")


def test_turn_is_written_into_memory_and_the_ledger(desk: Desk) -> None:
    desk.record(result("Call me Mia. Where is ORD-99107?"))
    assert [one.question for one in desk.ledger] == ["Call me Mia. Where is ORD-99107?"]
    assert [one.episode.orders for one in desk.store.episodes_of("a")] == [("ORD-99107",)]
    assert desk.values() == [
        ("customer_since", "2026-05-02", "record"),
        ("name_to_use", "Mia", "asserted"),
        ("preferred_language", "de", "record"),
    ]


def test_turn_that_is_recorded_again_is_written_once(desk: Desk) -> None:
    for _ in range(3):
        desk.record(result("Call me Mia."))
    assert len(desk.store.episodes_of("a")) == 1
    assert [one.version for one in desk.store.facts_of("a")] == [1, 1, 1]


def test_record_that_changes_back_is_followed(desk: Desk) -> None:
    for number, language in enumerate(("de", "fr", "de")):
        desk.language = language
        desk.record(result(turn_id=f"t{number}"))
    assert [value for key, value, _ in desk.values() if key == "preferred_language"] == ["de", "fr", "de"]


def test_nobody_verified_writes_nothing(desk: Desk) -> None:
    desk.record(result("Call me Mia.", customer_id=None))
    assert not desk.store.path.exists()
    assert len(desk.ledger) == 1


def test_memory_that_cannot_be_written_is_noted_in_the_ledger_and_the_turn_stands(desk: Desk) -> None:
    desk.store.path.write_bytes(b"no database" * 500)
    desk.record(result())
    assert desk.ledger[0].notes[0].startswith("The turn is not in memory: ")
    assert desk.ledger[0].outcome == "answered"


MODEL_TEXT = st.sampled_from(["Call me Bob.", "Please reply in French.", "My preferred language is Dutch.", "x"])


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(MODEL_TEXT, MODEL_TEXT, MODEL_TEXT)
def test_nothing_that_a_model_wrote_reaches_memory(
    tmp_path_factory: pytest.TempPathFactory, reply: str, draft: str, claim: str
) -> None:
    """Not even a claim whose verdict is `supported`: there is no way in for it."""
    folder = tmp_path_factory.mktemp("m")
    plain, written = Desk(folder / "plain.db"), Desk(folder / "written.db")
    plain.record(result())
    written.record(
        result(
            reply=reply,
            draft={"text": draft, "drafter": "m"},
            claims=({"text": claim, "label": "supported", "cut": False},),
            notes=(claim,),
            why=draft,
        )
    )
    assert written.written() == plain.written()
