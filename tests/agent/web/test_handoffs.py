"""The queue of handoffs, on each database: opened once, taken by one, closed once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.web.handoffs import Handoffs
from agent.web.leases import Lease
from tests.agent.web.desk import NOW, SmallService, message, small_service

ONE = Lease("shop", "c1", "bot", "w1", 1)


@pytest.fixture
def service(tmp_path: Path, database_url: str | None) -> Iterator[SmallService]:
    found = small_service(tmp_path, url=database_url)
    yield found
    found.database.close()


@pytest.fixture
def handoffs(service: SmallService) -> Handoffs:
    with service.database.writing() as connection:
        for _ in range(2):
            service.handoffs.open(connection, ONE, "t1", "no_evidence", "C-1", NOW)
    return service.handoffs


def test_handoff_is_opened_once(handoffs: Handoffs) -> None:
    assert [(one.turn_id, one.customer_id) for one in handoffs.waiting()] == [("t1", "C-1")]


def test_handoff_is_taken_by_one_of_many(handoffs: Handoffs) -> None:
    found: list[bool] = []
    people = [
        threading.Thread(target=lambda name=name: found.append(handoffs.take("t1", name, NOW))) for name in "abcdefgh"
    ]
    for one in people:
        one.start()
    for one in people:
        one.join()
    assert sorted(found) == [False] * 7 + [True]


def test_handoff_is_closed_once(handoffs: Handoffs) -> None:
    assert [handoffs.close("t1", NOW), handoffs.close("t1", NOW)] == [True, False]
    assert handoffs.waiting() == ()


def test_conversation_that_is_given_back_is_answered_again(service: SmallService) -> None:
    service.agent.hands_over = "no_evidence"
    service.take(message())
    service.settle()
    (one,) = service.handoffs.waiting()
    service.agent.hands_over = None
    service.desk.people.clear()
    assert service.handoffs.give_back(one.turn_id, service.clock())
    service.take(message("And now?", 2))
    service.settle()
    assert service.desk.replies()[-1] == "Answer to: And now?"
