"""Any sender that follows Standard Webhooks 1.0.0 (https://www.standardwebhooks.com): the default.

In come `message.created`, `conversation.taken_over` and `conversation.returned`, as `{"type", "timestamp", "data"}`:

    message.created             conversation_id, message_id, occurred_at?, author (customer, agent, bot or system), text,
                                customer_id?, author_id?, attachments? (id, name, content_type, size), channel?,
                                bot_in_control?, automatic?
    conversation.taken_over     conversation_id, author_id?: a person has it now
    conversation.returned       conversation_id: it is ours again

A `customer_id` is believed: the sender signs that it has proved it. Out go POSTs to `send_url`, signed alike, with the key as
`webhook-id`, so that a receiver can tell a repetition: `reply.created` and `note.created` (conversation_id, text, key), answered
with `{"message_id"}` or nothing, `conversation.handed_off` (conversation_id, reason): people go on with it; and
`conversation.given_back` (conversation_id): people have given it to the bot, whoever of them had it.

Where `conversations_url` is set, `GET {conversations_url}/{id}` gives a conversation as it stands,

    {"conversation_id", "bot_in_control", "lines": [{"message_id", "author", "at", "text", "private", "key"}]}

the latest lines, oldest first, `key` being the one that we sent; and `GET {conversations_url}?waiting=true` gives
`{"messages": [data of message.created]}`: the latest messages of customers that nobody has answered.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr

from agent.types import HandoffReason
from agent.web.envelope import Attachment, Conversation, Delivery, Inbound, Line
from agent.web.errors import PayloadError, SignatureError
from agent.web.helpdesks import standard_webhooks_payloads as wire
from agent.web.helpdesks.calling import Caller, in_path
from agent.web.helpdesks.helpdesk_settings import Address, HelpdeskSection, Token, are_long, as_several
from agent.web.helpdesks.payloads import read_payload
from agent.web.helpdesks.signing import Clock, header, require_fresh, unix_seconds

MOST_SIGNATURES = 20
"""Of one delivery; more are not looked at."""


def _are_base64(value: tuple[SecretStr, ...]) -> tuple[SecretStr, ...]:
    for secret in value:
        _key_of(secret)
    return value


StandardSecrets = Annotated[
    tuple[SecretStr, ...],
    Field(min_length=1, max_length=2),
    AfterValidator(are_long),
    AfterValidator(_are_base64),
    BeforeValidator(as_several),
]
"""As `Secrets`, in base64."""


class StandardSettings(HelpdeskSection):
    """A sender and receiver of Standard Webhooks."""

    kind: Literal["standard"] = "standard"
    secrets: StandardSecrets
    """`whsec_` and 24 to 64 random bytes in base64; the first one signs what is sent, too."""
    send_url: Address
    conversations_url: Address | None = None
    token: Token | None = None
    """Sent as a bearer token with every call."""


@dataclass(frozen=True)
class StandardWebhooks:
    """The adapter of Standard Webhooks."""

    name: str
    settings: StandardSettings
    clock: Clock

    def verify(self, delivery: Delivery) -> None:
        """Symmetric signatures (`v1`) of any of the secrets; the library signs, and what came is compared here.

        Its own `verify` raises other errors on hostile input and reads the clock of the machine.
        """
        given, message_id = header(delivery, "webhook-signature"), header(delivery, "webhook-id")
        at = unix_seconds(header(delivery, "webhook-timestamp"))
        require_fresh(at, self.clock(), self.settings.tolerance_s)
        try:
            body = delivery.body.decode()
            wanted = [signature(one, message_id, int(at), body).encode() for one in self.settings.secrets]
        except UnicodeError:
            raise SignatureError("The body or the id is no UTF-8.") from None
        found = [one.encode("utf-8", "surrogatepass") for one in given.split(" ")[:MOST_SIGNATURES]]
        if not any(hmac.compare_digest(one, other) for one in found for other in wanted):
            raise SignatureError("None of the signatures is that of the body.")

    def parse(self, delivery: Delivery) -> Sequence[Inbound]:
        """The one message of a delivery; none of a type that is not known."""
        event = read_payload(wire.Event, delivery.body, self.name)
        delivery_id = delivery.headers.get("webhook-id")
        at = event.timestamp or self.clock()
        if event.type == "message.created":
            data = read_payload(wire.Message, delivery.body, self.name).data
            if not data.message_id:
                raise PayloadError(f"A delivery of {self.name} cannot be read: data.message_id is missing.")
            return (_inbound(data, data.message_id, delivery_id, at),)
        if event.type in ("conversation.taken_over", "conversation.returned"):
            data = read_payload(wire.Message, delivery.body, self.name).data
            returned = event.type == "conversation.returned"
            told = data.model_copy(
                update={"author": "system" if returned else "agent", "text": "", "bot_in_control": returned}
            )
            fallback = f"{event.type}/{delivery_id or at.isoformat()}"
            return (_inbound(told, data.message_id or fallback, delivery_id, at),)
        return ()

    def read(self, conversation_id: str) -> Conversation:
        """The conversation; without `conversations_url` one that is ours and of which no line is known."""
        if self.settings.conversations_url is None:
            return Conversation(conversation_id=conversation_id, bot_in_control=True)
        told = self._conversations.get(wire.Conversation, f"/{in_path(conversation_id)}")
        lines = tuple(Line(**line.model_dump()) for line in told.lines)
        return Conversation(conversation_id=conversation_id, bot_in_control=told.bot_in_control, lines=lines)

    def reply(self, conversation_id: str, text: str, key: str) -> str:
        """Post `reply.created`; the key where the receiver names no id."""
        data = {"conversation_id": conversation_id, "text": text, "key": key}
        return self._post("reply.created", data, key).message_id or key

    def note(self, conversation_id: str, text: str, key: str) -> str:
        """Post `note.created`."""
        data = {"conversation_id": conversation_id, "text": text, "key": key}
        return self._post("note.created", data, key).message_id or key

    def hand_off(self, conversation_id: str, reason: HandoffReason) -> None:
        """Post `conversation.handed_off`, which changes nothing the second time."""
        data = {"conversation_id": conversation_id, "reason": reason}
        self._post("conversation.handed_off", data, f"handoff_{uuid.uuid4().hex}")

    def give_back(self, conversation_id: str) -> None:
        """Post `conversation.given_back`, which changes nothing the second time."""
        self._post("conversation.given_back", {"conversation_id": conversation_id}, f"return_{uuid.uuid4().hex}")

    def waiting(self) -> Sequence[Inbound]:
        """What the receiver says is waiting; nothing without `conversations_url`."""
        if self.settings.conversations_url is None:
            return ()
        told = self._conversations.get(wire.Waiting, "", {"waiting": "true"}).messages
        return tuple(_inbound(one, one.message_id, None, self.clock()) for one in told if one.message_id)

    def _post(self, kind: str, data: dict[str, str], message_id: str) -> wire.Sent:
        at = self.clock().astimezone(UTC)
        body = json.dumps({"type": kind, "timestamp": at.isoformat(), "data": data})
        seconds = int(at.timestamp())
        headers = {
            "webhook-id": message_id,
            "webhook-timestamp": str(seconds),
            "webhook-signature": signature(self.settings.secrets[0], message_id, seconds, body),
        }
        return self._receiver.send(wire.Sent, "POST", "", body.encode(), headers)

    @cached_property
    def _receiver(self) -> Caller:
        return self._caller(self.settings.send_url)

    @cached_property
    def _conversations(self) -> Caller:
        return self._caller(self.settings.conversations_url or "")

    def _caller(self, url: str) -> Caller:
        token = self.settings.token
        headers = {"Authorization": f"Bearer {token.get_secret_value()}"} if token else {}
        return Caller(self.name, url, headers, self.clock, self.settings.connect_s, self.settings.read_s)


def signature(secret: SecretStr, message_id: str, at: int, body: str) -> str:
    """The value of `webhook-signature` for one secret; `at` in Unix seconds."""
    from standardwebhooks import Webhook

    return Webhook(_key_of(secret)).sign(message_id, datetime.fromtimestamp(at, UTC), body)


def _key_of(secret: SecretStr) -> bytes:
    """The bytes of a secret, with or without `whsec_` and padding.

    Raises:
        ValueError: it is no base64, or too short.
    """
    text = secret.get_secret_value().removeprefix("whsec_")
    try:
        key = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (ValueError, binascii.Error):
        raise ValueError("a secret of Standard Webhooks is `whsec_` and base64") from None
    if len(key) < 16:
        raise ValueError("a secret is shorter than 16 bytes: wanted 24 to 64 random ones, in base64")
    return key


def _inbound(data: wire.Data, message_id: str, delivery_id: str | None, at: datetime) -> Inbound:
    is_customer = data.author == "customer"
    return Inbound(
        delivery_id=delivery_id,
        conversation_id=data.conversation_id,
        message_id=message_id,
        occurred_at=data.occurred_at or at,
        author=data.author,
        author_id=data.author_id,
        text=data.text or "",
        attachments=tuple(Attachment(**file.model_dump()) for file in data.attachments),
        customer_id=(data.customer_id or None) if is_customer else None,
        bot_in_control=data.bot_in_control,
        channel=data.channel,
        automatic=data.automatic,
    )
