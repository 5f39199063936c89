from __future__ import annotations

from typing import Any

import pytest

from agent.web.envelope import Attachment, Delivery
from agent.web.errors import LaterError, PayloadError, SignatureError
from agent.web.helpdesks.marking import find_sent
from agent.web.helpdesks.waiting import is_unread
from tests.agent.web.helpdesks.desks import BY_KIND, NOW, TALK, UNUSED, body_of
from tests.agent.web.stand_ins.zendesk import BOT, UPDATED, ZendeskStandIn

DESK = BY_KIND["zendesk"]


def added(detail: dict[str, Any] | None = None, author: dict[str, Any] | None = None, **comment: Any) -> dict[str, Any]:
    said = {"id": "77", "body": "Hi", "is_public": True, "author": author or {"id": "9001", "is_staff": False}}
    ticket = {
        "id": "501",
        "status": "OPEN",
        "assignee_id": None,
        "group_id": "7",
        "tags": ["a"],
        "via": {"channel": "email"},
    }
    return {
        "type": "zen:event-type:ticket.comment_added",
        "id": "ev-1",
        "time": "2026-01-02T03:04:05Z",
        "detail": ticket | (detail or {}),
        "event": {"comment": said | comment},
    }


def read_one(told: dict[str, Any]) -> Any:
    return DESK.open(UNUSED).parse(body_of(told))[0]


def test_request_without_a_body_is_signed_over_its_time() -> None:
    headers, body = ZendeskStandIn().signed(b"", NOW)
    DESK.open(UNUSED).verify(Delivery(headers=headers, body=body))
    with pytest.raises(SignatureError):
        DESK.open(UNUSED).verify(Delivery(headers=headers, body=b" "))


@pytest.mark.parametrize(
    ("author", "kind"),
    [
        ({"id": "9001", "is_staff": False}, "customer"),
        ({"id": "501", "is_staff": True}, "agent"),
        ({"id": BOT, "is_staff": True}, "bot"),
        ({"id": "-1", "is_staff": False}, "system"),
        ({}, "customer"),
    ],
)
def test_author_is_told_by_id_and_staff(author: dict[str, Any], kind: str) -> None:
    assert read_one(added(author=author or {"id": None})).author == kind


@pytest.mark.parametrize(
    ("detail", "ours"),
    [
        ({}, True),
        ({"assignee_id": BOT}, True),
        ({"assignee_id": "501"}, False),
        ({"group_id": "70"}, False),
        ({"tags": ["handed-over"]}, False),
        ({"status": "SOLVED"}, False),
        ({"tags": None, "status": None, "via": None}, True),
    ],
)
def test_ticket_is_ours_until_somebody_else_has_it(detail: dict[str, Any], ours: bool) -> None:
    assert read_one(added(detail)).bot_in_control is ours


def test_comment_is_read_without_quotes_and_names_no_customer() -> None:
    file = {"id": 4, "filename": "a.png", "content_type": "image/png", "size": 3}
    message = read_one(added(body="Thanks\n\nOn Monday, Shop wrote:\n> old", attachments=[file]))
    assert (message.text, message.customer_id, message.channel) == ("Thanks", None, "email")
    assert message.attachments == (Attachment(id="4", name="a.png", content_type="image/png", size=3),)
    assert (message.delivery_id, message.conversation_id, message.message_id) == ("ev-1", "501", "77")


def test_private_comments_and_other_events_tell_of_no_message() -> None:
    for told in (added(is_public=False), added(is_public=None), {"type": "zen:event-type:ticket.status_changed"}):
        assert DESK.open(UNUSED).parse(body_of(told)) == ()


def test_event_of_another_shape_leaves_the_ticket_to_be_read() -> None:
    told = added() | {"event": {"comment": "shape of another day"}}
    message = read_one(told)
    assert (is_unread(message), message.conversation_id, message.text, message.author) == (True, "501", "", "customer")


