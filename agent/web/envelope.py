"""What passes between the service and a helpdesk, whichever helpdesk it is."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from pydantic import AwareDatetime

from knowledge.types import Value

AuthorKind = Literal["customer", "agent", "bot", "system"]
"""Who wrote: a customer, a person of the shop, this product or another program, or the helpdesk itself."""


class Delivery(Value):
    """One request as it came in, before anything of it is believed."""

    headers: Mapping[str, str]
    """Names in small letters."""
    query: Mapping[str, str] = {}
    body: bytes = b""


class Attachment(Value):
    """A file beside a message; it is named to a person, and never read."""

    id: str | None = None
    name: str = ""
    content_type: str = ""
    size: int | None = None
    """In bytes, where the helpdesk says so."""


class Inbound(Value):
    """One message of a conversation, told by a helpdesk."""

    delivery_id: str | None = None
    """The same on every try of one delivery; None where the helpdesk gives none."""
    conversation_id: str
    message_id: str
    occurred_at: AwareDatetime
    """By the helpdesk's clock, which orders the messages of a conversation."""
    author: AuthorKind
    author_id: str | None = None
    text: str = ""
    """Plain text; empty where only files were sent."""
    attachments: tuple[Attachment, ...] = ()
    customer_id: str | None = None
    """The customer whom the helpdesk has proved this to be; None for a name or an address that anyone may type."""
    bot_in_control: bool | None = None
    """Whether the conversation is ours to answer; None where the delivery does not tell."""
    channel: str = ""
    automatic: bool = False
    """Whether a program sent it in the author's name: an out-of-office note, a bounce."""


class Line(Value):
    """One line of a conversation, as the helpdesk holds it now."""

    message_id: str
    author: AuthorKind
    at: datetime
    text: str = ""
    private: bool = False
    """Whether it is a note that the customer does not see."""
    key: str | None = None
    """The key that we sent with it; None of lines by others, and where the helpdesk keeps none."""


class Conversation(Value):
    """A conversation as the helpdesk holds it now."""

    conversation_id: str
    bot_in_control: bool
    lines: tuple[Line, ...] = ()
    """The latest ones that the helpdesk gives, oldest first."""
