"""Freshdesk: a rule of automation that calls a webhook.

Nothing is signed and nothing is fixed, so the rule sends a secret, in a header of its own or as the password of basic
authentication, and little else. What it says of a message is not believed: it may be a day late, and names neither the message nor its
author. Only the ticket is taken from it, and everything else is read from Freshdesk. The body is

    {"freshdesk_webhook": {"ticket_id": …, …}} or {"ticket_id": …, …}

and where placeholders have spoilt the JSON, the address may say `?ticket_id={{ticket.id}}`. There is no id of a delivery, so one is
made of the ticket and the body: send `{{ticket.updated_at}}` or the like in it, so that two messages differ.

A ticket is ours while nobody else has it, it is not in the group that takes over, and it is not resolved. Exclude the bot's agent in the
rule, for its replies set the rule off again. Bodies are HTML, and what is sent is escaped. Nobody is known by an address, so no delivery
names a customer; Freshdesk keeps no key, so our messages are found by their text.

Not checked against the vendor's page: all calls, and the retries after 5, 30 and 60 minutes.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pydantic import Field

from agent.types import HandoffReason
from agent.web.envelope import AuthorKind, Conversation, Delivery, Inbound, Line
from agent.web.errors import PayloadError, SignatureError
from agent.web.helpdesks import freshdesk_payloads as wire
from agent.web.helpdesks.calling import Caller, in_path
from agent.web.helpdesks.contract import UNREAD
from agent.web.helpdesks.helpdesk_settings import Address, HelpdeskSection, Secrets, Token
from agent.web.helpdesks.marking import text_key
from agent.web.helpdesks.payloads import read_payload
from agent.web.helpdesks.plain_text import as_html, plain_text
from agent.web.helpdesks.signing import Clock, header, require_secret
from agent.web.helpdesks.waiting import all_waiting

_TICKET = re.compile(r"[0-9]{1,20}", re.ASCII)
OPEN, RESOLVED, CLOSED = 2, 4, 5
MOST_PAGES = 5
"""Of a ticket's conversations, of 100 each."""


class FreshdeskSettings(HelpdeskSection):
    """A Freshdesk account."""

    kind: Literal["freshdesk"]
    url: Address
    """`https://{domain}.freshdesk.com`."""
    token: Token
    """The API key of the bot's agent."""
    secrets: Secrets
    """What the rule sends."""
    secret_header: str = Field(default="x-support-secret", pattern=r"^[a-z0-9-]+$")
    bot_agent_id: str
    handoff_group_id: int
    """The group that takes over."""
    bot_group_id: int | None = None
    """The group of tickets that are ours, for those that are given back; no group where None."""


