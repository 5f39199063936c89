from __future__ import annotations

import base64
from dataclasses import replace
from datetime import timedelta

import pytest

from agent.web.envelope import Delivery
from agent.web.errors import PayloadError, SignatureError
from agent.web.helpdesks.freshdesk import Freshdesk
from agent.web.helpdesks.waiting import is_unread
from tests.agent.web.helpdesks.desks import BY_KIND, NOW, TALK, UNUSED, body_of
from tests.agent.web.stand_ins.freshdesk import GROUP, SECRET, FreshdeskStandIn

DESK = BY_KIND["freshdesk"]


def basic(text: bytes) -> Delivery:
    return Delivery(headers={"authorization": "Basic " + base64.b64encode(text).decode()})


def test_secret_is_taken_from_its_header_or_as_a_password() -> None:
    DESK.open(UNUSED).verify(Delivery(headers={"x-support-secret": SECRET}))
    DESK.open(UNUSED).verify(basic(f"anyone:{SECRET}".encode()))
    DESK.open(UNUSED, secret_header="x-own").verify(Delivery(headers={"x-own": SECRET}))


@pytest.mark.parametrize(
    "delivery",
    [
        basic(b"anyone:wrong-secret-00000001"),
        basic(SECRET.encode()),
        basic(b"\xff\xfe:\xff"),
        Delivery(headers={"authorization": f"Bearer {SECRET}"}),
        Delivery(headers={"authorization": "Basic ***"}),
        Delivery(headers={"x-support-secret": "wrong", "authorization": f"Basic {SECRET}"}),
        Delivery(headers={}, query={"secret": SECRET}),
    ],
)
def test_anything_else_is_refused(delivery: Delivery) -> None:
    with pytest.raises(SignatureError):
        DESK.open(UNUSED).verify(delivery)


@pytest.mark.parametrize(
    "content",
    [{"freshdesk_webhook": {"ticket_id": 101, "ticket_description": "<b>Hi</b>"}}, {"ticket_id": "101", "x": None}],
)
def test_ticket_alone_is_believed(content: object) -> None:
    message = DESK.open(UNUSED).parse(body_of(content))[0]
    assert (is_unread(message), message.conversation_id, message.text, message.author) == (True, "101", "", "customer")
    assert (message.customer_id, message.bot_in_control) == (None, None)


def test_body_that_its_placeholders_spoilt_leaves_the_ticket_of_the_address() -> None:
    delivery = Delivery(headers={}, query={"ticket_id": "101"}, body=b'{"ticket_description": "say "hi""}')
    assert DESK.open(UNUSED).parse(delivery)[0].conversation_id == "101"
    for query in ({}, {"ticket_id": "../1"}, {"ticket_id": ""}):
        with pytest.raises(PayloadError, match="names no ticket"):
            DESK.open(UNUSED).parse(delivery.model_copy(update={"query": query}))


def test_same_delivery_has_the_same_id_and_another_update_has_another() -> None:
    first, again, other = (
        DESK.open(UNUSED).parse(body_of({"ticket_id": 101, "at": at}))[0] for at in ("10:00", "10:00", "10:01")
    )
    assert first.delivery_id == again.delivery_id != other.delivery_id
    assert first.message_id == again.message_id != other.message_id


def test_same_bytes_later_are_another_message_of_the_ticket() -> None:
    desk, body = DESK.open(UNUSED), body_of({"ticket_id": 101})
    assert isinstance(desk, Freshdesk)
    first, later = (replace(desk, clock=lambda at=at: at).parse(body)[0] for at in (NOW, NOW + timedelta(minutes=5)))
    assert first.delivery_id != later.delivery_id
    assert first.message_id != later.message_id


def test_long_ticket_is_read_to_its_end_with_its_description_first() -> None:
    with FreshdeskStandIn() as server:
        for at in range(250):
            server.customer_says(TALK, f"line {at}")
        found = DESK.open(server.url).read(TALK)
        assert [line.text for line in found.lines] == [f"line {at}" for at in range(250)]
        assert found.lines[0].message_id == "ticket-10"


def test_calls_escape_what_they_send() -> None:
    with FreshdeskStandIn() as server:
        server.customer_says(TALK, "Hi")
        helpdesk = DESK.open(server.url)
        helpdesk.reply(TALK, "a <b>\nc", "k")
        helpdesk.note(TALK, "n", "k")
        helpdesk.hand_off(TALK, "deadline")
        told = [(one.method, one.path.removeprefix("/api/v2/tickets/10"), one.json) for one in server.requests]
        assert told == [
            ("POST", "/reply", {"body": "a &lt;b&gt;<br>c"}),
            ("POST", "/notes", {"body": "n", "private": True}),
            ("PUT", "", {"status": 2, "group_id": GROUP, "responder_id": None}),
        ]


@pytest.mark.parametrize("group", [None, 7])
def test_given_back_a_ticket_has_nobodys_name_and_our_group(group: int | None) -> None:
    with FreshdeskStandIn() as server:
        server.customer_says(TALK, "Hi")
        DESK.open(server.url, bot_group_id=group).give_back(TALK)
        (told,) = server.requests
        assert (told.method, told.path) == ("PUT", "/api/v2/tickets/10")
        assert told.json == {"group_id": group, "responder_id": None}
