from __future__ import annotations

from typing import Any

import pytest

from agent.web.envelope import Attachment, Delivery
from agent.web.errors import PayloadError, SignatureError
from tests.agent.web.helpdesks.desks import BY_KIND, TALK, UNUSED, body_of
from tests.agent.web.stand_ins.sunshine import SECRET, SunshineStandIn

DESK = BY_KIND["sunshine"]


def event(
    author: dict[str, Any] | None = None, conversation: dict[str, Any] | None = None, **message: Any
) -> dict[str, Any]:
    said = {
        "id": "m1",
        "received": "2026-01-02T03:04:05.000Z",
        "author": author or {"type": "user", "userId": "u1"},
        "content": {"type": "text", "text": "Hi"},
    }
    talk = {"id": "c1", "activeSwitchboardIntegration": {"id": "si1", "name": "our-bot"}}
    return {
        "id": "e1",
        "type": "conversation:message",
        "createdAt": "2026-01-02T03:04:05.000Z",
        "payload": {"conversation": talk | (conversation or {}), "message": said | message},
    }


def read(*events: dict[str, Any]) -> Any:
    return DESK.open(UNUSED).parse(body_of({"app": {"id": "app1"}, "events": events}))


def test_every_event_of_a_request_is_read_in_its_order_with_its_own_id() -> None:
    made = SunshineStandIn()
    headers, body = made.events(("a1", made.customer_says("a1", "one")), ("a2", made.customer_says("a2", "two")))
    found = DESK.open(UNUSED).parse(Delivery(headers=headers, body=body))
    assert [(one.conversation_id, one.text) for one in found] == [("a1", "one"), ("a2", "two")]
    assert len({one.delivery_id for one in found}) == 2


def test_secret_is_compared_as_it_is() -> None:
    DESK.open(UNUSED).verify(Delivery(headers={"x-api-key": SECRET}))
    for wrong in (SECRET[:-1], SECRET.upper(), SECRET + " ", "\udcff"):
        with pytest.raises(SignatureError):
            DESK.open(UNUSED).verify(Delivery(headers={"x-api-key": wrong}))


@pytest.mark.parametrize(
    ("author", "metadata", "kind"),
    [
        ({"type": "user", "userId": "u1"}, None, "customer"),
        ({"type": "business"}, None, "agent"),
        ({"type": "business"}, {"support_key": "k"}, "bot"),
        ({"type": "business", "subtypes": ["AI"]}, None, "bot"),
        ({"type": "user", "userId": "u1"}, {"support_key": "k"}, "customer"),
    ],
)
def test_author_is_told_by_type_and_by_our_mark(author: dict[str, Any], metadata: Any, kind: str) -> None:
    assert read(event(author, metadata=metadata))[0].author == kind


@pytest.mark.parametrize(
    ("user", "customer_id"),
    [
        ({"id": "u1", "externalId": "CUST-1", "authenticated": True}, "CUST-1"),
        ({"id": "u1", "externalId": "CUST-1", "authenticated": False}, None),
        ({"id": "u1", "externalId": "CUST-1"}, None),
        ({"id": "u1", "authenticated": True}, None),
        (None, None),
    ],
)
def test_customer_is_known_where_the_user_has_authenticated(user: Any, customer_id: str | None) -> None:
    assert read(event({"type": "user", "userId": "u1", "user": user}))[0].customer_id == customer_id
    assert read(event({"type": "business", "user": user}))[0].customer_id is None


@pytest.mark.parametrize(
    ("active", "ours"),
    [
        ({"id": "si1", "name": "our-bot"}, True),
        ({"id": "our-bot", "name": "x"}, True),
        ({"id": "si2", "name": "zd-agentWorkspace"}, False),
        (None, True),
    ],
)
def test_conversation_is_ours_while_the_switchboard_says_so(active: Any, ours: bool) -> None:
    assert read(event(conversation={"activeSwitchboardIntegration": active}))[0].bot_in_control is ours


def test_file_is_named_and_its_address_is_not() -> None:
    content = {
        "type": "image",
        "mediaUrl": "https://x/a.png?sig=1",
        "mediaType": "image/png",
        "mediaSize": 9,
        "text": "see",
    }
    message = read(event(content=content))[0]
    assert message.text == "see"
    assert message.attachments == (Attachment(name="image", content_type="image/png", size=9),)
    assert read(event(content={"type": "file", "mediaUrl": "https://x/y"}))[0].text == ""


def test_other_events_tell_of_no_message_and_a_broken_one_spoils_no_other() -> None:
    assert read({"id": "e", "type": "conversation:read", "payload": {"odd": 1}}) == ()
    assert read() == ()
    broken = {"id": "e", "type": "conversation:message", "payload": {}}
    assert [one.message_id for one in read(broken, event())] == ["m1"]
    with pytest.raises(PayloadError):
        read(broken)


def test_control_is_passed_once_and_never_on_from_the_people() -> None:
    with SunshineStandIn() as server:
        server.customer_says(TALK, "Hi")
        helpdesk = DESK.open(server.url, handoff_to="next")
        helpdesk.hand_off(TALK, "customer_asked")
        helpdesk.hand_off(TALK, "customer_asked")
        passed = [one.json for one in server.requests if one.path.endswith("/passControl")]
        assert passed == [{"switchboardIntegration": "next", "metadata": {"reason": "customer_asked"}}]


def test_reply_is_plain_text_of_the_business_with_our_key() -> None:
    with SunshineStandIn() as server:
        server.customer_says(TALK, "Hi")
        DESK.open(server.url, as_ai=True).reply(TALK, "<b>", "k1")
        DESK.open(server.url).reply(TALK, "x", "k2")
        assert [one.json for one in server.requests] == [
            {
                "author": {"type": "business", "subtypes": ["AI"]},
                "content": {"type": "text", "text": "<b>"},
                "metadata": {"support_key": "k1"},
            },
            {
                "author": {"type": "business"},
                "content": {"type": "text", "text": "x"},
                "metadata": {"support_key": "k2"},
            },
        ]


def test_control_is_passed_back_to_us_once_and_by_name() -> None:
    with SunshineStandIn() as server:
        server.customer_says(TALK, "Hi")
        helpdesk = DESK.open(server.url)
        helpdesk.hand_off(TALK, "customer_asked")
        for _ in range(2):
            helpdesk.give_back(TALK)
        passed = [one.json for one in server.requests if one.path.endswith("/passControl")]
        assert passed[1:] == [{"switchboardIntegration": "our-bot"}]
