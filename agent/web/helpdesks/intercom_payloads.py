"""What Intercom sends, and what its API answers, as far as we read it."""

from __future__ import annotations

from pydantic import AwareDatetime

from agent.web.helpdesks.payloads import Payload


class Author(Payload):
    """Who wrote."""

    type: str
    id: str | None = None
    external_id: str | None = None
    user_id: str | None = None


class File(Payload):
    """A file beside a part."""

    name: str | None = None
    content_type: str | None = None
    filesize: int | None = None


class Part(Payload):
    """A part of a conversation."""

    id: str
    part_type: str | None = None
    author: Author
    body: str | None = None
    created_at: AwareDatetime
    attachments: tuple[File, ...] | None = ()


class Parts(Payload):
    """Its parts."""

    conversation_parts: tuple[Part, ...] = ()


class Source(Payload):
    """What began a conversation."""

    id: str
    type: str | None = None
    author: Author
    body: str | None = None
    attachments: tuple[File, ...] | None = ()


class Contact(Payload):
    """A person that it is with."""

    id: str | None = None
    external_id: str | None = None


class Contacts(Payload):
    """The people that it is with."""

    contacts: tuple[Contact, ...] = ()


class Item(Payload):
    """A conversation."""

    id: str
    state: str | None = None
    created_at: AwareDatetime | None = None
    admin_assignee_id: str | None = None
    team_assignee_id: str | None = None
    source: Source | None = None
    conversation_parts: Parts = Parts()
    contacts: Contacts | None = None


class Topic(Payload):
    """Any notification."""

    topic: str


class Data(Payload):
    """What a notification is about."""

    item: Item


class Notification(Payload):
    """A notification of a conversation."""

    id: str | None = None
    topic: str
    created_at: AwareDatetime | None = None
    data: Data


class Listed(Payload):
    """A conversation that was found."""

    id: str


class Search(Payload):
    """The answer to a search."""

    conversations: tuple[Listed, ...] = ()


class Done(Payload):
    """An answer of which nothing is needed."""
