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


def test_since_when_somebody_has_it_does_not_move_with_what_they_do(handoffs: Handoffs) -> None:
    assert [handoffs.take("t1", "Kim", NOW), handoffs.take("t1", "Kim", NOW + 60)] == [True, True]
    assert [(one.taken_by, one.taken_at) for one in handoffs.waiting()] == [("Kim", NOW)]


def test_handoff_is_put_back_by_whoever_has_it(handoffs: Handoffs) -> None:
    handoffs.take("t1", "Kim", NOW)
    assert [handoffs.release("t1", "Lee"), handoffs.release("t1", "Kim"), handoffs.release("t1", "Kim")] == [
        False,
        True,
        False,
    ]
    assert [(one.taken_by, one.taken_at) for one in handoffs.waiting()] == [(None, None)]
    assert handoffs.take("t1", "Lee", NOW)


def test_handoff_is_taken_from_the_person_who_is_named_and_by_one_of_many(handoffs: Handoffs) -> None:
    handoffs.take("t1", "Kim", NOW)
    found: list[bool] = []
    people = [
        threading.Thread(target=lambda name=name: found.append(handoffs.take_from("t1", "Kim", name, NOW + 1)))
        for name in "abcdefgh"
    ]
    for one in people:
        one.start()
    for one in people:
        one.join()
    assert sorted(found) == [False] * 7 + [True]
    assert [one.taken_at for one in handoffs.waiting()] == [NOW + 1]


def test_closed_handoff_is_neither_put_back_nor_taken(handoffs: Handoffs) -> None:
    handoffs.take("t1", "Kim", NOW)
    handoffs.close("t1", NOW)
    assert (handoffs.release("t1", "Kim"), handoffs.take_from("t1", "Kim", "Lee", NOW)) == (False, False)


def test_what_a_colleague_has_taken_since_is_neither_closed_nor_given_back(handoffs: Handoffs) -> None:
    handoffs.take("t1", "Kim", NOW)
    handoffs.take_from("t1", "Kim", "Lee", NOW)
    assert [handoffs.close("t1", NOW, "Kim"), handoffs.give_back("t1", NOW, "Kim")] == [False, False]
    assert [one.taken_by for one in handoffs.waiting()] == ["Lee"]
    assert handoffs.give_back("t1", NOW, "Lee")


def test_handoff_is_closed_once(handoffs: Handoffs) -> None:
    assert [handoffs.close("t1", NOW), handoffs.close("t1", NOW)] == [True, False]
    assert handoffs.waiting() == ()


def test_conversation_that_is_given_back_is_answered_again(service: SmallService) -> None:
    service.agent.hands_over = "no_evidence"
    service.take(message())
    service.settle()
    (one,) = service.handoffs.waiting()
    service.agent.hands_over = None
    assert service.handoffs.give_back(one.turn_id, service.clock())
    service.take(message("And now?", 2))
    service.settle()
    assert service.desk.replies()[-1] == "Answer to: And now?"
