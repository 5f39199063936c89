from __future__ import annotations

import base64
import hashlib
import hmac
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError
from standardwebhooks import Webhook

from agent.web.envelope import Attachment, Delivery, Inbound
from agent.web.errors import PayloadError, SignatureError
from agent.web.helpdesks.standard_webhooks import signature
from tests.agent.web.helpdesks.desks import BY_KIND, NOW, SETTINGS, TALK, UNUSED, body_of, signed_with
from tests.agent.web.stand_ins.standard_webhooks import SECRET, StandardStandIn

DESK = BY_KIND["standard"]
STAMP = str(int(NOW.timestamp()))


def by_hand(body: bytes, message_id: str = "msg_1", stamp: str = STAMP) -> str:
    """The signature as the specification says it, without the library."""
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    digest = hmac.new(key, f"{message_id}.{stamp}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def signed(body: bytes, sign: str | None = None, **headers: str) -> Delivery:
    told = {"webhook-id": "msg_1", "webhook-timestamp": STAMP, "webhook-signature": sign or by_hand(body)}
    return signed_with(Delivery(headers=told, body=body), **headers)


def created(**data: Any) -> dict[str, Any]:
    told = {"conversation_id": "c1", "message_id": "m1", "author": "customer", "text": "Hi"}
    return {"type": "message.created", "timestamp": "2026-01-02T03:09:59Z", "data": told | data}


@pytest.mark.parametrize("body", ["{}", '{"a": "Größe"}', '{"a": "Gr\\u00f6\\u00dfe"}', ""])
def test_signature_of_the_specification_is_taken(body: str) -> None:
    DESK.open(UNUSED).verify(signed(body.encode()))


def test_one_right_signature_among_others_is_enough() -> None:
    right = by_hand(b"{}")
    for given in (f"v1,AAAA {right}", f"v1a,AAAA {right}", f"{right} nonsense", f"v2 {right}"):
        DESK.open(UNUSED).verify(signed(b"{}", given))
    for given in (right.removeprefix("v1,"), right.replace("v1,", "v1a,"), "v1,AAAA " * 30 + right, f"{right},"):
        with pytest.raises(SignatureError):
            DESK.open(UNUSED).verify(signed(b"{}", given))


def test_id_is_signed_too() -> None:
    with pytest.raises(SignatureError):
        DESK.open(UNUSED).verify(signed(b"{}", webhook_id="msg_2"))
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        with pytest.raises(SignatureError, match=f"The header {name} is missing"):
            DESK.open(UNUSED).verify(signed(b"{}", **{name: ""}))


def test_what_is_sent_satisfies_the_library_of_the_receiver() -> None:
    now = datetime.now(UTC)
    body = '{"text":"Größe"}'
    headers = {
        "webhook-id": "k",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signature(SecretStr(SECRET), "k", int(now.timestamp()), body),
    }
    Webhook(SECRET).verify(body, headers)


@pytest.mark.parametrize("secret", ["whsec_not base64 at all!!", "whsec_c2hvcnQ=c2hvcnQ=", "whsec_YWJjZGVmZ2hpag=="])
def test_secret_that_is_no_base64_or_short_in_bytes_is_refused(secret: str) -> None:
    with pytest.raises(ValidationError, match="a secret") as raised:
        SETTINGS.validate_python({"secrets": [secret], "send_url": "https://shop.example/hooks"})
    assert secret not in str(raised.value)


def test_message_is_read_with_all_of_its_fields() -> None:
    file = {"id": "f", "name": "a.png", "content_type": "image/png", "size": 7, "url": "https://x"}
    told = created(
        occurred_at="2026-01-02T03:09:58Z",
        customer_id="CUST-1",
        author_id="u1",
        attachments=[file],
        channel="web",
        bot_in_control=True,
        automatic=True,
    )
    assert DESK.open(UNUSED).parse(body_of(told, webhook_id="msg_1")) == (
        Inbound(
            delivery_id="msg_1",
            conversation_id="c1",
            message_id="m1",
            occurred_at=datetime(2026, 1, 2, 3, 9, 58, tzinfo=UTC),
            author="customer",
            author_id="u1",
            text="Hi",
            attachments=(Attachment(id="f", name="a.png", content_type="image/png", size=7),),
            customer_id="CUST-1",
            bot_in_control=True,
            channel="web",
            automatic=True,
        ),
    )


def test_message_may_be_short_or_have_files_alone() -> None:
    message = DESK.open(UNUSED).parse(body_of(created(text=None, attachments=[{"name": "a.png"}])))[0]
    assert (message.text, message.bot_in_control, message.attachments[0].name) == ("", None, "a.png")
    assert message.occurred_at == datetime(2026, 1, 2, 3, 9, 59, tzinfo=UTC)
    no_time = created() | {"timestamp": None}
    assert DESK.open(UNUSED).parse(body_of(no_time))[0].occurred_at == NOW


@pytest.mark.parametrize("author", ["agent", "bot", "system"])
def test_customer_is_proved_by_messages_of_the_customer_only(author: str) -> None:
    message = DESK.open(UNUSED).parse(body_of(created(author=author, customer_id="CUST-1")))[0]
    assert (message.author, message.customer_id) == (author, None)


@pytest.mark.parametrize(
    "data", [{"author": "wizard"}, {"conversation_id": None}, {"message_id": None}, {"text": ["x"]}]
)
def test_message_without_what_is_needed_cannot_be_read(data: dict[str, Any]) -> None:
    with pytest.raises(PayloadError):
        DESK.open(UNUSED).parse(body_of(created(**data)))


def test_taking_over_and_returning_are_told_without_words() -> None:
    made = StandardStandIn()
    for kind, author, ours in (("taken_over", "agent", False), ("returned", "system", True)):
        headers, body = made.event(f"conversation.{kind}", TALK, NOW)
        delivery = Delivery(headers=headers, body=body)
        DESK.open(UNUSED).verify(delivery)
        message = DESK.open(UNUSED).parse(delivery)[0]
        assert (message.conversation_id, message.author, message.bot_in_control) == (TALK, author, ours)
        assert (message.text, message.message_id) == ("", f"conversation.{kind}/{headers['webhook-id']}")


@pytest.mark.parametrize("kind", ["message.updated", "message.deleted", "anything"])
def test_other_types_tell_of_no_message(kind: str) -> None:
    assert DESK.open(UNUSED).parse(body_of({"type": kind, "data": {"odd": 1}})) == ()


def test_same_key_is_taken_once_by_a_receiver() -> None:
    with StandardStandIn() as server:
        server.customer_says(TALK, "Hi")
        helpdesk = DESK.open(server.url)
        assert helpdesk.reply(TALK, "Hello", "k1") == helpdesk.reply(TALK, "Hello", "k1")
        assert [one.key for one in server.replies] == ["k1"]
        helpdesk.hand_off(TALK, "distress")
        assert server.taken_over == [(TALK, "distress")]
        sent = server.requests[0].json
        assert (sent["type"], sent["data"]) == (
            "reply.created",
            {"conversation_id": TALK, "text": "Hello", "key": "k1"},
        )


def test_without_an_address_of_conversations_a_conversation_is_ours_and_nobody_waits() -> None:
    helpdesk = DESK.open(UNUSED, conversations_url=None)
    found = helpdesk.read(TALK)
    assert (found.bot_in_control, found.lines, helpdesk.waiting()) == (True, (), ())


def test_proved_customer_is_told_of_those_who_wait_too() -> None:
    with StandardStandIn() as server:
        server.customer_says(TALK, "Hi")
        server.talk(TALK).customer_id = "CUST-1"
        assert [one.customer_id for one in DESK.open(server.url).waiting()] == ["CUST-1"]


def test_receiver_is_told_that_a_conversation_is_given_back() -> None:
    with StandardStandIn() as server:
        server.customer_says(TALK, "Hi")
        server.take_over(TALK)
        DESK.open(server.url).give_back(TALK)
        told = server.requests[0].json
        assert (told["type"], told["data"]) == ("conversation.given_back", {"conversation_id": TALK})
