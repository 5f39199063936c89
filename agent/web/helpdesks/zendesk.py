"""Zendesk Support: tickets, told by event webhooks or by those of a trigger.

Both are signed: base64 of HMAC-SHA256 over the time and the body (https://developer.zendesk.com/documentation/webhooks/verifying/).
Of events, `zen:event-type:ticket.comment_added` is read; what opens a ticket without one is found by `waiting`. A trigger sends

    {"ticket_id": "{{ticket.id}}", "comment": "{{ticket.latest_public_comment}}", "author_role": "end-user" or "agent",
     "comment_id"?, "author_id"?, "updated_at"?}

to an address that ends in `?ticket_id={{ticket.id}}`: a comment with quotes or line breaks spoils the JSON that it is pasted into.
Then the ticket is all that is known, and its text is read from Zendesk.

A ticket is ours until it has the handoff's group or tag, somebody else's name, or is solved. Nobody is known by an e-mail
address, so no delivery names a customer. The key is kept in the metadata of the update, else the comment is found by its text.

Not checked against the vendor's page: the shape within `event.comment`, `additional_tags`, `safe_update`, and metadata of comments.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from pydantic import Field

from agent.types import HandoffReason
from agent.web.envelope import Attachment, AuthorKind, Conversation, Delivery, Inbound, Line
from agent.web.errors import PayloadError
from agent.web.helpdesks.calling import Caller, in_path
from agent.web.helpdesks.contract import UNREAD
from agent.web.helpdesks.helpdesk_settings import Address, HelpdeskSection, Secrets, Token
from agent.web.helpdesks.marking import KEY_FIELD, text_key
from agent.web.helpdesks.payloads import read_payload
from agent.web.helpdesks.plain_text import without_quoted
from agent.web.helpdesks.signing import Clock, header, iso_seconds, require_fresh, require_hash
from agent.web.helpdesks.waiting import all_waiting
from agent.web.helpdesks.zendesk_payloads import (
    Comment,
    CommentAdded,
    Comments,
    Detail,
    Event,
    File,
    Search,
    Ticket,
    TicketAnswer,
    TicketEvent,
    Triggered,
    Updated,
)

COMMENT_ADDED = "zen:event-type:ticket.comment_added"
_TICKET = re.compile(r"[0-9]{1,20}", re.ASCII)


class ZendeskSettings(HelpdeskSection):
    """A Zendesk account."""

    kind: Literal["zendesk"]
    url: Address
    """`https://{subdomain}.zendesk.com`."""
    secrets: Secrets
    """Of the webhook, as Zendesk shows them."""
    token: Token
    """An API token with `user`, else an OAuth token."""
    user: str | None = None
    """E-mail address of the agent whose API token it is; None for OAuth."""
    bot_user_id: str = Field(pattern=r"^[0-9]{1,20}$")
    """The agent whom our comments are written by."""
    handoff_group_id: int
    """The group that takes over."""
    handoff_tag: str = Field(default="handed-over", pattern=r"^[a-z0-9_-]+$")
    bot_group_id: int | None = None
    """The group of tickets that are ours, for those that are given back; no group where None."""


@dataclass(frozen=True)
class Zendesk:
    """The adapter of Zendesk Support."""

    name: str
    settings: ZendeskSettings
    clock: Clock

    def verify(self, delivery: Delivery) -> None:
        """A request without a body is signed over its time alone."""
        given = header(delivery, "x-zendesk-webhook-signature")
        stamp = header(delivery, "x-zendesk-webhook-signature-timestamp")
        require_fresh(iso_seconds(stamp), self.clock(), self.settings.tolerance_s)
        require_hash(
            stamp.encode("utf-8", "surrogatepass") + delivery.body, given, self.settings.secrets, written="base64"
        )

    def parse(self, delivery: Delivery) -> Sequence[Inbound]:
        """The comment of an event or of a trigger; a message without text where only the ticket is known.

        Raises:
            PayloadError: not even the ticket is.
        """
        delivery_id = delivery.headers.get("x-zendesk-webhook-invocation-id")
        try:
            event = read_payload(Event, delivery.body, self.name)
        except PayloadError:
            return (self._triggered(delivery, delivery_id),)
        if event.type != COMMENT_ADDED:
            return ()
        try:
            return self._added(read_payload(CommentAdded, delivery.body, self.name), delivery_id)
        except PayloadError:
            ticket = read_payload(TicketEvent, delivery.body, self.name).detail
            return (self._unread(ticket.id, delivery, delivery_id or event.id),)

    def read(self, conversation_id: str) -> Conversation:
        """The ticket with its latest 100 comments."""
        ticket_id = in_path(conversation_id)
        ticket = self._api.get(TicketAnswer, f"/tickets/{ticket_id}.json").ticket
        params = {"sort_order": "desc", "per_page": "100", "include": "users"}
        told = self._api.get(Comments, f"/tickets/{ticket_id}/comments.json", params)
        staff = {user.id for user in told.users if user.role in ("agent", "admin")}
        lines = (self._line(comment, ticket, staff) for comment in told.comments)
        return Conversation(
            conversation_id=conversation_id,
            bot_in_control=self._is_ours(ticket),
            lines=tuple(sorted(lines, key=lambda line: line.at)),
        )

    def reply(self, conversation_id: str, text: str, key: str) -> str:
        """Add a public comment."""
        return self._comment(conversation_id, text, key, public=True)

    def note(self, conversation_id: str, text: str, key: str) -> str:
        """Add a comment that only agents see."""
        return self._comment(conversation_id, text, key, public=False)

    def hand_off(self, conversation_id: str, reason: HandoffReason) -> None:
        """Open the ticket in the group that takes over, with the tag."""
        self._update(
            conversation_id,
            {
                "status": "open",
                "group_id": self.settings.handoff_group_id,
                "assignee_id": None,
                "additional_tags": [self.settings.handoff_tag],
            },
        )

    def give_back(self, conversation_id: str) -> None:
        """Take the handoff's group and tag, and any name, off the ticket; its status stays, and a customer's comment opens it.

        Tags are only set as a whole, so Zendesk is told which state of the ticket they are of, and refuses another.
        """
        ticket = self._api.get(TicketAnswer, f"/tickets/{in_path(conversation_id)}.json").ticket
        stamp = {"safe_update": True, "updated_stamp": ticket.updated_at} if ticket.updated_at else {}
        self._update(
            conversation_id,
            {
                "group_id": self.settings.bot_group_id,
                "assignee_id": None,
                "tags": [tag for tag in ticket.tags or () if tag != self.settings.handoff_tag],
                **stamp,
            },
        )

    def waiting(self) -> Sequence[Inbound]:
        """Tickets that are open and not handed over, where the last comment is the customer's."""
        wanted = f"type:ticket status<solved -tags:{self.settings.handoff_tag} -group:{self.settings.handoff_group_id}"
        params = {"query": wanted, "sort_by": "updated_at", "sort_order": "desc", "per_page": "100"}
        found = self._api.get(Search, "/search.json", params).results
        return all_waiting((one.id for one in found), self.read)

    def _added(self, told: CommentAdded, delivery_id: str | None) -> Sequence[Inbound]:
        comment = told.event.comment
        if comment.is_public is not True:
            return ()
        message = Inbound(
            delivery_id=delivery_id or told.id,
            conversation_id=told.detail.id,
            message_id=comment.id,
            occurred_at=told.time or self.clock(),
            author=self._author(comment.author.id, bool(comment.author.is_staff)),
            author_id=comment.author.id,
            text=without_quoted(comment.body or ""),
            attachments=tuple(_attachment(file) for file in comment.attachments or ()),
            bot_in_control=self._is_ours(told.detail),
            channel=(told.detail.via.channel or "") if told.detail.via else "",
        )
        return (message,)

    def _triggered(self, delivery: Delivery, delivery_id: str | None) -> Inbound:
        """What a trigger tells, as far as it can be read."""
        ticket_id = delivery.query.get("ticket_id") or delivery.headers.get("x-ticket-id") or ""
        try:
            told = read_payload(Triggered, delivery.body, self.name)
        except PayloadError:
            if not _TICKET.fullmatch(ticket_id):
                raise
            return self._unread(ticket_id, delivery, delivery_id)
        words = f"{told.ticket_id}\n{told.updated_at or delivery_id}\n{told.comment}"
        return Inbound(
            delivery_id=delivery_id,
            conversation_id=told.ticket_id,
            message_id=told.comment_id or hashlib.sha256(words.encode()).hexdigest()[:32],
            occurred_at=told.updated_at or self.clock(),
            author=self._author(told.author_id, told.author_role.strip().lower() not in ("end-user", "end user")),
            author_id=told.author_id,
            text=without_quoted(told.comment),
        )

    def _unread(self, ticket_id: str, delivery: Delivery, delivery_id: str | None) -> Inbound:
        mark = hashlib.sha256(f"{ticket_id}\n{delivery_id or ''}\n".encode() + delivery.body).hexdigest()[:32]
        return Inbound(
            delivery_id=delivery_id,
            conversation_id=ticket_id,
            message_id=UNREAD + mark,
            occurred_at=self.clock(),
            author="customer",
        )

    def _author(self, author_id: str | None, is_staff: bool) -> AuthorKind:
        if author_id == self.settings.bot_user_id:
            return "bot"
        if author_id == "-1":  # Zendesk itself, by its rules
            return "system"
        return "agent" if is_staff else "customer"

    def _is_ours(self, ticket: Ticket | Detail) -> bool:
        return (
            ticket.assignee_id in (None, "", self.settings.bot_user_id)
            and ticket.group_id != str(self.settings.handoff_group_id)
            and self.settings.handoff_tag not in (ticket.tags or ())
            and (ticket.status or "").lower() not in ("solved", "closed", "deleted")
        )

    def _line(self, told: Comment, ticket: Ticket, staff: set[str]) -> Line:
        is_staff = told.author_id in staff or (not staff and told.author_id != ticket.requester_id)
        author, text = self._author(told.author_id, is_staff), told.plain_body or told.body or ""
        custom = (told.metadata.custom if told.metadata else None) or {}
        key = custom.get(KEY_FIELD)
        return Line(
            message_id=told.id,
            author=author,
            at=told.created_at,
            text=without_quoted(text) if author == "customer" else text,
            private=not told.public,
            key=(key if isinstance(key, str) else text_key(text)) if author == "bot" else None,
        )

    def _comment(self, conversation_id: str, text: str, key: str, public: bool) -> str:
        comment = {"body": text, "public": public, "author_id": int(self.settings.bot_user_id)}
        done = self._update(conversation_id, {"comment": comment, "metadata": {KEY_FIELD: key}})
        return done.audit.comment_id or ""

    def _update(self, conversation_id: str, changes: Mapping[str, Any]) -> Updated:
        return self._api.send(Updated, "PUT", f"/tickets/{in_path(conversation_id)}.json", {"ticket": dict(changes)})

    @cached_property
    def _api(self) -> Caller:
        settings, token = self.settings, self.settings.token.get_secret_value()
        basic = base64.b64encode(f"{settings.user}/token:{token}".encode()).decode()
        headers = {"Authorization": f"Basic {basic}" if settings.user else f"Bearer {token}"}
        return Caller(self.name, f"{settings.url}/api/v2", headers, self.clock, settings.connect_s, settings.read_s)


def _attachment(file: File) -> Attachment:
    return Attachment(
        id=file.id,
        name=file.file_name or file.filename or "",
        content_type=file.content_type or "",
        size=file.size,
    )
