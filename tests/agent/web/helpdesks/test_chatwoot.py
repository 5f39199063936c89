from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from agent.web.envelope import Attachment, Delivery
from agent.web.errors import PayloadError, SignatureError
from agent.web.helpdesks.marking import find_sent
from agent.web.helpdesks.opening import open_helpdesk
from tests.agent.web.helpdesks.desks import BY_KIND, NOW, SETTINGS, TALK, UNUSED, body_of, delivered, signed_with
from tests.agent.web.stand_ins.chatwoot import SECRET, ChatwootStandIn

DESK = BY_KIND["chatwoot"]
URL_SECRET = "in-the-address-00001"


def created(conversation: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    talk = {
        "id": 10,
        "status": "pending",
        "channel": "Channel::WebWidget",
        "meta": {"sender": {"id": 14}, "assignee": None},
    }
    told = {
        "event": "message_created",
        "id": 118,
        "content": "Hi",
        "message_type": "incoming",
        "private": False,
        "created_at": "2026-01-02T03:04:05.000Z",
        "sender": {"id": 14, "type": "contact"},
        "conversation": talk | (conversation or {}),
    }
    return told | more


def read_one(told: dict[str, Any], **more: Any) -> Any:
    return DESK.open(UNUSED, **more).parse(body_of(told, x_chatwoot_delivery="d1"))[0]


def test_header_needs_its_prefix_and_the_time() -> None:
    made = ChatwootStandIn()
    delivery = delivered(made, made.customer_says(TALK, "Größe"))
    bare = delivery.headers["x-chatwoot-signature"].removeprefix("sha256=")
    for headers in ({"x_chatwoot_signature": bare}, {"x_chatwoot_timestamp": ""}):
        with pytest.raises(SignatureError):
            DESK.open(UNUSED).verify(signed_with(delivery, **headers))


def test_signature_over_the_body_alone_is_refused() -> None:
    import hashlib
    import hmac

    digest = hmac.new(SECRET.encode(), b"{}", hashlib.sha256).hexdigest()
    headers = {"x-chatwoot-signature": f"sha256={digest}", "x-chatwoot-timestamp": str(int(NOW.timestamp()))}
    with pytest.raises(SignatureError):
        DESK.open(UNUSED).verify(Delivery(headers=headers, body=b"{}"))


def test_installation_that_signs_nothing_has_a_secret_in_the_address() -> None:
    made = ChatwootStandIn(signs=False)
    delivery = delivered(made, made.customer_says(TALK, "Hi"))
    helpdesk = DESK.open(UNUSED, url_secrets=URL_SECRET)
    helpdesk.verify(delivery.model_copy(update={"query": {"secret": URL_SECRET}}))
    for query in ({}, {"secret": ""}, {"secret": "another-one-000000001"}):
        with pytest.raises(SignatureError):
            helpdesk.verify(delivery.model_copy(update={"query": query}))
    with pytest.raises(SignatureError):
        DESK.open(UNUSED).verify(delivery.model_copy(update={"query": {"secret": SECRET}}))


def test_signature_that_is_there_counts_whatever_the_address_says() -> None:
    made = ChatwootStandIn(secret="not-the-one-that-is-set")
    delivery = delivered(made, made.customer_says(TALK, "Hi")).model_copy(update={"query": {"secret": URL_SECRET}})
    with pytest.raises(SignatureError):
        DESK.open(UNUSED, url_secrets=URL_SECRET).verify(delivery)


def test_signature_that_cannot_be_proved_yet_leaves_the_secret_of_the_address() -> None:
    made = ChatwootStandIn()
    delivery = delivered(made, made.customer_says(TALK, "Hi"))
    told = {"kind": "chatwoot", **DESK.more(UNUSED), "url_secrets": URL_SECRET}
    helpdesk = open_helpdesk("desk", SETTINGS.validate_python(told), lambda: NOW)
    helpdesk.verify(delivery.model_copy(update={"query": {"secret": URL_SECRET}}))
    with pytest.raises(SignatureError):
        helpdesk.verify(delivery)


def test_settings_need_one_of_both_proofs() -> None:
    with pytest.raises(ValidationError, match="wanted secrets, or url_secrets"):
        SETTINGS.validate_python({"kind": "chatwoot", **DESK.more(UNUSED)})


@pytest.mark.parametrize(
    ("message_type", "sender", "author"),
    [
        ("incoming", {"id": 14, "type": "contact"}, "customer"),
        ("outgoing", {"id": 2, "type": "user"}, "agent"),
        ("outgoing", {"id": 5, "type": "user"}, "bot"),
        ("outgoing", {"id": 1, "type": "agent_bot"}, "bot"),
        ("activity", None, "system"),
        ("template", None, "system"),
    ],
)
def test_author_is_told_by_kind_and_sender(message_type: str, sender: dict[str, Any] | None, author: str) -> None:
    assert read_one(created(message_type=message_type, sender=sender), bot_user_id="5").author == author


@pytest.mark.parametrize(
    ("conversation", "ours"),
    [
        ({"status": "pending"}, True),
        ({"status": "open"}, False),
        ({"status": "resolved"}, False),
        ({"status": "pending", "meta": {"assignee": {"id": 2}}}, False),
        ({"status": None}, None),
    ],
)
def test_conversation_is_ours_while_pending_and_nobodys(conversation: dict[str, Any], ours: bool | None) -> None:
    assert read_one(created(conversation)).bot_in_control is ours


@pytest.mark.parametrize(
    ("verified", "identifier", "customer_id"),
    [
        (True, "CUST-1", "CUST-1"),
        (False, "CUST-1", None),
        (None, "CUST-1", None),
        (True, None, None),
        (True, "", None),
    ],
)
def test_customer_is_the_identifier_of_a_contact_that_was_proved(
    verified: bool | None, identifier: str | None, customer_id: str | None
) -> None:
    sender = {"id": 14, "identifier": identifier, "email": "typed@shop.example"}
    told = created({"contact_inbox": {"hmac_verified": verified}, "meta": {"sender": sender}})
    assert read_one(told).customer_id == customer_id
    by_agent = read_one(told | {"message_type": "outgoing", "sender": {"id": 2, "type": "user"}})
    assert by_agent.customer_id is None


def test_word_for_verified_proves_nothing() -> None:
    told = created({"contact_inbox": {"hmac_verified": "yes, I am"}, "meta": {"sender": {"identifier": "CUST-1"}}})
    with pytest.raises(PayloadError):
        read_one(told)


def test_private_notes_and_other_events_tell_of_no_message() -> None:
    for told in (created(private=True), created(event="message_updated"), {"event": "conversation_opened", "id": 10}):
        assert DESK.open(UNUSED).parse(body_of(told)) == ()


def test_message_of_files_alone_names_them_without_their_address() -> None:
    file = {"id": 3, "data_url": "https://x.example/blobs/abc%20d.png?key=s", "file_type": "image", "file_size": 9}
    message = read_one(created(content=None, attachments=[file, {"data_url": "http://[broken"}]))
    assert message.text == ""
    assert message.attachments[0] == Attachment(id="3", name="abc d.png", content_type="image", size=9)


def test_mail_loses_its_quotes_and_an_automatic_one_is_told() -> None:
    told = created(
        {"channel": "Channel::Email"}, content="Thanks\n> old", content_attributes={"email": {"auto_reply": True}}
    )
    assert (read_one(told).text, read_one(told).automatic) == ("Thanks", True)
    assert read_one(created(content="> this is no mail")).text == "> this is no mail"


def test_release_that_drops_our_key_has_the_reply_found_by_its_text() -> None:
    with ChatwootStandIn(keeps_attributes=False) as server:
        server.customer_says(TALK, "Hi")
        helpdesk = DESK.open(server.url)
        helpdesk.reply(TALK, "On its  way.", "k1")
        assert find_sent(helpdesk.read(TALK), "k1", "On its way.") is not None
        assert find_sent(helpdesk.read(TALK), "k1", "Not this.") is None


def test_calls_are_those_of_the_account() -> None:
    with ChatwootStandIn() as server:
        server.customer_says(TALK, "Hi")
        helpdesk = DESK.open(server.url, handoff_team_id=4)
        helpdesk.reply(TALK, "<b>", "k1")
        helpdesk.hand_off(TALK, "loop")
        told = [
            (one.method, one.path.removeprefix("/api/v1/accounts/1/conversations/10"), one.json)
            for one in server.requests
        ]
        assert told == [
            (
                "POST",
                "/messages",
                {
                    "content": "<b>",
                    "message_type": "outgoing",
                    "private": False,
                    "content_type": "text",
                    "content_attributes": {"support_key": "k1"},
                },
            ),
            ("POST", "/toggle_status", {"status": "open"}),
            ("POST", "/assignments", {"team_id": 4}),
        ]


def test_those_who_wait_are_found_on_all_pages_with_what_is_proved_of_them() -> None:
    with ChatwootStandIn() as server:
        for at in range(60):
            server.customer_says(str(100 + at), f"Question {at}")
        server.talk("100").customer_id = "CUST-1"
        found = DESK.open(server.url).waiting()
        assert [one.conversation_id for one in found] == [str(100 + at) for at in range(60)]
        assert [one.customer_id for one in found[:2]] == ["CUST-1", None]


def test_conversation_whose_bot_failed_is_opened_by_chatwoot() -> None:
    with ChatwootStandIn() as server, ChatwootStandIn() as receiver:
        said = server.customer_says(TALK, "Hi")
        receiver.fault("500", "429", "503")
        assert server.deliver(f"{receiver.url}/hook", TALK, said) == [500, 429, 503]
        assert server.talk(TALK).with_bot is False


@pytest.mark.parametrize("team", [None, 4])
def test_given_back_a_conversation_loses_its_names_before_it_is_pending(team: int | None) -> None:
    with ChatwootStandIn() as server:
        server.customer_says(TALK, "Hi")
        server.take_over(TALK)
        DESK.open(server.url, handoff_team_id=team).give_back(TALK)
        told = [(one.path.removeprefix("/api/v1/accounts/1/conversations/10"), one.json) for one in server.requests]
        assert told == [
            ("/assignments", {"assignee_id": None}),
            *([("/assignments", {"team_id": None})] if team else []),
            ("/toggle_status", {"status": "pending"}),
        ]
