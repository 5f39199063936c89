"""Chatwoot, as an agent bot or an account webhook.

A conversation is ours while it is pending and nobody is assigned. Deliveries are signed since the beginning of 2026
(https://github.com/chatwoot/chatwoot/pull/13573): hex of HMAC-SHA256 over `timestamp.body`; an installation that signs nothing
needs `url_secrets`, with `?secret=…` in the address that it calls. It waits 5 s for an answer, and opens a conversation
whose bot was late.

A customer is known by the identifier of a contact whose identity the shop's own site has proved (`hmac_verified`): an address
that a visitor types proves nothing. Our key is kept in `content_attributes`; releases that drop it there are found by the
text. Texts are plain: Chatwoot renders them as Markdown and escapes HTML by itself.

Not checked against the vendor's page: the calls that write, the fields of attachments, and `email.auto_reply`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self
from urllib.parse import unquote, urlsplit

from pydantic import Field, model_validator

from agent.types import HandoffReason
from agent.web.envelope import Attachment, AuthorKind, Conversation, Delivery, Inbound, Line
from agent.web.errors import SignatureError
from agent.web.helpdesks import chatwoot_payloads as wire
from agent.web.helpdesks.calling import Caller, in_path
from agent.web.helpdesks.helpdesk_settings import Address, FallbackSecrets, HelpdeskSection, Token
from agent.web.helpdesks.marking import KEY_FIELD, text_key
from agent.web.helpdesks.payloads import read_payload
from agent.web.helpdesks.plain_text import without_quoted
from agent.web.helpdesks.signing import Clock, header, require_fresh, require_hash, require_secret, unix_seconds

SIGNATURE = "x-chatwoot-signature"
MOST_PAGES = 4
"""Of the list of pending conversations, of 25 each."""


class ChatwootSettings(HelpdeskSection):
    """An account of a Chatwoot installation."""

    kind: Literal["chatwoot"]
    url: Address
    account_id: int = Field(ge=1)
    token: Token
    """Of the agent bot, or of an agent that the bot writes as."""
    secrets: FallbackSecrets = ()
    """Of the webhook or the bot, as Chatwoot shows them."""
    url_secrets: FallbackSecrets = ()
    """For releases that sign nothing: `?secret=…` in the address."""
    bot_user_id: str | None = None
    """The agent whose token it is, where it is no bot's: what that one writes is ours."""
    handoff_team_id: int | None = None
    """The team that takes over; nobody in particular where None."""

    @model_validator(mode="after")
    def _is_proved(self) -> Self:
        if not self.secrets and not self.url_secrets:
            raise ValueError("wanted secrets, or url_secrets for a release that signs nothing")
        return self


