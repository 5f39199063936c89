"""Zendesk messaging, which is Sunshine Conversations v2.

Nothing is signed: every request has the webhook's secret in `X-API-Key`. One request may hold several events, each with an id of
its own; `conversation:message` comes for every author. A conversation is ours while the switchboard says so; where there is no
switchboard, it always is. Control is passed once: a handoff looks first, so that `next` is never passed on twice.

A customer is known by `externalId` where the user has authenticated; the event says so only with `includeFullUser` or for users
that Zendesk knows. The key is kept in `metadata`. There is no list of all conversations, so `waiting` finds nothing.

Fields are those of the vendor's generated client (https://github.com/zendesk/sunshine-conversations-javascript). Not checked against
the vendor's page: that `X-API-Key` is the secret itself, and the order in which messages are listed.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from agent.types import HandoffReason
from agent.web.envelope import Attachment, AuthorKind, Conversation, Delivery, Inbound, Line
from agent.web.errors import PayloadError, UnknownError
from agent.web.helpdesks import sunshine_payloads as wire
from agent.web.helpdesks.calling import Caller, in_path
from agent.web.helpdesks.helpdesk_settings import Address, HelpdeskSection, Secrets, Token
from agent.web.helpdesks.marking import KEY_FIELD
from agent.web.helpdesks.payloads import read_payload
from agent.web.helpdesks.signing import Clock, header, require_secret


class SunshineSettings(HelpdeskSection):
    """An app of Sunshine Conversations."""

    kind: Literal["sunshine"]
    url: Address
    """`https://{subdomain}.zendesk.com/sc`."""
    app_id: str
    key_id: str
    """Of the API key."""
    token: Token
    """The secret of the API key."""
    secrets: Secrets
    """Of the webhook."""
    integration: str
    """Id or name of our integration in the switchboard."""
    handoff_to: str = "zd-agentWorkspace"
    """Whom control is passed to: an integration's id or name, or `next`."""
    as_ai: bool = False
    """Whether replies are marked as written by a machine; then the vendor adds a notice for the customer."""


