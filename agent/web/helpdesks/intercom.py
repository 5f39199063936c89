"""Intercom: notifications of an app, and its REST API at a pinned version.

The signature is hex of HMAC-SHA1 over the body with the app's client secret. Of the topics, `conversation.user.created` (the text is
in `source`) and `conversation.user.replied` (the last part) are read, and nothing else: a notification repeats earlier parts, and a
bot that does not look at the topic talks to itself. `ping` is answered like any other that tells of no message.

Bodies are HTML or plain by version, so markup is taken out either way, and what is sent is escaped. A conversation is ours while it
is open, with no admin but ours assigned and not with the team that takes over. A user's `external_id` counts only where the workspace enforces identity verification,
which `identity_enforced` says. Intercom keeps no key, so our parts are found by their text. To a conversation by e-mail, the reply
of a bot is stored and not sent unless the workspace says so.

Not checked against the vendor's page: how often a notification is repeated, the search of conversations, and that a team is taken
off like an admin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from pydantic import Field

from agent.types import HandoffReason
from agent.web.envelope import Attachment, AuthorKind, Conversation, Delivery, Inbound, Line
from agent.web.errors import SignatureError, UnknownError
from agent.web.helpdesks import intercom_payloads as wire
from agent.web.helpdesks.calling import Caller, in_path
from agent.web.helpdesks.helpdesk_settings import Address, HelpdeskSection, Secrets, Token
from agent.web.helpdesks.marking import text_key
from agent.web.helpdesks.payloads import read_payload
from agent.web.helpdesks.plain_text import as_html, plain_text
from agent.web.helpdesks.signing import Clock, header, require_hash
from agent.web.helpdesks.waiting import all_waiting

CREATED, REPLIED = "conversation.user.created", "conversation.user.replied"
CUSTOMERS = ("user", "lead", "contact")
NOBODY = "0"
"""Assigned to this, a conversation is with no one."""


class IntercomSettings(HelpdeskSection):
    """An Intercom workspace."""

    kind: Literal["intercom"]
    url: Address = "https://api.intercom.io"
    version: str = Field(default="2.15", pattern=r"^[0-9]+\.[0-9]+$")
    """Sent as `Intercom-Version`."""
    token: Token
    secrets: Secrets
    """The client secret of the app."""
    admin_id: str
    """Whom our parts are written by."""
    handoff_to: Literal["admin", "team"] = "team"
    handoff_id: str
    """The admin or the team that takes over."""
    identity_enforced: bool = False
    """Whether the workspace refuses users whose identity the shop's own site has not proved."""