@dataclass(frozen=True)
class Chatwoot:
    """The adapter of Chatwoot."""

    name: str
    settings: ChatwootSettings
    clock: Clock

    def verify(self, delivery: Delivery) -> None:
        """A signature where there is one that we can prove; else the secret of the address."""
        if self.settings.url_secrets and (SIGNATURE not in delivery.headers or not self.settings.secrets):
            return require_secret(delivery.query.get("secret", ""), self.settings.url_secrets)
        given, stamp = header(delivery, SIGNATURE), header(delivery, "x-chatwoot-timestamp")
        require_fresh(unix_seconds(stamp), self.clock(), self.settings.tolerance_s)
        if not given.startswith("sha256="):
            raise SignatureError(f"The header {SIGNATURE} is none of `sha256=…`.")
        signed = stamp.encode() + b"." + delivery.body
        require_hash(signed, given.removeprefix("sha256="), self.settings.secrets)
        return None

    def parse(self, delivery: Delivery) -> Sequence[Inbound]:
        """The message of a `message_created` that is no private note; none of other events."""
        if read_payload(wire.Event, delivery.body, self.name).event != "message_created":
            return ()
        told = read_payload(wire.Created, delivery.body, self.name)
        if told.private:
            return ()
        return (self._inbound(told, delivery.headers.get("x-chatwoot-delivery")),)

    def read(self, conversation_id: str) -> Conversation:
        """The latest 20 messages and who has the conversation."""
        path = f"/conversations/{in_path(conversation_id)}"
        told = self._api.get(wire.Conversation, path)
        lines = tuple(self._line(one) for one in self._api.get(wire.Messages, f"{path}/messages").payload)
        return Conversation(
            conversation_id=conversation_id,
            bot_in_control=bool(told.is_ours),
            lines=tuple(sorted(lines, key=lambda line: line.at)),
        )

    def reply(self, conversation_id: str, text: str, key: str) -> str:
        """Send an outgoing message."""
        return self._write(conversation_id, text, key, private=False)

    def note(self, conversation_id: str, text: str, key: str) -> str:
        """Leave a private note."""
        return self._write(conversation_id, text, key, private=True)

    def hand_off(self, conversation_id: str, reason: HandoffReason) -> None:
        """Open the conversation, and give it to the team that is set."""
        path = f"/conversations/{in_path(conversation_id)}"
        self._api.send(wire.Done, "POST", f"{path}/toggle_status", {"status": "open"})
        if self.settings.handoff_team_id is not None:
            self._api.send(wire.Done, "POST", f"{path}/assignments", {"team_id": self.settings.handoff_team_id})

    def give_back(self, conversation_id: str) -> None:
        """Take names and the team of the handoff off, and then, as the last step, make the conversation pending."""
        path = f"/conversations/{in_path(conversation_id)}"
        self._api.send(wire.Done, "POST", f"{path}/assignments", {"assignee_id": None})
        if self.settings.handoff_team_id is not None:
            self._api.send(wire.Done, "POST", f"{path}/assignments", {"team_id": None})
        self._api.send(wire.Done, "POST", f"{path}/toggle_status", {"status": "pending"})

    def waiting(self) -> Sequence[Inbound]:
        """Pending conversations whose last message is the customer's."""
        found: list[Inbound] = []
        for page in range(1, MOST_PAGES + 1):
            params = {"status": "pending", "assignee_type": "unassigned", "page": str(page)}
            listed = self._api.get(wire.Pages, "/conversations", params).data.payload
            found += [one for one in map(self._waiting, listed) if one]
            if not listed:
                break
        return tuple(found)

    def _write(self, conversation_id: str, text: str, key: str, private: bool) -> str:
        body = {
            "content": text,
            "message_type": "outgoing",
            "private": private,
            "content_type": "text",
            "content_attributes": {KEY_FIELD: key},
        }
        return self._api.send(wire.New, "POST", f"/conversations/{in_path(conversation_id)}/messages", body).id

    def _inbound(self, told: wire.Created, delivery_id: str | None) -> Inbound:
        author = self._author(told.message_type, told.sender)
        text = told.content or ""
        return Inbound(
            delivery_id=delivery_id,
            conversation_id=told.conversation.id,
            message_id=told.id,
            occurred_at=told.created_at,
            author=author,
            author_id=told.sender.id if told.sender else None,
            text=without_quoted(text) if told.conversation.channel == "Channel::Email" else text,
            attachments=tuple(_attachment(file) for file in told.attachments or ()),
            customer_id=told.conversation.customer_id if author == "customer" else None,
            bot_in_control=told.conversation.is_ours,
            channel=told.conversation.channel or "",
            automatic=_is_automatic(told.content_attributes),
        )

    def _waiting(self, told: wire.Conversation) -> Inbound | None:
        last = told.last_non_activity_message
        if not told.is_ours or last is None or last.private or _WORDS.get(last.message_type) != "incoming":
            return None
        return Inbound(
            conversation_id=told.id,
            message_id=last.id,
            occurred_at=last.created_at,
            author="customer",
            author_id=last.sender.id if last.sender else None,
            text=last.content or "",
            customer_id=told.customer_id,
            bot_in_control=True,
            channel=told.channel or "",
            automatic=_is_automatic(last.content_attributes),
        )

    def _author(self, kind: str, sender: wire.Sender | None) -> AuthorKind:
        if kind == "incoming":
            return "customer"
        if kind != "outgoing":
            return "system"
        if sender is None or sender.type in ("agent_bot", "captain_assistant"):
            return "bot"
        return "bot" if sender.id == self.settings.bot_user_id else "agent"

    def _line(self, told: wire.Message) -> Line:
        author = self._author(_WORDS.get(told.message_type, "activity"), told.sender)
        text = told.content or ""
        key = (told.content_attributes or {}).get(KEY_FIELD)
        fallback = text_key(text) if author == "bot" else None
        return Line(
            message_id=told.id,
            author="bot" if isinstance(key, str) and author == "agent" else author,
            at=told.created_at,
            text=text,
            private=bool(told.private),
            key=key if isinstance(key, str) and author != "customer" else fallback,
        )

    @cached_property
    def _api(self) -> Caller:
        settings = self.settings
        headers = {"api_access_token": settings.token.get_secret_value()}
        url = f"{settings.url}/api/v1/accounts/{settings.account_id}"
        return Caller(self.name, url, headers, self.clock, settings.connect_s, settings.read_s)


_WORDS = {0: "incoming", 1: "outgoing", 2: "activity", 3: "template"}


def _attachment(file: wire.File) -> Attachment:
    """The name is the last part of the address; the address itself may hold a key and is left out."""
    try:
        name = unquote(urlsplit(file.data_url or "").path.rpartition("/")[2])
    except ValueError:
        name = ""
    return Attachment(id=file.id, name=name, content_type=file.file_type or "", size=file.file_size)


def _is_automatic(attributes: dict[str, Any] | None) -> bool:
    email = (attributes or {}).get("email")
    return isinstance(email, dict) and email.get("auto_reply") is True
