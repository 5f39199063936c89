"""What Sunshine Conversations sends, and what its API answers, as far as we read it."""

from __future__ import annotations

from typing import Any

from pydantic import AwareDatetime

from agent.web.helpdesks.payloads import Payload


class Integration(Payload):
    """Who has control."""

    id: str | None = None
    name: str | None = None


class Conversation(Payload):
    """A conversation."""

    id: str
    activeSwitchboardIntegration: Integration | None = None  # noqa: N815


class User(Payload):
    """A person."""

    authenticated: bool | None = None
    externalId: str | None = None  # noqa: N815


class Author(Payload):
    """Who wrote."""

    type: str
    userId: str | None = None  # noqa: N815
    subtypes: tuple[str, ...] | None = None
    user: User | None = None


class Content(Payload):
    """What was written."""

    type: str
    text: str | None = None
    mediaUrl: str | None = None  # noqa: N815
    mediaType: str | None = None  # noqa: N815
    mediaSize: int | None = None  # noqa: N815
    altText: str | None = None  # noqa: N815


class Source(Payload):
    """The channel."""

    type: str | None = None


class Message(Payload):
    """A message."""

    id: str
    received: AwareDatetime
    author: Author
    content: Content
    source: Source | None = None
    metadata: dict[str, Any] | None = None


class Told(Payload):
    """A message and where it was said."""

    conversation: Conversation
    message: Message


class Event(Payload):
    """Any event."""

    id: str | None = None
    type: str
    payload: dict[str, Any] = {}


class Events(Payload):
    """A delivery."""

    events: tuple[Event, ...]


class MessageEvent(Payload):
    """An event of a message."""

    type: str
    id: str | None = None
    payload: Told


class ConversationAnswer(Payload):
    """The answer to a conversation asked for."""

    conversation: Conversation


class Messages(Payload):
    """The messages of a conversation."""

    messages: tuple[Message, ...] = ()


class Sent(Payload):
    """What was written."""

    id: str


class SentAnswer(Payload):
    """The answer to what was written."""

    messages: tuple[Sent, ...]


class Done(Payload):
    """An answer of which nothing is needed."""
