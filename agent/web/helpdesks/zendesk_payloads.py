"""What Zendesk Support sends, and what its API answers, as far as we read it."""

from __future__ import annotations

from typing import Any

from pydantic import AwareDatetime

from agent.web.helpdesks.payloads import Payload


class File(Payload):
    """A file beside a comment."""

    id: str | None = None
    file_name: str | None = None
    filename: str | None = None
    content_type: str | None = None
    size: int | None = None


class EventAuthor(Payload):
    """Who wrote the comment of an event."""

    id: str | None = None
    is_staff: bool | None = None


class EventComment(Payload):
    """The comment of an event."""

    id: str
    body: str | None = None
    is_public: bool | None = None
    author: EventAuthor = EventAuthor()
    attachments: tuple[File, ...] | None = None


class EventBody(Payload):
    """What happened."""

    comment: EventComment


class Via(Payload):
    """The channel."""

    channel: str | None = None


class Detail(Payload):
    """The ticket of an event."""

    id: str
    status: str | None = None
    requester_id: str | None = None
    assignee_id: str | None = None
    group_id: str | None = None
    tags: tuple[str, ...] | None = None
    via: Via | None = None


class Event(Payload):
    """A fixed delivery of an event."""

    type: str
    id: str | None = None
    time: AwareDatetime | None = None


class TicketEvent(Event):
    """An event of a ticket, whatever happened to it."""

    detail: Detail


class CommentAdded(TicketEvent):
    """The one event that is read."""

    event: EventBody


class Triggered(Payload):
    """A delivery whose fields an administrator has written, as the documentation of the adapter says."""

    ticket_id: str
    comment: str
    author_role: str
    comment_id: str | None = None
    author_id: str | None = None
    updated_at: AwareDatetime | None = None


class Ticket(Payload):
    """A ticket as it stands."""

    id: str
    status: str
    requester_id: str | None = None
    assignee_id: str | None = None
    group_id: str | None = None
    tags: tuple[str, ...] | None = None
    updated_at: str | None = None
    """As Zendesk writes it: it is sent back as it is."""


class TicketAnswer(Payload):
    """The answer to a ticket asked for."""

    ticket: Ticket


class CommentMetadata(Payload):
    """What was sent along with a comment."""

    custom: dict[str, Any] | None = None


class Comment(Payload):
    """A comment as it stands."""

    id: str
    author_id: str | None = None
    body: str | None = None
    plain_body: str | None = None
    public: bool = True
    created_at: AwareDatetime
    metadata: CommentMetadata | None = None


class User(Payload):
    """An author."""

    id: str
    role: str | None = None


class Comments(Payload):
    """The comments of a ticket and who wrote them."""

    comments: tuple[Comment, ...] = ()
    users: tuple[User, ...] = ()


class AuditEvent(Payload):
    """One of the changes that an update made."""

    id: str
    type: str


class Audit(Payload):
    """The record of an update."""

    events: tuple[AuditEvent, ...] = ()

    @property
    def comment_id(self) -> str | None:
        """The id of the comment that the update added."""
        return next((one.id for one in self.events if one.type == "Comment"), None)


class Updated(Payload):
    """The answer to an update."""

    audit: Audit


class Found(Payload):
    """A ticket of a search."""

    id: str


class Search(Payload):
    """The answer to a search."""

    results: tuple[Found, ...] = ()
