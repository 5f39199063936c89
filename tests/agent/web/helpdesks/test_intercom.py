from __future__ import annotations

from typing import Any

import pytest

from agent.web.envelope import Attachment, Delivery
from agent.web.errors import SignatureError
from tests.agent.web.helpdesks.desks import BY_KIND, NOW, TALK, UNUSED, body_of, delivered, signed_with
from tests.agent.web.stand_ins.intercom import BOT, TEAM, IntercomStandIn

DESK = BY_KIND["intercom"]
USER = {"type": "user", "id": "u1", "external_id": "CUST-1", "email": "typed@shop.example"}


def told(topic: str = "conversation.user.replied", **item: Any) -> dict[str, Any]:
    parts = [
        {"id": "30", "part_type": "comment", "author": USER, "body": "<p>earlier</p>", "created_at": 1767323000},
        {"id": "31", "part_type": "comment", "author": USER, "body": "<p>Hi</p>", "created_at": 1767323045},
    ]
    talk = {
        "id": "215",
        "state": "open",
        "admin_assignee_id": None,
        "source": {"id": "9", "type": "conversation", "author": USER, "body": "Hello"},
        "conversation_parts": {"conversation_parts": parts},
    }
    return {"id": "notif_1", "topic": topic, "created_at": 1767323045, "data": {"item": talk | item}}


def read_one(content: dict[str, Any], **more: Any) -> Any:
    return DESK.open(UNUSED, **more).parse(body_of(content))[0]


def part(**more: Any) -> dict[str, Any]:
    said = {"id": "31", "part_type": "comment", "author": USER, "body": "Hi", "created_at": 1767323045}
    return {"conversation_parts": [said | more]}


def test_signature_needs_its_prefix() -> None:
    made = IntercomStandIn()
    delivery = delivered(made, made.customer_says(TALK, "Größe"))
    bare = delivery.headers["x-hub-signature"].removeprefix("sha1=")
    with pytest.raises(SignatureError):
        DESK.open(UNUSED).verify(signed_with(delivery, x_hub_signature=bare))


def test_last_part_alone_is_told_and_of_a_new_conversation_its_source() -> None:
    found = DESK.open(UNUSED).parse(body_of(told()))
    assert [(one.message_id, one.text, one.delivery_id) for one in found] == [("31", "Hi", "notif_1")]
    created = DESK.open(UNUSED).parse(body_of(told("conversation.user.created")))
    assert [(one.message_id, one.text) for one in created] == [("9", "Hello")]


@pytest.mark.parametrize(
    "topic",
    ["ping", "conversation.admin.replied", "conversation.admin.noted", "conversation.admin.assigned", "user.created"],
)
def test_other_topics_tell_of_no_message(topic: str) -> None:
    assert DESK.open(UNUSED).parse(body_of(told(topic))) == ()


def test_ping_is_proved_and_empty() -> None:
    headers, body = IntercomStandIn().notification("ping", {"type": "ping", "message": "hello"}, NOW)
    delivery = Delivery(headers=headers, body=body)
    DESK.open(UNUSED).verify(delivery)
    assert DESK.open(UNUSED).parse(delivery) == ()


@pytest.mark.parametrize(
    ("author", "kind"),
    [
        ({"type": "user", "id": "u1"}, "customer"),
        ({"type": "lead", "id": "l1"}, "customer"),
        ({"type": "contact", "id": "c1"}, "customer"),
        ({"type": "admin", "id": "701"}, "agent"),
        ({"type": "admin", "id": BOT}, "bot"),
        ({"type": "bot", "id": "1"}, "bot"),
        ({"type": "workflow"}, "system"),
    ],
)
def test_author_is_told_by_type_and_id(author: dict[str, Any], kind: str) -> None:
    assert read_one(told(conversation_parts=part(author=author))).author == kind


