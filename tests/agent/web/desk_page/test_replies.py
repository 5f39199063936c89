"""A reply goes into the outbox once, takes the handoff for its sender, and is sent by a worker at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from agent.web.desk.refusing import Refused
from agent.web.desk.replies import PersonReplies
from agent.web.outbox import key_of
from tests.agent.web.desk import NOW
from tests.agent.web.desk_page.page import Served


def test_reply_is_sent_by_a_worker_without_waiting(page: Served) -> None:
    turn_id = page.hand_over()
    replies, now = PersonReplies(page.service.handoffs), page.service.clock()
    replies.send(turn_id, 0, "It is on its way.", "Kim", now)
    assert page.person_replies() == [("new", "It is on its way.")]
    assert page.service.worker().step()
    assert page.service.desk.replies()[-1] == "It is on its way."
    assert page.service.desk.lines["c1"][-1].key == key_of(turn_id, "person_reply", 0)
    assert page.person_replies() == [("sent", None)]
    assert [one.taken_by for one in page.service.handoffs.waiting()] == ["Kim"]


def test_same_reply_pressed_twice_at_once_is_one(page: Served) -> None:
    turn_id = page.hand_over()
    replies = PersonReplies(page.service.handoffs)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: replies.send(turn_id, 0, "Hello", "Kim", NOW), range(4)))
    assert page.person_replies() == [("new", "Hello")]


def test_another_text_with_the_same_number_is_not_lost_in_silence(page: Served) -> None:
    turn_id = page.hand_over()
    replies = PersonReplies(page.service.handoffs)
    replies.send(turn_id, 0, "Hello", "Kim", NOW)
    with pytest.raises(Refused, match="Reply 1 was sent already"):
        replies.send(turn_id, 0, "Goodbye", "Kim", NOW)
    replies.send(turn_id, 1, "Goodbye", "Kim", NOW)
    page.service.settle()
    assert page.service.desk.replies()[-2:] == ["Hello", "Goodbye"]


def test_reply_of_somebody_else_is_refused_and_changes_nothing(page: Served) -> None:
    turn_id = page.hand_over()
    replies = PersonReplies(page.service.handoffs)
    page.service.handoffs.take(turn_id, "Kim", NOW)
    with pytest.raises(Refused, match="Kim has had this conversation since 2027-01-15") as found:
        replies.send(turn_id, 0, "Hello", "Lee", NOW)
    assert found.value.status == 409
    assert page.person_replies() == []


def test_closed_handoff_takes_no_reply(page: Served) -> None:
    turn_id = page.hand_over()
    page.service.handoffs.close(turn_id, NOW)
    with pytest.raises(Refused, match="closed at"):
        PersonReplies(page.service.handoffs).send(turn_id, 0, "Hello", "Kim", NOW)


def test_unknown_turn_takes_no_reply(page: Served) -> None:
    with pytest.raises(Refused) as found:
        PersonReplies(page.service.handoffs).send("nobody", 0, "Hello", "Kim", NOW)
    assert found.value.status == 404
