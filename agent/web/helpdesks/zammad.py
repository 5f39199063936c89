"""Zammad: a trigger that calls a webhook, limited to articles of customers and to the bot's group.

The signature is hex of HMAC-SHA1 over the body, set only where the webhook has a token and the body is not empty: a request
without one is refused. A retry shows the ticket as it is by then. Never answer it with a redirect: Zammad repeats the request
as a GET, with the body in the address. Bodies are HTML, and what is sent is escaped. A ticket is ours while it is in the bot's
group and nobody else owns it. A sender's address proves nobody, so no delivery names a customer; Zammad keeps no key, so
our articles are found by their text.

The fields are those of the code (`app/jobs/trigger_webhook_job.rb`). Not checked against the vendor's page: the calls that read and
write tickets, `Token token=`, and `is-auto-response` in an article's preferences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from pydantic import Field

from agent.types import HandoffReason
from agent.web.envelope import Attachment, AuthorKind, Conversation, Delivery, Inbound, Line
from agent.web.errors import SignatureError, TextError
from agent.web.helpdesks import zammad_payloads as wire
from agent.web.helpdesks.calling import Caller, in_path
from agent.web.helpdesks.helpdesk_settings import Address, HelpdeskSection, Secrets, Token
from agent.web.helpdesks.marking import text_key
from agent.web.helpdesks.payloads import read_payload
from agent.web.helpdesks.plain_text import as_html
from agent.web.helpdesks.signing import Clock, header, require_hash
from agent.web.helpdesks.waiting import all_waiting

NOBODY = ("", "1", None)
"""Owner of a ticket that nobody has: Zammad's user 1 stands for no one."""
OVER = ("closed", "merged", "removed")


class ZammadSettings(HelpdeskSection):
    """A Zammad installation."""

    kind: Literal["zammad"]
    url: Address
    token: Token
    """An access token of the bot's user."""
    secrets: Secrets
    """The token of the webhook, which signs."""
    bot_user_id: str
    bot_group: str = Field(min_length=1, pattern=r'^[^"\\]+$')
    """The group whose tickets are ours."""
    handoff_group: str = Field(min_length=1)
    """The group that takes over."""
    handoff_state: str = "open"
    reply_type: Literal["email", "web", "chat", "note"] = "web"
    """What an answer is sent as; `email` goes to the sender of the last article of the customer."""


