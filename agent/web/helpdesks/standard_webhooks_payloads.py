"""What a sender of Standard Webhooks tells, and what a receiver answers."""

from __future__ import annotations

from typing import Any

from pydantic import AwareDatetime, Field

from agent.web.envelope import AuthorKind
from agent.web.helpdesks.payloads import Payload


class File(Payload):
    """A file beside a message."""

    id: str | None = None
    name: str = ""
    content_type: str = ""
    size: int | None = None


class Data(Payload):
    """Of `message.created`, and of those of which fewer fields are told."""

    conversation_id: str = Field(min_length=1)
    message_id: str | None = None
    occurred_at: AwareDatetime | None = None
    author: AuthorKind = "system"
    author_id: str | None = None
    text: str | None = ""
    customer_id: str | None = None
    attachments: tuple[File, ...] = ()
    channel: str = ""
    bot_in_control: bool | None = None
    automatic: bool = False


class Event(Payload):
    """Any delivery."""

    type: str
    timestamp: AwareDatetime | None = None
    data: dict[str, Any] = {}


class Message(Payload):
    """A delivery of a type that is known."""

    data: Data


class Sent(Payload):
    """What a receiver answers."""

    message_id: str | None = None


class Line(Payload):
    """A line of a conversation."""

    message_id: str
    author: AuthorKind
    at: AwareDatetime
    text: str = ""
    private: bool = False
    key: str | None = None


class Conversation(Payload):
    """A conversation as it stands."""

    bot_in_control: bool
    lines: tuple[Line, ...] = ()


class Waiting(Payload):
    """Messages that nobody has answered."""

    messages: tuple[Data, ...] = ()