@dataclass(frozen=True)
class Freshdesk:
    """The adapter of Freshdesk."""

    name: str
    settings: FreshdeskSettings
    clock: Clock

    def verify(self, delivery: Delivery) -> None:
        """The shared secret, in its header or as a password."""
        if self.settings.secret_header in delivery.headers:
            return require_secret(delivery.headers[self.settings.secret_header], self.settings.secrets)
        return require_secret(_password(header(delivery, "authorization")), self.settings.secrets)

    def parse(self, delivery: Delivery) -> Sequence[Inbound]:
        """A message of which only the ticket is known."""
        ticket_id = self._ticket_id(delivery)
        # A rule sends the same bytes for every message of a ticket: only the time tells them apart. A delivery that is sent
        # again finds nothing that waits for an answer.
        words = f"{ticket_id}\n{self.clock().isoformat(timespec='seconds')}\n".encode() + delivery.body
        mark = hashlib.sha256(words).hexdigest()[:32]
        message = Inbound(
            delivery_id=mark,
            conversation_id=ticket_id,
            message_id=UNREAD + mark,
            occurred_at=self.clock(),
            author="customer",
        )
        return (message,)

    def read(self, conversation_id: str) -> Conversation:
        """The ticket with its description, which is the first message, and its conversations."""
        path = f"/tickets/{in_path(conversation_id)}"
        ticket = self._api.get(wire.Ticket, path)
        first = wire.Said(
            id=f"ticket-{ticket.id}",
            body=ticket.description,
            incoming=True,
            user_id=ticket.requester_id,
            created_at=ticket.created_at,
        )
        lines = [self._line(one) for one in (first, *self._conversations(path))]
        return Conversation(
            conversation_id=conversation_id,
            bot_in_control=self._is_ours(ticket),
            lines=tuple(sorted(lines, key=lambda line: line.at)),
        )

    def reply(self, conversation_id: str, text: str, key: str) -> str:
        """Answer the customer."""
        path = f"/tickets/{in_path(conversation_id)}/reply"
        return self._api.send(wire.Id, "POST", path, {"body": as_html(text)}).id

    def note(self, conversation_id: str, text: str, key: str) -> str:
        """Leave a private note."""
        path = f"/tickets/{in_path(conversation_id)}/notes"
        return self._api.send(wire.Id, "POST", path, {"body": as_html(text), "private": True}).id

    def hand_off(self, conversation_id: str, reason: HandoffReason) -> None:
        """Open the ticket in the group that takes over, with nobody's name on it."""
        changes = {"status": OPEN, "group_id": self.settings.handoff_group_id, "responder_id": None}
        self._api.send(wire.Done, "PUT", f"/tickets/{in_path(conversation_id)}", changes)

    def give_back(self, conversation_id: str) -> None:
        """Take the handoff's group, and any name, off the ticket; its status stays, and a customer's reply opens it."""
        changes = {"group_id": self.settings.bot_group_id, "responder_id": None}
        self._api.send(wire.Done, "PUT", f"/tickets/{in_path(conversation_id)}", changes)

    def waiting(self) -> Sequence[Inbound]:
        """Open tickets where the last message is the customer's."""
        found = self._api.get(wire.Search, "/search/tickets", {"query": f'"status:{OPEN}"'}).results
        return all_waiting((one.id for one in found), self.read)

    def _ticket_id(self, delivery: Delivery) -> str:
        try:
            ticket_id = _told(delivery.body, self.name).ticket_id
        except PayloadError:
            ticket_id = delivery.query.get("ticket_id", "")
        if not _TICKET.fullmatch(ticket_id):
            raise PayloadError(
                f"A delivery of {self.name} names no ticket: wanted ticket_id in its JSON or its address."
            )
        return ticket_id

    def _conversations(self, path: str) -> list[wire.Said]:
        found: list[wire.Said] = []
        for page in range(1, MOST_PAGES + 1):
            params = {"per_page": "100", "page": str(page)}
            told = self._api.get_list(wire.Said, f"{path}/conversations", params)
            found += told
            if len(told) < 100:
                break
        return found

    def _author(self, told: wire.Said) -> AuthorKind:
        if told.user_id == self.settings.bot_agent_id:
            return "bot"
        return "customer" if told.incoming else "agent"

    def _is_ours(self, ticket: wire.Ticket) -> bool:
        return (
            ticket.responder_id in (None, "", self.settings.bot_agent_id)
            and ticket.group_id != str(self.settings.handoff_group_id)
            and ticket.status not in (RESOLVED, CLOSED)
        )

    def _line(self, told: wire.Said) -> Line:
        author = self._author(told)
        text = plain_text(told.body or "", quoted=author != "customer")
        return Line(
            message_id=told.id,
            author=author,
            at=told.created_at,
            text=text,
            private=bool(told.private),
            key=text_key(text) if author == "bot" else None,
        )

    @cached_property
    def _api(self) -> Caller:
        settings = self.settings
        basic = base64.b64encode(f"{settings.token.get_secret_value()}:X".encode()).decode()
        headers = {"Authorization": f"Basic {basic}"}
        return Caller(self.name, f"{settings.url}/api/v2", headers, self.clock, settings.connect_s, settings.read_s)


def _told(body: bytes, name: str) -> wire.Fields:
    try:
        return read_payload(wire.Wrapped, body, name).freshdesk_webhook
    except PayloadError:
        return read_payload(wire.Fields, body, name)


def _password(given: str) -> str:
    """The password of basic authentication (RFC 7617); the user is not looked at."""
    scheme, _, encoded = given.partition(" ")
    try:
        if scheme.lower() != "basic":
            raise SignatureError("The header authorization is none of `Basic …`.")
        return base64.b64decode(encoded.strip(), validate=True).decode().partition(":")[2]
    except (ValueError, binascii.Error):
        raise SignatureError("The header authorization cannot be read.") from None