@dataclass(frozen=True)
class Intercom:
    """The adapter of Intercom."""

    name: str
    settings: IntercomSettings
    clock: Clock

    def verify(self, delivery: Delivery) -> None:
        """No time is signed, so a repetition is told by its ids alone."""
        given = header(delivery, "x-hub-signature")
        if not given.startswith("sha1="):
            raise SignatureError("The header x-hub-signature is none of `sha1=…`.")
        require_hash(delivery.body, given.removeprefix("sha1="), self.settings.secrets, digest="sha1")

    def parse(self, delivery: Delivery) -> Sequence[Inbound]:
        """What a user wrote, of the two topics that tell of it."""
        if read_payload(wire.Topic, delivery.body, self.name).topic not in (CREATED, REPLIED):
            return ()
        told = read_payload(wire.Notification, delivery.body, self.name)
        item, parts = told.data.item, told.data.item.conversation_parts.conversation_parts
        if told.topic == CREATED and item.source is not None:
            at = item.created_at or told.created_at or self.clock()
            source = item.source
            return (self._inbound(told, source.id, source.author, source.body, at, source.attachments or ()),)
        if told.topic == REPLIED and parts:
            part = parts[-1]
            return (self._inbound(told, part.id, part.author, part.body, part.created_at, part.attachments or ()),)
        return ()

    def read(self, conversation_id: str) -> Conversation:
        """The conversation with its parts, of which Intercom gives the latest 500."""
        item = self._api.get(wire.Item, f"/conversations/{in_path(conversation_id)}")
        lines = [self._line(part) for part in item.conversation_parts.conversation_parts if _is_said(part)]
        if item.source is not None:
            at = item.created_at or min((line.at for line in lines), default=self.clock())
            first = wire.Part(id=item.source.id, author=item.source.author, body=item.source.body, created_at=at)
            lines.insert(0, self._line(first))
        return Conversation(
            conversation_id=conversation_id,
            bot_in_control=self._is_ours(item),
            lines=tuple(sorted(lines, key=lambda line: line.at)),
        )

    def reply(self, conversation_id: str, text: str, key: str) -> str:
        """Write a comment as our admin."""
        return self._write(conversation_id, text, "comment")

    def note(self, conversation_id: str, text: str, key: str) -> str:
        """Write a note as our admin."""
        return self._write(conversation_id, text, "note")

    def hand_off(self, conversation_id: str, reason: HandoffReason) -> None:
        """Assign the conversation to whoever takes over."""
        self._assign(conversation_id, self.settings.handoff_to, self.settings.handoff_id)

    def give_back(self, conversation_id: str) -> None:
        """Take the team of the handoff off, and then assign our admin in the place of any other."""
        if self.settings.handoff_to == "team":
            self._assign(conversation_id, "team", NOBODY)
        self._assign(conversation_id, "admin", self.settings.admin_id)

    def waiting(self) -> Sequence[Inbound]:
        """Open conversations, the latest first, that are ours and whose last part is the customer's."""
        query = {"field": "state", "operator": "=", "value": "open"}
        body = {"query": query, "sort": {"field": "updated_at", "order": "descending"}, "pagination": {"per_page": 50}}
        found = self._api.send(wire.Search, "POST", "/conversations/search", body).conversations
        return all_waiting((one.id for one in found), self.read)

    def _assign(self, conversation_id: str, kind: Literal["admin", "team"], assignee_id: str) -> None:
        body = {
            "message_type": "assignment",
            "type": kind,
            "admin_id": self.settings.admin_id,
            "assignee_id": assignee_id,
        }
        self._api.send(wire.Done, "POST", f"/conversations/{in_path(conversation_id)}/parts", body)

    def _write(self, conversation_id: str, text: str, kind: str) -> str:
        """The answer is the conversation; ours is its last part by us of the same text."""
        body = {"message_type": kind, "type": "admin", "admin_id": self.settings.admin_id, "body": as_html(text)}
        item = self._api.send(wire.Item, "POST", f"/conversations/{in_path(conversation_id)}/reply", body)
        wanted = text_key(text)
        lines = (self._line(part) for part in reversed(item.conversation_parts.conversation_parts))
        ours = next((line for line in lines if line.key == wanted), None)
        if ours is None:
            raise UnknownError(f"{self.name} took a {kind} and does not show it in its answer.")
        return ours.message_id

    def _inbound(
        self,
        told: wire.Notification,
        message_id: str,
        author: wire.Author,
        body: str | None,
        at: datetime,
        files: Sequence[wire.File],
    ) -> Inbound:
        item, kind = told.data.item, self._author(author)
        return Inbound(
            delivery_id=told.id,
            conversation_id=item.id,
            message_id=message_id,
            occurred_at=at,
            author=kind,
            author_id=author.id,
            text=plain_text(body or ""),
            attachments=tuple(_attachment(file) for file in files),
            customer_id=self._customer_id(author, item) if kind == "customer" else None,
            bot_in_control=self._is_ours(item),
            channel=(item.source.type or "") if item.source else "",
        )

    def _customer_id(self, author: wire.Author, item: wire.Item) -> str | None:
        """A user's id in the shop, never a lead's, and only where it cannot be made up."""
        if not self.settings.identity_enforced or author.type != "user":
            return None
        contacts = item.contacts.contacts if item.contacts else ()
        known = next((one.external_id for one in contacts if one.id is not None and one.id == author.id), None)
        return author.external_id or known or None

    def _author(self, author: wire.Author) -> AuthorKind:
        if author.type in CUSTOMERS:
            return "customer"
        if author.type == "bot" or (author.type == "admin" and author.id == self.settings.admin_id):
            return "bot"
        return "agent" if author.type in ("admin", "team") else "system"

    def _is_ours(self, item: wire.Item) -> bool:
        free = item.admin_assignee_id in (None, "", "0", self.settings.admin_id)
        handed = self.settings.handoff_to == "team" and item.team_assignee_id == self.settings.handoff_id
        return free and not handed and item.state in (None, "open")

    def _line(self, told: wire.Part) -> Line:
        author = self._author(told.author)
        text = plain_text(told.body or "", quoted=author != "customer")
        return Line(
            message_id=told.id,
            author=author,
            at=told.created_at,
            text=text,
            private=told.part_type == "note",
            key=text_key(text) if author == "bot" else None,
        )

    @cached_property
    def _api(self) -> Caller:
        settings = self.settings
        headers: dict[str, Any] = {
            "Authorization": f"Bearer {settings.token.get_secret_value()}",
            "Intercom-Version": settings.version,
        }
        return Caller(self.name, settings.url, headers, self.clock, settings.connect_s, settings.read_s)


def _is_said(part: wire.Part) -> bool:
    """Whether a part is somebody's words; others tell of assignments and states."""
    return part.part_type in ("comment", "note", "open") and (bool(part.body) or bool(part.attachments))


def _attachment(file: wire.File) -> Attachment:
    return Attachment(name=file.name or "", content_type=file.content_type or "", size=file.filesize)