@dataclass(frozen=True)
class Zammad:
    """The adapter of Zammad."""

    name: str
    settings: ZammadSettings
    clock: Clock

    def verify(self, delivery: Delivery) -> None:
        """No time is signed, so a repetition is told by its ids alone."""
        given = header(delivery, "x-hub-signature")
        if not given.startswith("sha1="):
            raise SignatureError("The header x-hub-signature is none of `sha1=…`.")
        require_hash(delivery.body, given.removeprefix("sha1="), self.settings.secrets, digest="sha1")

    def parse(self, delivery: Delivery) -> Sequence[Inbound]:
        """The article that set the trigger off; none where it is internal."""
        told = read_payload(wire.Triggered, delivery.body, self.name)
        article, ticket = told.article, told.ticket
        if article.internal:
            return ()
        message = Inbound(
            delivery_id=delivery.headers.get("x-zammad-delivery"),
            conversation_id=ticket.id,
            message_id=article.id,
            occurred_at=article.created_at or ticket.updated_at or self.clock(),
            author=self._author(article),
            author_id=article.created_by_id,
            text=article.text(),
            attachments=tuple(_attachment(file) for file in article.attachments or ()),
            bot_in_control=self._is_ours(ticket),
            channel=article.type or "",
            automatic=(article.preferences or {}).get("is-auto-response") is True,
        )
        return (message,)

    def read(self, conversation_id: str) -> Conversation:
        """The ticket with all of its articles."""
        ticket = self._api.get(wire.Ticket, f"/tickets/{in_path(conversation_id)}", {"expand": "true"})
        lines = (self._line(article) for article in self._articles(conversation_id))
        return Conversation(
            conversation_id=conversation_id,
            bot_in_control=self._is_ours(ticket),
            lines=tuple(sorted(lines, key=lambda line: line.at)),
        )

    def reply(self, conversation_id: str, text: str, key: str) -> str:
        """Add an article that the customer gets."""
        to = {"to": self._customer_of(conversation_id)} if self.settings.reply_type == "email" else {}
        return self._add(conversation_id, text, {"type": self.settings.reply_type, "internal": False, **to})

    def note(self, conversation_id: str, text: str, key: str) -> str:
        """Add an internal article."""
        return self._add(conversation_id, text, {"type": "note", "internal": True})

    def hand_off(self, conversation_id: str, reason: HandoffReason) -> None:
        """Put the ticket, open and owned by nobody, into the group that takes over."""
        changes = {"group": self.settings.handoff_group, "owner_id": 1, "state": self.settings.handoff_state}
        self._api.send(wire.Done, "PUT", f"/tickets/{in_path(conversation_id)}", changes)

    def give_back(self, conversation_id: str) -> None:
        """Put the ticket, owned by nobody, into the bot's group; its state stays, and a customer's next article opens it."""
        changes = {"group": self.settings.bot_group, "owner_id": 1}
        self._api.send(wire.Done, "PUT", f"/tickets/{in_path(conversation_id)}", changes)

    def waiting(self) -> Sequence[Inbound]:
        """Tickets of the bot's group that are not closed, where the last article is the customer's."""
        query = f'group.name:"{self.settings.bot_group}" AND NOT state.name:closed'
        found = self._api.get(wire.Listed, "/tickets/search", {"query": query, "limit": "100"}).tickets
        return all_waiting(found, self.read)

    def _articles(self, conversation_id: str) -> tuple[wire.Article, ...]:
        path = f"/ticket_articles/by_ticket/{in_path(conversation_id)}"
        return self._api.get_list(wire.Article, path)

    def _customer_of(self, conversation_id: str) -> str:
        told = [one for one in self._articles(conversation_id) if one.sender == "Customer" and not one.internal]
        to = (told[-1].reply_to or told[-1].from_) if told else None
        if not to:
            raise TextError(
                f"{self.name} names no address in the ticket: wanted zammad's reply_type web, chat or note."
            )
        return to

    def _add(self, conversation_id: str, text: str, how: dict[str, Any]) -> str:
        in_path(conversation_id)
        body = {"ticket_id": conversation_id, "body": as_html(text), "content_type": "text/html", **how}
        return self._api.send(wire.Id, "POST", "/ticket_articles", body).id

    def _author(self, article: wire.Article) -> AuthorKind:
        if article.sender == "Customer":
            return "customer"
        if article.created_by_id == self.settings.bot_user_id:
            return "bot"
        return "agent" if article.sender == "Agent" else "system"

    def _is_ours(self, ticket: wire.Ticket) -> bool | None:
        group = _name_of(ticket.group)
        if group is None:
            return None
        free = ticket.owner_id in (*NOBODY, self.settings.bot_user_id)
        return group == self.settings.bot_group and free and (_name_of(ticket.state) or "") not in OVER

    def _line(self, told: wire.Article) -> Line:
        author = self._author(told)
        text = told.text(quoted=author != "customer")
        return Line(
            message_id=told.id,
            author=author,
            at=told.created_at or self.clock(),
            text=text,
            private=bool(told.internal),
            key=text_key(text) if author == "bot" else None,
        )

    @cached_property
    def _api(self) -> Caller:
        settings = self.settings
        headers = {"Authorization": f"Token token={settings.token.get_secret_value()}"}
        return Caller(self.name, f"{settings.url}/api/v1", headers, self.clock, settings.connect_s, settings.read_s)


def _name_of(told: str | wire.Named | None) -> str | None:
    return told.name if isinstance(told, wire.Named) else told


def _attachment(file: wire.File) -> Attachment:
    kind = (file.preferences or {}).get("Content-Type")
    size = int(file.size) if file.size and file.size.isascii() and file.size.isdigit() else None
    return Attachment(id=file.id, name=file.filename, content_type=kind if isinstance(kind, str) else "", size=size)