@dataclass(frozen=True)
class Sunshine:
    """The adapter of Sunshine Conversations."""

    name: str
    settings: SunshineSettings
    clock: Clock

    def verify(self, delivery: Delivery) -> None:
        """The shared secret, as it is."""
        require_secret(header(delivery, "x-api-key"), self.settings.secrets)

    def parse(self, delivery: Delivery) -> Sequence[Inbound]:
        """The messages of all events that can be read; others are passed over."""
        events = read_payload(wire.Events, delivery.body, self.name).events
        told = [_checked(one, self.name) for one in events if one.type == "conversation:message"]
        readable = [one for one in told if isinstance(one, wire.MessageEvent)]
        if told and not readable:
            raise next(one for one in told if isinstance(one, PayloadError))
        return tuple(map(self._inbound, readable))

    def read(self, conversation_id: str) -> Conversation:
        """The latest 100 messages and who has control."""
        path = f"/conversations/{in_path(conversation_id)}"
        told = self._api.get(wire.ConversationAnswer, path).conversation
        messages = self._api.get(wire.Messages, f"{path}/messages", {"page[size]": "100"}).messages
        return Conversation(
            conversation_id=conversation_id,
            bot_in_control=self._is_ours(told),
            lines=tuple(sorted(map(self._line, messages), key=lambda line: line.at)),
        )

    def reply(self, conversation_id: str, text: str, key: str) -> str:
        """Send plain text, with the key in its metadata."""
        author = {"type": "business", **({"subtypes": ["AI"]} if self.settings.as_ai else {})}
        body = {"author": author, "content": {"type": "text", "text": text}, "metadata": {KEY_FIELD: key}}
        path = f"/conversations/{in_path(conversation_id)}/messages"
        sent = self._api.send(wire.SentAnswer, "POST", path, body).messages
        if not sent:
            raise UnknownError(f"{self.name} took a message and named no id of it.")
        return sent[0].id

    def note(self, conversation_id: str, text: str, key: str) -> str:
        """There are no notes in messaging: the text waits in the conversation's own metadata for the desk that takes over."""
        kept = text[:_MOST_NOTE]
        path = f"/conversations/{in_path(conversation_id)}"
        self._api.send(wire.Done, "PATCH", path, {"metadata": {"support_note": kept, "support_note_key": key}})
        return key

    def hand_off(self, conversation_id: str, reason: HandoffReason) -> None:
        """Pass control, unless somebody else has it already."""
        path = f"/conversations/{in_path(conversation_id)}"
        told = self._api.get(wire.ConversationAnswer, path).conversation
        if told.activeSwitchboardIntegration is None or self._is_ours(told):
            body = {"switchboardIntegration": self.settings.handoff_to, "metadata": {"reason": reason}}
            self._api.send(wire.Done, "POST", f"{path}/passControl", body)

    def give_back(self, conversation_id: str) -> None:
        """Pass control to our integration, unless it has it or there is no switchboard."""
        path = f"/conversations/{in_path(conversation_id)}"
        if not self._is_ours(self._api.get(wire.ConversationAnswer, path).conversation):
            body = {"switchboardIntegration": self.settings.integration}
            self._api.send(wire.Done, "POST", f"{path}/passControl", body)

    def waiting(self) -> Sequence[Inbound]:
        """Nothing: the API lists the conversations of one user only."""
        return ()

    def _inbound(self, event: wire.MessageEvent) -> Inbound:
        message, author = event.payload.message, self._author(event.payload.message)
        return Inbound(
            delivery_id=event.id,
            conversation_id=event.payload.conversation.id,
            message_id=message.id,
            occurred_at=message.received,
            author=author,
            author_id=message.author.userId,
            text=message.content.text or "",
            attachments=_attachments(message.content),
            customer_id=_proved(message.author) if author == "customer" else None,
            bot_in_control=self._is_ours(event.payload.conversation),
            channel=(message.source.type or "") if message.source else "",
        )

    def _is_ours(self, told: wire.Conversation) -> bool:
        active = told.activeSwitchboardIntegration
        return active is None or self.settings.integration in (active.id, active.name)

    def _author(self, message: wire.Message) -> AuthorKind:
        if message.author.type == "user":
            return "customer"
        if KEY_FIELD in (message.metadata or {}) or "AI" in (message.author.subtypes or ()):
            return "bot"
        return "agent"

    def _line(self, told: wire.Message) -> Line:
        author, key = self._author(told), (told.metadata or {}).get(KEY_FIELD)
        return Line(
            message_id=told.id,
            author=author,
            at=told.received,
            text=told.content.text or "",
            key=key if isinstance(key, str) and author == "bot" else None,
        )

    @cached_property
    def _api(self) -> Caller:
        settings = self.settings
        basic = base64.b64encode(f"{settings.key_id}:{settings.token.get_secret_value()}".encode()).decode()
        url = f"{settings.url}/v2/apps/{in_path(settings.app_id)}"
        headers = {"Authorization": f"Basic {basic}"}
        return Caller(self.name, url, headers, self.clock, settings.connect_s, settings.read_s)


_MOST_NOTE = 900
"""Characters: the metadata of a conversation are 4 KB in all."""


def _checked(event: wire.Event, name: str) -> wire.MessageEvent | PayloadError:
    """One event; what is wrong with it is returned, since the others of the request are not to be lost with it."""
    try:
        return read_payload(wire.MessageEvent, event.model_dump_json().encode(), name)
    except PayloadError as error:
        return error


def _attachments(content: wire.Content) -> tuple[Attachment, ...]:
    if content.mediaUrl is None:
        return ()
    name = content.altText or content.type
    return (Attachment(name=name, content_type=content.mediaType or "", size=content.mediaSize),)


def _proved(author: wire.Author) -> str | None:
    user = author.user
    return (user.externalId or None) if user is not None and user.authenticated is True else None
