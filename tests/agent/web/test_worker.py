"""Messages come in and each ends once: with a reply, with a person, or because nothing may be said any more."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from agent.errors import StoreError
from agent.web.errors import AccessError, ClosedError, LaterError, TextError, UnknownError
from agent.web.leases import LeaseLost
from agent.web.planning import CANNOT_OPEN, MOST_TRIES
from agent.web.tables import METADATA
from tests.agent.web.desk import SmallService, message, small_service


@pytest.fixture
def service(tmp_path: Path, database_url: str | None) -> Iterator[SmallService]:
    found = small_service(tmp_path, url=database_url)
    yield found
    found.database.close()


def test_message_is_answered_once(service: SmallService) -> None:
    assert service.take(message(customer_id="C-1")) == 1
    service.settle(times=3)
    assert service.desk.replies() == ["Answer to: Where is it?"]
    assert service.agent.asked == [("Where is it?", "C-1")]
    assert service.ends() == {"answered": 1}


def test_three_short_messages_out_of_order_are_one_turn(service: SmallService) -> None:
    service.take(message("and why", 3))
    service.take(message("Hello", 1))
    service.take(message("when", 2))
    service.settle()
    assert service.desk.replies() == ["Answer to: Hello\nwhen\nand why"]
    assert service.ends() == {"answered": 3}


def test_nothing_is_answered_before_the_conversation_is_quiet(service: SmallService) -> None:
    service.take(message())
    assert not service.worker().step()
    service.clock.pass_(1.5)
    service.take(message("More", 2))
    service.clock.pass_(1.0)
    assert not service.worker().step()
    service.settle()
    assert len(service.desk.replies()) == 1


def test_same_delivery_and_same_message_come_once(service: SmallService) -> None:
    assert service.take(message(), delivery_id="d1") == 1
    assert service.take(message(), delivery_id="d1") == 0
    assert service.take(message(), delivery_id="d2") == 0
    service.settle(times=2)
    assert len(service.desk.replies()) == 1


def test_a_late_duplicate_of_an_answered_message_is_not_answered_again(service: SmallService) -> None:
    service.take(message())
    service.settle()
    assert service.take(message(), delivery_id="much later") == 0
    service.settle(times=2)
    assert len(service.desk.replies()) == 1


def test_handoff_tells_the_customer_leaves_a_note_and_gives_the_conversation_away(service: SmallService) -> None:
    service.agent.hands_over = "policy_topic"
    service.take(message("A battery burns"))
    service.settle()
    assert service.desk.replies() == ["A colleague takes over from here."]
    (note,) = service.desk.notes()
    assert note.startswith("Handed over: policy topic.\nAsked: A battery burns")
    assert service.desk.handed_off == [("c1", "policy_topic")]
    assert service.ends() == {"handed_off": 1}
    assert [one.reason for one in service.handoffs.waiting()] == ["policy_topic"]


def test_nothing_is_said_after_a_handoff(service: SmallService) -> None:
    service.agent.hands_over = "customer_asked"
    service.take(message())
    service.settle()
    service.take(message("Are you there?", 2))
    service.settle(times=2)
    assert len(service.desk.replies()) == 1
    assert service.ends() == {"handed_off": 1, "left_to_person": 1}


def test_conversation_that_comes_back_is_answered_again(service: SmallService) -> None:
    service.agent.hands_over = "customer_asked"
    service.take(message())
    service.settle()
    service.agent.hands_over = None
    service.desk.people.clear()
    service.take(message("Thanks. One more thing", 2, bot_in_control=True, at=service.clock.now + 1))
    service.settle()
    assert service.desk.replies()[1:] == ["Answer to: Thanks. One more thing"]


def test_person_who_takes_over_while_the_turn_runs_gets_the_draft_as_a_note(service: SmallService) -> None:
    service.agent.during = lambda: service.desk.people.add("c1")
    service.take(message())
    service.settle(times=2)
    assert service.desk.replies() == []
    assert service.desk.notes() == ["Not sent, because a person has the conversation:\nAnswer to: Where is it?"]
    assert service.ends() == {"left_to_person": 1}


def test_person_who_answered_while_the_turn_ran_is_not_talked_over(service: SmallService) -> None:
    def answers() -> None:
        service.desk.say("c1", "agent", "I am at it.")

    service.agent.during = answers
    service.take(message())
    service.settle(times=2)
    assert service.desk.replies() == []
    assert service.ends() == {"left_to_person": 1}


def test_person_told_of_by_a_delivery_is_not_talked_over(service: SmallService) -> None:
    service.take(message())
    service.take(message("Mine", 2, author="agent"))
    service.settle(times=2)
    assert service.desk.replies() == []
    assert service.ends() == {"left_to_person": 1}


def test_message_that_comes_while_the_turn_runs_is_answered_together_with_the_first(service: SmallService) -> None:
    def once() -> None:
        service.agent.during = lambda: None
        service.take(message("No wait, ORD-2", 2))

    service.agent.during = once
    service.take(message("Where is ORD-1?"))
    service.settle(times=3)
    assert service.desk.replies() == ["Answer to: Where is ORD-1?\nNo wait, ORD-2"]
    assert service.ends() == {"answered": 2}


def test_customer_who_never_pauses_is_answered_all_the_same(service: SmallService) -> None:
    numbers = iter(range(2, 40))
    service.agent.during = lambda: service.write(message("more", next(numbers)))
    service.take(message("first"))
    service.settle(times=4)
    assert service.desk.replies()


def test_handoff_is_said_although_the_customer_wrote_again(service: SmallService) -> None:
    service.agent.hands_over = "distress"
    service.agent.during = lambda: service.write(message("please", 2))
    service.take(message())
    service.settle(times=2)
    assert service.desk.replies() == ["A colleague takes over from here."]
    assert service.ends() == {"handed_off": 1, "left_to_person": 1}


def test_echo_and_auto_responder_are_not_answered(service: SmallService) -> None:
    service.take(message("Answer to: x", 1, author="bot"))
    service.take(message("I am on holiday", 2, automatic=True))
    service.settle(times=2)
    assert service.agent.asked == []
    assert [line.message_id for line in service.desk.lines["c1"]] == ["m1", "m2"]
    assert service.ends() == {"ignored": 1}


def test_two_programs_that_talk_end_with_a_person(service: SmallService) -> None:
    for number in range(1, 9):
        service.take(message("ping", number))
        service.settle()
    assert len(service.desk.replies()) == 6
    assert service.desk.handed_off == [("c1", "loop")]
    assert service.ends() == {"answered": 5, "handed_off": 1, "left_to_person": 2}


def test_message_of_somebody_unproved_is_not_answered_in_a_customers_name(service: SmallService) -> None:
    service.take(message("Where is ORD-1?", 1), message("Yes, please", 2, customer_id="C-1"))
    service.settle()
    assert service.agent.asked == [("Where is ORD-1?\nYes, please", None)]
    service.take(message("Hello", 3, "c2", customer_id="C-1"), message("Hello", 4, "c2", customer_id="C-2"))
    service.settle()
    assert service.agent.asked[-1] == ("Hello\nHello", None)


def test_what_a_program_wrote_in_between_is_not_read(service: SmallService) -> None:
    service.take(message("Where is it?", 1), message("I am on holiday", 2, automatic=True))
    service.settle()
    assert service.agent.asked == [("Where is it?", None)]


def test_customer_who_writes_without_a_pause_is_answered(service: SmallService) -> None:
    for number in range(1, 12):
        service.take(message("and", number))
        service.clock.pass_(1.5)
        service.worker().step()
    assert service.desk.replies()


def test_files_without_words_are_asked_about(service: SmallService) -> None:
    service.take(message("", files=["a.png"]))
    service.settle()
    assert service.desk.replies() == [CANNOT_OPEN]
    assert service.agent.asked == []
    assert service.ends() == {"asked_back": 1}


def test_files_beside_words_are_named_to_the_person(service: SmallService) -> None:
    service.agent.hands_over = "no_evidence"
    service.take(message("Look at this", files=["broken mug.png"]))
    service.settle()
    assert "Sent with it, not read: broken mug.png" in service.desk.notes()[0]


def test_reply_that_arrived_although_the_connection_broke_is_not_sent_again(service: SmallService) -> None:
    service.desk.lost["reply"] = [UnknownError("timed out")]
    service.take(message())
    service.settle(wait_s=60, times=3)
    assert service.desk.replies() == ["Answer to: Where is it?"]
    assert service.ends() == {"answered": 1}


def test_reply_that_never_arrived_is_sent_again(service: SmallService) -> None:
    service.desk.faults["reply"] = [UnknownError("timed out"), LaterError("busy", after_s=30)]
    service.take(message())
    service.settle()
    assert service.desk.replies() == []
    service.settle(wait_s=60, times=3)
    assert service.desk.replies() == ["Answer to: Where is it?"]


def test_helpdesk_is_left_alone_for_as_long_as_it_says(service: SmallService) -> None:
    service.desk.faults["reply"] = [LaterError("busy", after_s=100)]
    service.take(message())
    service.settle()
    service.settle(wait_s=50)
    assert service.desk.replies() == []
    service.settle(wait_s=60)
    assert len(service.desk.replies()) == 1


def test_what_follows_a_send_that_has_to_wait_waits_with_it(service: SmallService) -> None:
    service.agent.hands_over = "no_evidence"
    service.desk.faults["note"] = [LaterError("busy", after_s=100)] * 2
    service.take(message())
    service.settle()
    assert len(service.desk.faults["note"]) == 1
    service.settle(wait_s=50)
    assert (len(service.desk.faults["note"]), service.desk.handed_off) == (1, [])
    service.settle(wait_s=101, times=2)
    assert service.desk.handed_off == [("c1", "no_evidence")]
    assert service.ends() == {"handed_off": 1}


def test_helpdesk_that_is_away_for_a_day_is_given_up(service: SmallService) -> None:
    service.desk.faults["reply"] = [LaterError("away") for _ in range(1_000)]
    service.take(message())
    service.settle(wait_s=3_000, times=31)
    assert service.ends() == {"undeliverable": 1}
    assert service.desk.notes()


def test_conversation_that_fails_does_not_keep_the_others_waiting(service: SmallService) -> None:
    service.desk.faults["read"] = [RuntimeError("a fault of ours")]  # type: ignore[list-item]
    service.take(message())
    service.take(message(conversation_id="c2"))
    service.settle()
    assert service.ends() == {"answered": 1, "open": 1}
    service.settle(wait_s=61)
    assert service.ends() == {"answered": 2}


def test_refused_token_stops_the_sending_and_loses_nothing(service: SmallService) -> None:
    service.desk.faults["read"] = [AccessError("401")]
    service.take(message())
    service.settle(wait_s=60)
    assert service.desk.replies() == []
    assert service.ends() == {"open": 1}
    service.settle(wait_s=400)
    assert service.ends() == {"answered": 1}


def test_closed_conversation_gets_a_note_and_ends(service: SmallService) -> None:
    service.desk.faults["reply"] = [ClosedError("423")]
    service.take(message())
    service.settle(times=2)
    assert service.desk.replies() == []
    assert service.desk.notes() == ["Not sent, because 423:\nAnswer to: Where is it?"]
    assert service.ends() == {"undeliverable": 1}
    assert [one.reason for one in service.handoffs.waiting()] == ["failure"]


def test_conversation_that_is_gone_altogether_ends_all_the_same(service: SmallService) -> None:
    service.desk.faults["read"] = [ClosedError("404"), ClosedError("404")]
    service.take(message())
    service.settle(times=2)
    assert service.ends() == {"undeliverable": 1}


def test_reply_that_is_too_long_is_shortened(service: SmallService) -> None:
    service.desk.faults["reply"] = [TextError("422")]
    service.take(message("x" * 5_000))
    service.settle(times=2)
    (reply,) = service.desk.replies()
    assert len(reply) < 3_100
    assert reply.endswith("A colleague will send you the rest.")
    assert service.desk.handed_off == [("c1", "failure")]
    assert service.ends() == {"handed_off": 1}


def test_reply_that_is_still_too_long_when_shortened_is_left_to_a_person(service: SmallService) -> None:
    service.desk.faults["reply"] = [TextError("422"), TextError("422")]
    service.take(message("x" * 5_000))
    service.settle(times=2)
    assert service.desk.replies() == []
    assert service.desk.handed_off == [("c1", "failure")]
    assert service.ends() == {"undeliverable": 1}


def test_turn_that_cannot_be_recorded_is_tried_again(service: SmallService) -> None:
    service.agent.faults = [StoreError("locked"), StoreError("locked")]
    service.take(message())
    service.settle()
    assert service.ends() == {"open": 1}
    service.settle(wait_s=60, times=3)
    assert service.desk.replies() == ["Answer to: Where is it?"]


def test_message_that_no_turn_ends_for_goes_to_a_person(service: SmallService) -> None:
    service.agent.faults = [StoreError("locked")] * MOST_TRIES
    service.take(message())
    service.settle(wait_s=1_000, times=MOST_TRIES + 1)
    assert service.desk.handed_off == [("c1", "failure")]
    assert service.desk.replies() == [
        "Something went wrong on our side, so I have passed your question on to a colleague."
    ]
    assert service.ends() == {"handed_off": 1}


def test_worker_that_dies_in_a_turn_is_followed_by_another(service: SmallService) -> None:
    class Killed(BaseException):
        pass

    def die() -> None:
        service.agent.during = lambda: None
        raise Killed

    service.agent.during = die
    service.take(message())
    service.clock.pass_(5)
    lease = service.worker("dies").leases.claim()
    assert lease is not None
    with pytest.raises(Killed):
        service.worker("dies")._work(lease)
    assert not service.worker("next").step()
    service.settle(wait_s=61)
    assert service.desk.replies() == ["Answer to: Where is it?"]


@pytest.mark.parametrize("method", ["read", "reply", "note", "hand_off"])
@pytest.mark.parametrize("lost", [False, True])
def test_worker_that_dies_at_a_call_of_the_helpdesk_says_nothing_twice(
    service: SmallService, method: str, *, lost: bool
) -> None:
    class Killed(BaseException):
        pass

    faults = service.desk.lost if lost else service.desk.faults
    faults[method] = [Killed()]  # type: ignore[list-item]  # as a kill does, it goes through everything
    service.agent.hands_over = "no_evidence"
    service.take(message())
    service.clock.pass_(5)
    worker = service.worker("dies")
    lease = worker.leases.claim()
    assert lease is not None
    with pytest.raises(Killed):
        worker._work(lease)
    service.settle(wait_s=61, times=3)
    assert len(service.desk.replies()) == 1
    assert len(service.desk.notes()) == 1
    assert {reason for _, reason in service.desk.handed_off} == {"no_evidence"}
    assert service.ends() == {"handed_off": 1}


def test_worker_whose_lease_ran_out_writes_nothing(service: SmallService) -> None:
    service.take(message())
    service.clock.pass_(5)
    slow = service.worker("slow")
    lease = slow.leases.claim()
    assert lease is not None

    def overtaken() -> None:
        service.agent.during = lambda: None
        service.settle(wait_s=100)

    service.agent.during = overtaken
    with pytest.raises(LeaseLost):
        slow._work(lease)
    assert service.desk.replies() == ["Answer to: Where is it?"]
    assert service.ends() == {"answered": 1}


def test_two_workers_answer_sixty_conversations_once_each(service: SmallService) -> None:
    for number in range(60):
        service.take(message(f"Question {number}", 1, f"c{number}"))
    service.clock.pass_(5)

    def run(name: str) -> None:
        worker = service.worker(name)
        while worker.step():
            pass

    threads = [threading.Thread(target=run, args=(f"w{n}",)) for n in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert service.ends() == {"answered": 60}
    assert all(len(service.desk.replies(f"c{n}")) == 1 for n in range(60))


def test_what_a_customer_wrote_is_gone_once_it_is_answered(service: SmallService, tmp_path: Path) -> None:
    service.take(message("My secret wish"))
    service.settle()
    held = kept(service, tmp_path)
    assert b"c1" in held
    assert b"My secret wish" not in held


def test_reply_is_found_again_by_its_words_where_the_helpdesk_keeps_no_key(service: SmallService) -> None:
    service.desk.keyless = True
    service.take(message())
    service.settle()
    service.desk.lost["reply"] = [UnknownError("timed out")]
    service.take(message(number=2))
    service.settle(wait_s=60, times=2)
    assert service.desk.replies() == ["Answer to: Where is it?"] * 2
    assert service.ends() == {"answered": 2}


def kept(service: SmallService, home: Path) -> bytes:
    """All that the service keeps: the bytes of its file, or what stands in the tables of a server."""
    if service.database.engine.dialect.name == "postgresql":
        with service.database.writing() as connection:
            return repr([connection.execute(select(table)).all() for table in METADATA.sorted_tables]).encode()
    service.database.close()
    return b"".join(path.read_bytes() for path in home.glob("*.db"))