@pytest.mark.parametrize(
    ("role", "author"), [("end-user", "customer"), ("End User", "customer"), ("agent", "agent"), ("", "agent")]
)
def test_body_of_a_trigger_is_read(role: str, author: str) -> None:
    told = {"ticket_id": 501, "comment": "Hi", "author_role": role, "updated_at": "2026-01-02T03:04:05Z"}
    message = read_one(told)
    assert (message.conversation_id, message.text, message.author) == ("501", "Hi", author)
    assert message.message_id == read_one(told).message_id != read_one(told | {"comment": "Ho"}).message_id
    assert read_one(told | {"comment_id": 9}).message_id == "9"


@pytest.mark.parametrize(
    "body", [b'{"ticket_id": "501", "comment": "say "hello""}', b"", b'{"ticket_id": "501", "comment": "no role"}']
)
def test_body_that_its_comment_spoilt_leaves_the_ticket_to_be_read(body: bytes) -> None:
    for told in ({"query": {"ticket_id": "501"}}, {"headers": {"x-ticket-id": "501"}}):
        message = DESK.open(UNUSED).parse(Delivery(**{"headers": {}, "body": body, **told}))[0]
        assert (is_unread(message), message.conversation_id, message.text) == (True, "501", "")
        again = DESK.open(UNUSED).parse(Delivery(**{"headers": {}, "body": body, **told}))[0]
        assert message.message_id == again.message_id


@pytest.mark.parametrize("ticket_id", ["", "5/../6", "abc", "٣", "9" * 40])
def test_ticket_that_is_no_number_is_not_believed(ticket_id: str) -> None:
    with pytest.raises(PayloadError):
        DESK.open(UNUSED).parse(Delivery(headers={}, query={"ticket_id": ticket_id}, body=b"{broken"))


def test_calls_change_the_ticket_as_a_whole() -> None:
    with ZendeskStandIn() as server:
        server.customer_says(TALK, "Hi")
        helpdesk = DESK.open(server.url)
        helpdesk.reply(TALK, "<b>", "k1")
        helpdesk.hand_off(TALK, "conflict")
        assert [(one.method, one.path, one.json) for one in server.requests] == [
            (
                "PUT",
                "/api/v2/tickets/10.json",
                {
                    "ticket": {
                        "comment": {"body": "<b>", "public": True, "author_id": 500},
                        "metadata": {"support_key": "k1"},
                    }
                },
            ),
            (
                "PUT",
                "/api/v2/tickets/10.json",
                {
                    "ticket": {
                        "status": "open",
                        "group_id": 70,
                        "assignee_id": None,
                        "additional_tags": ["handed-over"],
                    }
                },
            ),
        ]


def test_comment_without_our_metadata_is_found_by_its_text() -> None:
    with ZendeskStandIn(keeps_metadata=False) as server:
        server.customer_says(TALK, "Hi")
        helpdesk = DESK.open(server.url)
        helpdesk.reply(TALK, "On its way.", "k1")
        assert find_sent(helpdesk.read(TALK), "k1", "On its way.") is not None


def test_oauth_token_is_sent_as_a_bearer() -> None:
    with ZendeskStandIn() as server:
        server.fault("500")
        with pytest.raises(Exception, match="500"):
            DESK.open(server.url, user=None).read(TALK)
        assert server.requests[0].headers["authorization"] == "Bearer zendesk-api-token"


@pytest.mark.parametrize("group", [None, 7])
def test_given_back_a_ticket_keeps_its_other_tags(group: int | None) -> None:
    with ZendeskStandIn() as server:
        server.customer_says(TALK, "Hi")
        helpdesk = DESK.open(server.url, bot_group_id=group)
        helpdesk.hand_off(TALK, "conflict")
        server.talk(TALK).extra["tags"].add("vip")
        helpdesk.give_back(TALK)
        assert server.requests[-1].json == {
            "ticket": {
                "group_id": group,
                "assignee_id": None,
                "tags": ["vip"],
                "safe_update": True,
                "updated_stamp": UPDATED,
            }
        }


def test_ticket_that_changed_meanwhile_is_given_back_later() -> None:
    with ZendeskStandIn() as server:
        server.customer_says(TALK, "Hi")
        helpdesk = DESK.open(server.url)
        helpdesk.hand_off(TALK, "conflict")
        server.updated = "2026-01-02T03:09:00Z"
        with pytest.raises(LaterError):
            helpdesk.give_back(TALK)
        assert helpdesk.read(TALK).bot_in_control is False
