"""What Chatwoot sends, and what its API answers, as far as we read it: the same things in two shapes."""

from __future__ import annotations

from typing import Any

from pydantic import AwareDatetime

from agent.web.helpdesks.payloads import Payload


class Sender(Payload):
    """Who wrote."""

    id: str | None = None
    type: str = ""
    identifier: str | None = None


class File(Payload):
    """A file beside a message."""

    id: str | None = None
    data_url: str | None = None
    file_type: str | None = None
    file_size: int | None = None


class Meta(Payload):
    """Whom a conversation is with, and who has it."""

    sender: Sender | None = None
    assignee: dict[str, Any] | None = None
    hmac_verified: bool | None = None


class ContactInbox(Payload):
    """How the contact came in."""

    hmac_verified: bool | None = None


class Message(Payload):
    """As the API tells it: its kind and its time are numbers."""

    id: str
    message_type: int
    content: str | None = None
    created_at: AwareDatetime
    private: bool | None = False
    sender: Sender | None = None
    content_attributes: dict[str, Any] | None = None


class Conversation(Payload):
    """A conversation, in a delivery or of the API."""

    id: str
    status: str | None = None
    channel: str | None = None
    meta: Meta = Meta()
    contact_inbox: ContactInbox = ContactInbox()
    last_non_activity_message: Message | None = None

    @property
    def is_ours(self) -> bool | None:
        """Whether it is pending and nobody is assigned; None where that is not told."""
        return None if self.status is None else self.status == "pending" and self.meta.assignee is None

    @property
    def customer_id(self) -> str | None:
        """The contact's identifier, where the shop's own site has proved it."""
        verified = self.contact_inbox.hmac_verified is True or self.meta.hmac_verified is True
        return (self.meta.sender.identifier or None) if verified and self.meta.sender else None


class Event(Payload):
    """Any delivery."""

    event: str


class Created(Payload):
    """As a delivery tells it: its kind is a word and its time a text."""

    id: str
    message_type: str
    content: str | None = None
    created_at: AwareDatetime
    private: bool | None = False
    sender: Sender | None = None
    attachments: tuple[File, ...] | None = ()
    content_attributes: dict[str, Any] | None = None
    conversation: Conversation


class Messages(Payload):
    """The messages of a conversation."""

    payload: tuple[Message, ...] = ()


class Page(Payload):
    """A page of the list."""

    payload: tuple[Conversation, ...] = ()


class Pages(Payload):
    """The list of conversations."""

    data: Page = Page()


class Done(Payload):
    """An answer of which nothing is needed."""


class New(Payload):
    """What was written."""

    id: str
