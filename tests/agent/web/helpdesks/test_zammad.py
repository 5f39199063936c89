from __future__ import annotations

from typing import Any

import pytest

from agent.web.envelope import Attachment, Delivery
from agent.web.errors import SignatureError, TextError
from tests.agent.web.helpdesks.desks import BY_KIND, TALK, UNUSED, body_of, delivered, signed_with
from tests.agent.web.stand_ins.zammad import ZammadStandIn

DESK = BY_KIND["zammad"]


def told(ticket: dict[str, Any] | None = None, **article: Any) -> dict[str, Any]:
    said = {
        "id": 33,
        "ticket_id": 5,
        "sender": "Customer",
        "type": "email",
        "internal": False,
        "content_type": "text/html",
        "body": "<p>Hi</p>",
        "from": "A. Person <a.person@shop.example>",
        "created_by_id": 9,
    }
    on = {"id": 5, "state": "open", "group": {"name": "Bot"}, "owner_id": 1, "updated_at": "2026-01-02T03:04:05.000Z"}
    return {"ticket": on | (ticket or {}), "article": said | article}


def read_one(content: dict[str, Any]) -> Any:
    return DESK.open(UNUSED).parse(body_of(content, x_zammad_delivery="d1"))[0]


def test_request_without_a_signature_or_its_prefix_is_refused() -> None:
    made = ZammadStandIn()
    delivery = delivered(made, made.customer_says(TALK, "Größe"))
    bare = delivery.headers["x-hub-signature"].removeprefix("sha1=")
    for given in ("", bare, f"sha256={bare}", f"sha1={bare}00"):
        with pytest.raises(SignatureError):
            DESK.open(UNUSED).verify(signed_with(delivery, x_hub_signature=given))
    DESK.open(UNUSED).verify(signed_with(delivery, x_hub_signature=f"sha1={bare.upper()}"))
    with pytest.raises(SignatureError):
        DESK.open(UNUSED).verify(Delivery(headers={}, body=b""))


@pytest.mark.parametrize(
    ("sender", "by", "author"),
    [
        ("Customer", 9, "customer"),
        ("Agent", 51, "agent"),
        ("Agent", 50, "bot"),
        ("System", 1, "system"),
        ("System", 50, "bot"),
    ],
)
def test_author_is_told_by_sender_and_user(sender: str, by: int, author: str) -> None:
    assert read_one(told(sender=sender, created_by_id=by)).author == author


@pytest.mark.parametrize(
    ("ticket", "ours"),
    [
        ({}, True),
        ({"group": "Bot"}, True),
        ({"owner_id": 50}, True),
        ({"owner_id": None}, True),
        ({"owner_id": 51}, False),
        ({"group": {"name": "People"}}, False),
        ({"state": "closed"}, False),
        ({"group": None}, None),
    ],
)
def test_ticket_is_ours_in_our_group_and_nobodys_hand(ticket: dict[str, Any], ours: bool | None) -> None:
    assert read_one(told(ticket)).bot_in_control is ours


def test_article_is_read_as_plain_text_and_names_no_customer() -> None:
    body = "<p>Thanks<!-- pay me --></p><blockquote>old</blockquote>"
    file = {
        "id": 4,
        "filename": "a.png",
        "size": "12",
        "preferences": {"Content-Type": "image/png"},
        "url": "https://x",
    }
    message = read_one(told(body=body, attachments=[file, {"id": 5, "filename": "b"}]))
    assert (message.text, message.customer_id, message.channel, message.delivery_id) == ("Thanks", None, "email", "d1")
    assert message.attachments[0] == Attachment(id="4", name="a.png", content_type="image/png", size=12)
    assert read_one(told(content_type="text/plain", body="2 < 3\n> old")).text == "2 < 3"
    assert read_one(told(body=None, attachments=[file])).text == ""


def test_automatic_answer_is_told() -> None:
    assert read_one(told(preferences={"is-auto-response": True})).automatic
    assert not read_one(told(preferences=None)).automatic


def test_internal_article_tells_of_no_message() -> None:
    assert DESK.open(UNUSED).parse(body_of(told(internal=True))) == ()


def test_reply_is_escaped_and_goes_where_it_is_set() -> None:
    with ZammadStandIn() as server:
        server.customer_says(TALK, "Hi")
        DESK.open(server.url).reply(TALK, "a <b>\nc", "k")
        DESK.open(server.url, reply_type="email").reply(TALK, "x", "k")
        sent = [one.json for one in server.requests if one.method == "POST"]
        assert sent == [
            {
                "ticket_id": TALK,
                "body": "a &lt;b&gt;<br>c",
                "content_type": "text/html",
                "type": "web",
                "internal": False,
            },
            {
                "ticket_id": TALK,
                "body": "x",
                "content_type": "text/html",
                "type": "email",
                "internal": False,
                "to": "A. Person <a.person@shop.example>",
            },
        ]


def test_reply_by_mail_to_nobody_is_refused_before_it_is_sent() -> None:
    with ZammadStandIn() as server:
        server.say(TALK, "agent", "We begin.")
        with pytest.raises(TextError, match="names no address"):
            DESK.open(server.url, reply_type="email").reply(TALK, "x", "k")
        assert server.replies == []


def test_ticket_is_handed_to_the_group_of_people() -> None:
    with ZammadStandIn() as server:
        server.customer_says(TALK, "Hi")
        DESK.open(server.url).hand_off(TALK, "distress")
        assert server.requests[0].json == {"group": "People", "owner_id": 1, "state": "open"}


def test_given_back_a_ticket_is_nobodys_in_the_group_of_the_bot() -> None:
    with ZammadStandIn() as server:
        server.customer_says(TALK, "Hi")
        DESK.open(server.url).give_back(TALK)
        (told,) = server.requests
        assert (told.method, told.path, told.json) == ("PUT", "/api/v1/tickets/10", {"group": "Bot", "owner_id": 1})
