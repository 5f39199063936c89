"""What every adapter keeps to, over real HTTP against the server that stands in for its helpdesk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.web.errors import (
    AccessError,
    ClosedError,
    HelpdeskError,
    LaterError,
    SendError,
    TextError,
    UnknownError,
)
from agent.web.helpdesks.contract import Helpdesk
from agent.web.helpdesks.marking import find_sent
from agent.web.helpdesks.waiting import unanswered
from tests.agent.web.helpdesks.desks import DESKS, TALK, Desk
from tests.agent.web.stand_ins.base import Fault, StandIn, wait_for

QUESTION = "Where is my parcel? Größe L, 5 < 6 & 'so'"


@pytest.fixture(params=DESKS, ids=lambda desk: desk.kind)
def desk(request: pytest.FixtureRequest) -> Desk:
    found: Desk = request.param
    return found


@pytest.fixture
def server(desk: Desk) -> Iterator[StandIn]:
    with desk.stand_in() as running:
        yield running


@pytest.fixture
def helpdesk(desk: Desk, server: StandIn) -> Helpdesk:
    return desk.open(server.url)


def patience_s(fault: Fault) -> float:
    """For an answer that is to come, or is not."""
    return 1.0 if fault.endswith("hang") else 20.0


# --- writing and reading


def test_reply_is_written_once_and_found_again_by_its_key_or_its_text(server: StandIn, helpdesk: Helpdesk) -> None:
    server.customer_says(TALK, QUESTION)
    text = "It is on its way.\n\nFrom <b>2</b> & 'more' to 3 < 4. Größe 😀"
    message_id = helpdesk.reply(TALK, text, "key-1")
    assert [(one.conversation, one.text) for one in server.replies] == [(TALK, text)]
    found = helpdesk.read(TALK)
    sent = find_sent(found, "key-1", text)
    assert sent is not None
    assert (sent.message_id, sent.author, sent.private) == (message_id, "bot", False)
    assert [line.author for line in found.lines] == ["customer", "bot"]
    assert find_sent(found, "key-2", "Something else.") is None
    assert find_sent(found, "key-2", text, known_ids=[message_id]) is None


def test_note_is_private_and_no_reply(desk: Desk, server: StandIn, helpdesk: Helpdesk) -> None:
    server.customer_says(TALK, QUESTION)
    assert helpdesk.note(TALK, "The order is late.", "key-n")
    assert server.replies == []
    if desk.kind == "sunshine":
        assert server.talk(TALK).extra["metadata"] == {
            "support_note": "The order is late.",
            "support_note_key": "key-n",
        }
        return
    assert [(one.conversation, one.text) for one in server.notes] == [(TALK, "The order is late.")]
    assert find_sent(helpdesk.read(TALK), "key-n", "The order is late.") is None
    assert find_sent(helpdesk.read(TALK), "key-n", "The order is late.", private=True) is not None


def test_conversation_is_handed_over_once_however_often_that_is_asked(server: StandIn, helpdesk: Helpdesk) -> None:
    server.customer_says(TALK, QUESTION)
    assert helpdesk.read(TALK).bot_in_control
    for _ in range(2):
        helpdesk.hand_off(TALK, "customer_asked")
    assert helpdesk.read(TALK).bot_in_control is False
    assert (server.talk(TALK).with_bot, server.talk(TALK).person) == (False, False)


def test_conversation_that_is_given_back_is_the_bots_again_whoever_had_it(server: StandIn, helpdesk: Helpdesk) -> None:
    server.customer_says(TALK, QUESTION)
    helpdesk.hand_off(TALK, "customer_asked")
    server.person_replies(TALK, "I have it.")
    assert helpdesk.read(TALK).bot_in_control is False
    for _ in range(2):
        helpdesk.give_back(TALK)
    assert helpdesk.read(TALK).bot_in_control
    assert (server.talk(TALK).with_bot, server.talk(TALK).person) == (True, False)
    server.customer_says(TALK, "And now?")
    assert [line.text for line in unanswered(helpdesk.read(TALK))] == ["And now?"]
    helpdesk.hand_off(TALK, "customer_asked")
    assert helpdesk.read(TALK).bot_in_control is False


@pytest.mark.parametrize(
    ("fault", "error"),
    [("401", AccessError), ("404", ClosedError), ("422", TextError), ("429", LaterError), ("500", LaterError)],
)
def test_conversation_that_is_not_given_back_stays_with_people(
    server: StandIn, helpdesk: Helpdesk, fault: Fault, error: type[SendError]
) -> None:
    server.customer_says(TALK, QUESTION)
    helpdesk.hand_off(TALK, "customer_asked")
    server.fault(fault)
    with pytest.raises(SendError) as raised:
        helpdesk.give_back(TALK)
    assert raised.type is error
    assert helpdesk.read(TALK).bot_in_control is False


def test_person_who_takes_over_is_seen_and_the_lines_are_in_order(server: StandIn, helpdesk: Helpdesk) -> None:
    server.customer_says(TALK, QUESTION)
    helpdesk.reply(TALK, "One moment.", "k")
    server.customer_says(TALK, "And the other one?")
    waiting = helpdesk.read(TALK)
    assert [line.text for line in unanswered(waiting)] == ["And the other one?"]
    server.person_replies(TALK, "I have it.")
    found = helpdesk.read(TALK)
    assert found.bot_in_control is False
    assert [line.author for line in found.lines] == ["customer", "bot", "customer", "agent"]
    assert [line.text for line in found.lines] == [QUESTION, "One moment.", "And the other one?", "I have it."]
    assert [line.key for line in found.lines if line.author != "bot"] == [None, None, None]
    assert unanswered(found) == ()


def test_only_customers_whom_nobody_has_answered_are_waiting(desk: Desk, server: StandIn, helpdesk: Helpdesk) -> None:
    server.customer_says("11", "Nobody has answered this.")
    server.customer_says("12", "This is answered.")
    helpdesk.reply("12", "Yes.", "k")
    server.customer_says("13", "A person has this.")
    server.take_over("13")
    server.customer_says("14", "This was handed over.")
    helpdesk.hand_off("14", "failure")
    found = helpdesk.waiting()
    expected = [("11", "Nobody has answered this.", None)] if desk.finds_waiting else []
    assert [(one.conversation_id, one.text, one.customer_id) for one in found] == expected


# --- faults


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("401", AccessError),
        ("403", AccessError),
        ("404", ClosedError),
        ("410", ClosedError),
        ("423", ClosedError),
        ("422", TextError),
        ("429", LaterError),
        ("409", LaterError),
        ("500", LaterError),
        ("slow", LaterError),
        ("redirect", SendError),
    ],
)
def test_reply_that_is_refused_ends_in_the_error_of_its_status(
    server: StandIn, helpdesk: Helpdesk, fault: Fault, error: type[SendError]
) -> None:
    server.customer_says(TALK, QUESTION)
    server.fault(fault)
    with pytest.raises(SendError) as raised:
        helpdesk.reply(TALK, "Secret words of a customer", "k")
    assert raised.type is error
    assert server.replies == []
    assert "Secret words" not in str(raised.value)
    if isinstance(raised.value, LaterError):
        assert raised.value.after_s == (7.0 if fault == "429" else None)


@pytest.mark.parametrize("fault", ["accepted then hang", "accepted then dropped", "hang", "dropped", "rubbish", "huge"])
def test_reply_whose_answer_is_lost_is_unknown_and_found_where_it_arrived(
    desk: Desk, server: StandIn, helpdesk: Helpdesk, fault: Fault
) -> None:
    server.customer_says(TALK, QUESTION)
    server.fault(fault)
    with pytest.raises(UnknownError):
        desk.open(server.url, read_s=patience_s(fault)).reply(TALK, "It is on its way.", "k")
    arrived = fault.startswith("accepted")
    assert wait_for(lambda: len(server.replies) == arrived)
    assert (find_sent(helpdesk.read(TALK), "k", "It is on its way.") is not None) == arrived


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("hang", LaterError),
        ("dropped", LaterError),
        ("500", LaterError),
        ("rubbish", SendError),
        ("401", AccessError),
        ("404", ClosedError),
    ],
)
def test_conversation_that_cannot_be_read_ends_in_an_error(
    desk: Desk, server: StandIn, fault: Fault, error: type[SendError]
) -> None:
    server.customer_says(TALK, QUESTION)
    server.fault(fault)
    with pytest.raises(SendError) as raised:
        desk.open(server.url, read_s=patience_s(fault)).read(TALK)
    assert raised.type is error


def test_helpdesk_that_is_not_there_is_asked_later(desk: Desk) -> None:
    with desk.stand_in() as server:
        gone = server.url
    for call in (
        lambda one: one.reply(TALK, "x", "k"),
        lambda one: one.read(TALK),
        lambda one: one.note(TALK, "x", "k"),
    ):
        with pytest.raises(LaterError):
            call(desk.open(gone))


def test_wrong_token_is_refused_and_named_nowhere(desk: Desk, server: StandIn) -> None:
    helpdesk = desk.open(server.url, token="wrong-token-00000001")
    server.customer_says(TALK, QUESTION)
    with pytest.raises(AccessError) as raised:
        helpdesk.read(TALK)
    assert "wrong-token" not in f"{raised.value}{helpdesk!r}"
    assert desk.secret not in repr(helpdesk)


@pytest.mark.parametrize("conversation", ["..", ".", "", "1/../../admin", "9" * 300])
def test_id_of_a_conversation_cannot_lead_elsewhere(
    desk: Desk, server: StandIn, helpdesk: Helpdesk, conversation: str
) -> None:
    with pytest.raises(HelpdeskError):
        helpdesk.read(conversation)
    assert not any("/admin" in one.target or "/.." in one.target for one in server.requests)
