"""What comes in is stored once, ordered by the helpdesk's clock, and gone when nobody can send it again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from agent.web.envelope import Inbound
from agent.web.inbox import DAY_S, holder_after, turn_id_of
from agent.web.leases import Lease
from agent.web.tables import DELIVERIES, MESSAGES, OUTBOX
from tests.agent.web.desk import NAME, NOW, SmallService, message, small_service


@pytest.fixture
def service(tmp_path: Path, database_url: str | None) -> Iterator[SmallService]:
    found = small_service(tmp_path, url=database_url)
    yield found
    found.database.close()


def test_same_delivery_at_the_same_instant_is_stored_once(service: SmallService) -> None:
    found: list[int] = []

    def take() -> None:
        for number in range(50):
            found.append(service.inbox.take(NAME, f"d{number}", [message(number=number)], NOW).new)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sum(found) == 50
    assert service.ends() == {"open": 50}


def test_delivery_with_several_messages_is_stored_whole(service: SmallService) -> None:
    told = [message("a", 1, "c1"), message("b", 1, "c2"), message("ours", 2, "c2", author="bot")]
    assert service.inbox.take(NAME, "d1", told, NOW).new == 2


def test_same_message_id_of_another_conversation_or_helpdesk_is_another_message(service: SmallService) -> None:
    assert service.inbox.take(NAME, None, [message()], NOW).new == 1
    assert service.inbox.take(NAME, None, [message(conversation_id="c2")], NOW).new == 1
    assert service.inbox.take("other", None, [message()], NOW).new == 1


def test_batch_is_in_the_helpdesks_order(service: SmallService) -> None:
    service.take(message("third", 7, at=NOW + 3), message("first", 9, at=NOW + 1), message("second", 8, at=NOW + 2))
    with service.database.writing() as connection:
        batch = service.inbox.batch(connection, lease_of("c1"))
    assert batch is not None
    assert batch.text == "first\nsecond\nthird"


def test_batch_that_was_begun_stays_as_it_was(service: SmallService) -> None:
    service.take(message("first"))
    one = lease_of("c1")
    with service.database.writing() as connection:
        begun = service.inbox.batch(connection, one)
        assert begun is not None
        service.inbox.begin(connection, begun)
    service.take(message("second", 2))
    with service.database.writing() as connection:
        again = service.inbox.batch(connection, one)
    assert again is not None
    assert (again.turn_id, again.text, again.tries) == (begun.turn_id, "first", 1)


def test_turn_id_is_that_of_its_messages_alone() -> None:
    one, other = lease_of("c1"), lease_of("c2")
    assert turn_id_of(one, ["m1"]) == turn_id_of(one, ["m1"])
    found = {
        turn_id_of(one, ["m1"]),
        turn_id_of(one, ["m1", "m2"]),
        turn_id_of(one, ["m1m2"]),
        turn_id_of(other, ["m1"]),
    }
    assert len(found) == 4


@pytest.mark.parametrize(
    ("told", "holder"),
    [
        ([message()], None),
        ([message(author="agent")], "person"),
        ([message(bot_in_control=False)], "person"),
        ([message(bot_in_control=True)], "bot"),
        ([message(author="agent"), message(number=2, bot_in_control=True)], "bot"),
        ([message(author="bot")], None),
    ],
)
def test_holder_is_what_was_told_last(told: list[Inbound], holder: str | None) -> None:
    assert (holder_after(told) or (None,))[0] == holder


def test_known_message_that_comes_again_puts_nothing_off_and_changes_no_holder(service: SmallService) -> None:
    service.take(message(bot_in_control=True), delivery_id="d1")
    service.take(message("Mine", 2, author="agent", at=NOW + 50))
    service.clock.pass_(1.9)
    service.take(message(bot_in_control=True), delivery_id="d2")
    service.clock.pass_(0.2)
    assert service.worker().step()
    assert service.ends() == {"left_to_person": 1}


def test_what_is_told_late_does_not_take_a_conversation_from_a_person(service: SmallService) -> None:
    service.take(message("Mine", 9, author="agent", at=NOW + 50))
    service.take(message("Before that", 2, bot_in_control=True, at=NOW + 40))
    service.settle()
    assert service.ends() == {"left_to_person": 1}
    service.take(message("After that", 3, bot_in_control=True, at=NOW + 60))
    service.settle()
    assert service.ends() == {"left_to_person": 1, "answered": 1}


def test_messages_that_were_never_taken_are_told_from_the_others(service: SmallService) -> None:
    service.take(message())
    others = (message(number=2), message(conversation_id="c2"))
    assert service.inbox.unknown(NAME, [message(), *others]) == others
    assert service.inbox.unknown(NAME, []) == ()


def test_old_deliveries_and_ended_messages_are_deleted_and_open_ones_kept(service: SmallService) -> None:
    service.take(message("answered"), delivery_id="d1")
    service.settle()
    service.take(message("open", 2), delivery_id="d2")
    service.inbox.prune(service.clock.now + 6.9 * DAY_S)
    assert service.ends() == {"answered": 1, "open": 1}
    service.inbox.prune(service.clock.now + 7.1 * DAY_S)
    with service.database.writing() as connection:
        assert connection.execute(select(DELIVERIES)).all() == []
        assert [row.message_id for row in connection.execute(select(MESSAGES))] == ["m2"]


def test_sends_and_handoffs_that_ended_are_deleted_with_their_messages(service: SmallService) -> None:
    service.agent.hands_over = "no_evidence"
    service.take(message(), message(conversation_id="c2"))
    service.settle()
    closed, waiting = service.handoffs.waiting()
    service.handoffs.close(closed.turn_id, service.clock.now)
    service.inbox.prune(service.clock.now + 7.1 * DAY_S)
    with service.database.reading() as connection:
        assert connection.execute(select(OUTBOX)).all() == []
    assert service.handoffs.find(closed.turn_id) is None
    assert service.handoffs.waiting() == (waiting,)


def test_counting_waits_for_nobody_who_writes(service: SmallService) -> None:
    service.take(message())
    with service.database.writing():
        assert service.ends() == {"open": 1}
        assert service.handoffs.waiting() == ()


def test_oldest_open_message_is_known(service: SmallService) -> None:
    assert service.inbox.oldest_open() is None
    service.take(message())
    service.clock.pass_(30)
    service.take(message(number=2))
    assert service.inbox.oldest_open() == NOW


def test_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="timezone"):
        Inbound(conversation_id="c", message_id="m", occurred_at=datetime(2026, 1, 1), author="customer")
    assert message().occurred_at.tzinfo is UTC


def lease_of(conversation_id: str) -> Lease:
    return Lease(NAME, conversation_id, "bot", "w1", 1)
