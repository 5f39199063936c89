"""A conversation that a person returns goes back in the helpdesk, too, through the outbox; then the next message is answered."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import event, select
from sqlalchemy.exc import OperationalError

from agent.errors import StoreError
from agent.web.errors import AccessError, ClosedError, LaterError, SendError, TextError, UnknownError
from agent.web.handoffs import OpenHandoff
from agent.web.intake import DeliveryTaker
from agent.web.outbox import key_of
from agent.web.rates import open_rates
from agent.web.tables import OUTBOX
from tests.agent.web.desk import NAME, SmallService, message, small_service
from tests.agent.web.helpdesks.desks import DESKS, TALK, Desk, delivered
from tests.agent.web.test_every_call_fails_once import MOST_CALLS, Countdown, settle_through


@pytest.fixture
def service(tmp_path: Path, database_url: str | None) -> Iterator[SmallService]:
    found = small_service(tmp_path, url=database_url)
    yield found
    found.database.close()


def handed_over(service: SmallService) -> OpenHandoff:
    """A conversation that people have, in the helpdesk, too."""
    service.agent.hands_over = "no_evidence"
    service.take(message())
    service.settle()
    service.agent.hands_over = None
    assert service.desk.people == {"c1"}
    (one,) = service.handoffs.waiting()
    return one


def returns(service: SmallService) -> list[tuple[str, str]]:
    """State and key of what gives it back, in order."""
    with service.database.reading() as connection:
        rows = connection.execute(select(OUTBOX).where(OUTBOX.c.kind == "give_back").order_by(OUTBOX.c.made_at))
        return [(row.state, row.key) for row in rows]


def test_next_message_is_answered_once_the_helpdesk_has_given_it_back(service: SmallService) -> None:
    one = handed_over(service)
    assert service.handoffs.give_back(one.turn_id, service.clock())
    assert service.handoffs.waiting() == ()
    service.take(message("And now?", 2))
    service.settle()
    assert service.desk.given_back == ["c1"]
    assert service.desk.replies()[-1] == "Answer to: And now?"
    assert service.ends() == {"handed_off": 1, "answered": 1}


def test_pressed_twice_it_is_given_back_once(service: SmallService) -> None:
    one = handed_over(service)
    pressed = [service.handoffs.give_back(one.turn_id, service.clock()) for _ in range(2)]
    service.settle()
    assert (pressed, service.desk.given_back) == ([True, False], ["c1"])
    assert returns(service) == [("sent", key_of(one.turn_id, "give_back"))]


@pytest.mark.parametrize("error", [LaterError, UnknownError, AccessError])
@pytest.mark.parametrize("done", [False, True])
def test_helpdesk_that_fails_is_told_again_and_nothing_is_answered_before(
    service: SmallService, error: type[SendError], *, done: bool
) -> None:
    one = handed_over(service)
    (service.desk.lost if done else service.desk.faults)["give_back"] = [error("it failed")]
    service.handoffs.give_back(one.turn_id, service.clock())
    service.take(message("And now?", 2))
    service.settle()
    assert len(service.desk.replies()) == 1
    service.settle(wait_s=700, times=2)
    assert service.desk.given_back == ["c1"] * (1 + done)
    assert service.desk.replies()[-1] == "Answer to: And now?"


def test_worker_that_dies_as_it_tells_the_helpdesk_is_followed_by_another(service: SmallService) -> None:
    one = handed_over(service)

    def die(method: str) -> None:
        if method == "give_back":
            raise SystemExit

    service.desk.before = die
    service.handoffs.give_back(one.turn_id, service.clock())
    with pytest.raises(SystemExit):
        service.worker().step()
    service.desk.before = lambda method: None
    service.take(message("And now?", 2))
    service.settle(wait_s=100)
    assert service.desk.given_back == ["c1"]
    assert service.desk.replies()[-1] == "Answer to: And now?"


@pytest.mark.parametrize("error", [ClosedError, TextError])
def test_conversation_that_the_helpdesk_does_not_give_back_waits_for_people_again(
    service: SmallService, error: type[SendError]
) -> None:
    one = handed_over(service)
    service.handoffs.take(one.turn_id, "Kim", service.clock())
    service.desk.faults["give_back"] = [error("it is closed")]
    service.handoffs.give_back(one.turn_id, service.clock())
    service.settle()
    assert [(found.turn_id, found.taken_by) for found in service.handoffs.waiting()] == [(one.turn_id, "Kim")]
    service.take(message("And now?", 2))
    service.settle()
    assert service.ends() == {"handed_off": 1, "left_to_person": 1}
    assert service.handoffs.give_back(one.turn_id, service.clock())
    service.settle()
    keys = [key_of(one.turn_id, "give_back", number) for number in range(2)]
    assert returns(service) == list(zip(["failed", "sent"], keys, strict=True))
    service.take(message("Anybody?", 3))
    service.settle()
    assert service.desk.replies()[-1] == "Answer to: Anybody?"


def test_whichever_call_of_the_database_fails_it_is_given_back_or_still_with_people(tmp_path: Path) -> None:
    for number in range(1, MOST_CALLS):
        service = small_service(tmp_path / str(number))
        one = handed_over(service)
        fault = Countdown(number, lambda: OperationalError("it", {}, sqlite3.OperationalError("disk I/O error")))
        event.listen(service.database.engine, "before_cursor_execute", fault.call)
        pressed = False
        with suppress(StoreError):
            pressed = service.handoffs.give_back(one.turn_id, service.clock())
        settle_through(service)
        event.remove(service.database.engine, "before_cursor_execute", fault.call)
        service.take(message("And now?", 2))
        service.settle(wait_s=700, times=3)
        assert (service.handoffs.waiting() == (), service.desk.given_back != []) == (pressed, pressed)
        assert service.ends() == {"handed_off": 1, "answered" if pressed else "left_to_person": 1}
        service.database.close()
        if not fault.happened:
            return
    pytest.fail("no end of calls")


@pytest.mark.parametrize("desk", DESKS, ids=lambda desk: desk.kind)
def test_handed_over_and_given_back_in_a_helpdesk_the_next_message_is_answered(desk: Desk, tmp_path: Path) -> None:
    with desk.stand_in() as server:
        service, helpdesk = small_service(tmp_path), desk.open(server.url)
        service.desk = helpdesk  # type: ignore[assignment]  # a real adapter in the place of the one in memory
        taker = DeliveryTaker({NAME: helpdesk}, service.inbox, open_rates("60/minute", "60/minute"), service.clock)

        def says(text: str) -> None:
            said = server.customer_says(TALK, text)
            assert taker.take(NAME, delivered(server, said)).status == 200
            service.settle()

        service.agent.hands_over = "no_evidence"
        says("Where is it?")
        assert helpdesk.read(TALK).bot_in_control is False
        service.agent.hands_over = None
        says("Is anybody there?")
        server.person_replies(TALK, "I am looking into it.")
        (one,) = service.handoffs.waiting()
        assert service.handoffs.give_back(one.turn_id, service.clock())
        service.settle()
        assert (server.talk(TALK).with_bot, server.talk(TALK).person) == (True, False)
        says("And now?")
        assert [reply.text for reply in server.replies][1:] == ["Answer to: And now?"]
        assert service.ends() == {"handed_off": 1, "left_to_person": 1, "answered": 1}
        service.database.close()
