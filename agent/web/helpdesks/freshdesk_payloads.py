"""What a rule of Freshdesk sends, and what its API answers, as far as we read it."""

from __future__ import annotations

from pydantic import AwareDatetime

from agent.web.helpdesks.payloads import Payload


class Fields(Payload):
    """What a rule sends."""

    ticket_id: str


class Wrapped(Payload):
    """The same, as the simple editor of rules wraps it."""

    freshdesk_webhook: Fields


class Ticket(Payload):
    """A ticket."""

    id: str
    status: int
    requester_id: str | None = None
    responder_id: str | None = None
    group_id: str | None = None
    created_at: AwareDatetime
    description: str | None = None


class Said(Payload):
    """A reply, a note or a customer's message."""

    id: str
    body: str | None = None
    incoming: bool | None = False
    private: bool | None = False
    user_id: str | None = None
    created_at: AwareDatetime


class Id(Payload):
    """What was written or found."""

    id: str


class Search(Payload):
    """The answer to a search."""

    results: tuple[Id, ...] = ()


class Done(Payload):
    """An answer of which nothing is needed."""
