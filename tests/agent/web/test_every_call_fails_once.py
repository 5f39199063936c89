"""Whichever call of a dependency fails, for every call of a message's way: nothing is lost, and nothing is said twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from agent.build import Parts
from agent.errors import StoreError
from agent.types import HandoffReason, TurnResult
from agent.web.errors import AccessError, LaterError, SendError, UnknownError
from knowledge.embedding import Vectors
from knowledge.errors import CorruptIndexError
from tests.agent.shop import agent_of
from tests.agent.web.desk import SmallService, message, small_service

MOST_CALLS = 400
ENDS = {"answered", "asked_back", "declined", "handed_off", "left_to_person", "undeliverable"}
QUESTION = "How long will my refund take to show on my card?"


@dataclass
class Countdown:
    """Fails at one call, and never again."""

    at: int
    error: Callable[[], BaseException]
    calls: int = 0

    def call(self, *_: Any) -> None:
        self.calls += 1
        if self.calls == self.at:
            raise self.error()

    @property
    def happened(self) -> bool:
        return self.calls >= self.at


def hold(service: SmallService) -> None:
    """What must be so in the end, whatever failed."""
    service.settle(wait_s=700, times=8)
    ends = service.ends()
    assert sum(ends.values()) == 1
    assert set(ends) <= ENDS
    replies = service.desk.replies()
    assert len(replies) <= 1
    assert len(service.desk.notes()) <= 2
    if "handed_off" in ends:
        assert service.desk.handed_off
        assert [one.reason for one in service.handoffs.waiting()]
    if ends.keys() & {"answered", "asked_back", "declined", "handed_off"}:
        assert len(replies) == 1


def settle_through(service: SmallService) -> None:
    """As `settle`, with a worker that goes on after its database failed."""
    for _ in range(8):
        service.clock.pass_(700)
        for _ in range(10):
            try:
                if not service.worker().step():
                    break
            except StoreError:
                service.clock.pass_(700)


@pytest.mark.parametrize("reason", [None, "no_evidence"])
@pytest.mark.parametrize("error", [LaterError, UnknownError, AccessError])
@pytest.mark.parametrize("after", [False, True])
def test_helpdesk(tmp_path: Path, reason: HandoffReason | None, error: type[SendError], *, after: bool) -> None:
    for number in range(1, MOST_CALLS):
        service = small_service(tmp_path / str(number))
        service.agent.hands_over = reason
        fault = Countdown(number, lambda: error("it failed"))
        if after and error is UnknownError:
            lost = _LostLater(fault)
            service.desk.lost = lost  # type: ignore[assignment]  # asked for each method, as a mapping is
        else:
            service.desk.before = fault.call
        service.take(message())
        service.settle(wait_s=700, times=3)
        hold(service)
        service.database.close()
        if not fault.happened:
            return
    pytest.fail("no end of calls")


@dataclass
class _LostLater:
    """For every method the same countdown, which counts calls that were carried out."""

    fault: Countdown

    def get(self, method: str, default: Any = None) -> list[Any]:
        try:
            self.fault.call()
        except UnknownError as error:
            return [error]
        return []


@pytest.mark.parametrize("reason", [None, "no_evidence"])
def test_database_of_the_service(tmp_path: Path, reason: HandoffReason | None) -> None:
    for number in range(1, MOST_CALLS):
        service = small_service(tmp_path / str(number))
        service.agent.hands_over = reason
        service.take(message())
        fault = Countdown(number, lambda: OperationalError("it", {}, sqlite3.OperationalError("disk I/O error")))
        event.listen(service.database.engine, "before_cursor_execute", fault.call)
        settle_through(service)
        event.remove(service.database.engine, "before_cursor_execute", fault.call)
        hold(service)
        service.database.close()
        if not fault.happened:
            return
    pytest.fail("no end of calls")


def test_database_as_a_delivery_is_stored(tmp_path: Path) -> None:
    for number in range(1, MOST_CALLS):
        service = small_service(tmp_path / str(number))
        fault = Countdown(
            number, lambda: OperationalError("it", {}, sqlite3.OperationalError("database or disk is full"))
        )
        event.listen(service.database.engine, "before_cursor_execute", fault.call)
        refused = False
        try:
            service.take(message(), delivery_id="d1")
        except StoreError:
            refused = True
        event.remove(service.database.engine, "before_cursor_execute", fault.call)
        assert refused == fault.happened
        if refused:
            assert service.ends() == {}
            assert service.take(message(), delivery_id="d1") == 1  # the helpdesk sends it again
        hold(service)
        service.database.close()
        if not fault.happened:
            return
    pytest.fail("no end of calls")


@dataclass(frozen=True)
class FailingEmbedder:
    """The embedder, until it is asked once too often."""

    whole: Any
    fault: Countdown = field(compare=False)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.whole, name)

    def embed_passages(self, texts: Any) -> Vectors:
        self.fault.call()
        found: Vectors = self.whole.embed_passages(texts)
        return found

    def embed_queries(self, texts: Any) -> Vectors:
        self.fault.call()
        found: Vectors = self.whole.embed_queries(texts)
        return found


@contextmanager
def answering(quick: Parts, home: Path) -> Iterator[SmallService]:
    """A service whose agent is the real one, on these parts."""
    service, agent = small_service(home), agent_of(quick)
    service.agent = agent  # type: ignore[assignment]  # the real one in the told one's place
    yield service
    agent.close()
    service.database.close()


def test_embedding_model(quick: Parts, tmp_path: Path) -> None:
    for number in range(1, MOST_CALLS):
        fault = Countdown(number, lambda: RuntimeError("the model failed"))
        parts = replace(quick, embedder=FailingEmbedder(quick.embedder, fault))
        with answering(parts, tmp_path / str(number)) as service:
            service.take(message(QUESTION, conversation_id=f"c{number}"))
            service.settle(wait_s=700, times=3)
            assert sum(service.ends().values()) == 1
            assert set(service.ends()) <= ENDS
            assert len(service.desk.replies(f"c{number}")) == 1
        if not fault.happened:
            return
    pytest.fail("no end of calls")


@dataclass(frozen=True)
class FailingKnowledge:
    """The knowledge base, whose store cannot be read once."""

    whole: Any
    fault: Countdown = field(compare=False)

    def search(self, *given: Any, **named: Any) -> Any:
        self.fault.call()
        return self.whole.search(*given, **named)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.whole, name)


@pytest.mark.parametrize("error", [CorruptIndexError, OSError])
def test_vector_store(quick: Parts, tmp_path: Path, error: type[Exception]) -> None:
    for number in range(1, MOST_CALLS):
        fault = Countdown(number, lambda: error("the index cannot be read"))
        parts = replace(quick, knowledge=FailingKnowledge(quick.knowledge, fault))  # type: ignore[arg-type]
        with answering(parts, tmp_path / str(number)) as service:
            service.take(message(QUESTION, conversation_id=f"c{number}"))
            service.settle(wait_s=700, times=3)
            assert set(service.ends()) <= ENDS
            (reply,) = service.desk.replies(f"c{number}")
            assert not fault.happened or "business days" not in reply
        if not fault.happened:
            return
    pytest.fail("no end of calls")


def test_store_of_the_turns(quick: Parts, tmp_path: Path) -> None:
    for number in range(1, MOST_CALLS):
        fault = Countdown(number, lambda: StoreError("the ledger is locked"))
        with answering(quick, tmp_path / str(number)) as service:
            agent: Any = service.agent
            recorded = agent.recorded

            def looked(turn_id: str, fault: Countdown = fault, recorded: Any = recorded) -> TurnResult | None:
                fault.call()
                found: TurnResult | None = recorded(turn_id)
                return found

            service.agent = replace(agent, recorded=looked)
            service.take(message(QUESTION, conversation_id=f"c{number}"))
            service.settle(wait_s=700, times=4)
            assert sum(service.ends().values()) == 1
            assert set(service.ends()) <= ENDS
            assert len(service.desk.replies(f"c{number}")) == 1
        if not fault.happened:
            return
    pytest.fail("no end of calls")
