"""What Zammad sends, and what its API answers, as far as we read it."""

from __future__ import annotations

from typing import Any

from pydantic import AwareDatetime, Field

from agent.web.helpdesks.payloads import Payload
from agent.web.helpdesks.plain_text import plain_text, without_quoted


class Named(Payload):
    """A thing that is told with its name."""

    name: str | None = None


class Ticket(Payload):
    """A ticket."""

    id: str
    state: str | Named | None = None
    group: str | Named | None = None
    owner_id: str | None = None
    updated_at: AwareDatetime | None = None


class File(Payload):
    """A file beside an article."""

    id: str | None = None
    filename: str = ""
    size: str | None = None
    preferences: dict[str, Any] | None = None


class Article(Payload):
    """An article of a ticket."""

    id: str
    ticket_id: str | None = None
    sender: str
    type: str | None = None
    internal: bool | None = False
    content_type: str | None = None
    body: str | None = None
    from_: str | None = Field(default=None, alias="from")
    reply_to: str | None = None
    created_at: AwareDatetime | None = None
    created_by_id: str | None = None
    attachments: tuple[File, ...] | None = ()
    preferences: dict[str, Any] | None = None

    def text(self, quoted: bool = False) -> str:
        """What a person sees of the body."""
        if self.content_type == "text/html":
            return plain_text(self.body or "", quoted)
        return (self.body or "") if quoted else without_quoted(self.body or "")


class Triggered(Payload):
    """A delivery."""

    ticket: Ticket
    article: Article


class Id(Payload):
    """What was written."""

    id: str


class Listed(Payload):
    """The answer to a search."""

    tickets: tuple[str, ...] = ()


class Done(Payload):
    """An answer of which nothing is needed."""