def test_customer_is_known_only_where_identities_are_enforced() -> None:
    assert read_one(told()).customer_id is None
    assert read_one(told(), identity_enforced=True).customer_id == "CUST-1"
    lead = told(conversation_parts=part(author=USER | {"type": "lead"}))
    assert read_one(lead, identity_enforced=True).customer_id is None
    by_contact = told(
        conversation_parts=part(author={"type": "user", "id": "u1"}),
        contacts={"contacts": [{"id": "u2", "external_id": "CUST-2"}, {"id": "u1", "external_id": "CUST-1"}]},
    )
    assert read_one(by_contact, identity_enforced=True).customer_id == "CUST-1"
    nobody = told(conversation_parts=part(author={"type": "user"}), contacts={"contacts": [{"external_id": "CUST-2"}]})
    assert read_one(nobody, identity_enforced=True).customer_id is None


@pytest.mark.parametrize(
    ("item", "ours"),
    [
        ({}, True),
        ({"admin_assignee_id": int(BOT)}, True),
        ({"admin_assignee_id": 0, "team_assignee_id": 5}, True),
        ({"admin_assignee_id": 701}, False),
        ({"team_assignee_id": int(TEAM)}, False),
        ({"state": "closed"}, False),
        ({"state": "snoozed"}, False),
    ],
)
def test_conversation_is_ours_while_no_admin_but_ours_has_it(item: dict[str, Any], ours: bool) -> None:
    assert read_one(told(**item)).bot_in_control is ours


def test_body_is_plain_text_by_either_version_and_may_be_files_alone() -> None:
    assert read_one(told(conversation_parts=part(body="<p>2 &lt; 3</p><script>x</script>"))).text == "2 < 3"
    assert read_one(told(conversation_parts=part(body="plain, 2 < 3"))).text == "plain, 2 < 3"
    file = {"name": "a.png", "content_type": "image/png", "filesize": 8, "url": "https://x"}
    message = read_one(told(conversation_parts=part(body=None, attachments=[file])))
    assert (message.text, message.attachments) == ("", (Attachment(name="a.png", content_type="image/png", size=8),))


def test_notification_without_parts_tells_of_no_message() -> None:
    empty = told(conversation_parts={"conversation_parts": []})
    assert DESK.open(UNUSED).parse(body_of(empty)) == ()
    assert DESK.open(UNUSED).parse(body_of(told("conversation.user.created", source=None))) == ()


def test_calls_have_a_version_and_escape_what_they_send() -> None:
    with IntercomStandIn() as server:
        server.customer_says(TALK, "Hi")
        helpdesk = DESK.open(server.url)
        helpdesk.reply(TALK, "a <b>\nc", "k")
        helpdesk.hand_off(TALK, "no_evidence")
        assert {one.headers["intercom-version"] for one in server.requests} == {"2.15"}
        assert [one.json for one in server.requests] == [
            {"message_type": "comment", "type": "admin", "admin_id": BOT, "body": "a &lt;b&gt;<br>c"},
            {"message_type": "assignment", "type": "team", "admin_id": BOT, "assignee_id": TEAM},
        ]


def test_of_two_replies_with_the_same_words_each_has_its_own_id() -> None:
    with IntercomStandIn() as server:
        server.customer_says(TALK, "Hi")
        helpdesk = DESK.open(server.url)
        assert helpdesk.reply(TALK, "Which order?", "k1") != helpdesk.reply(TALK, "Which order?", "k2")


@pytest.mark.parametrize("to", ["team", "admin"])
def test_given_back_a_conversation_loses_its_team_and_gets_our_admin(to: str) -> None:
    with IntercomStandIn() as server:
        server.customer_says(TALK, "Hi")
        DESK.open(server.url, handoff_to=to).give_back(TALK)
        assign = {"message_type": "assignment", "admin_id": BOT}
        assert [one.json for one in server.requests] == [
            *([{**assign, "type": "team", "assignee_id": "0"}] if to == "team" else []),
            {**assign, "type": "admin", "assignee_id": BOT},
        ]
