"""What happens to a delivery: proved, read, counted, stored; and what the helpdesk is answered."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import structlog

from agent.errors import StoreError
from agent.web.envelope import Delivery, Inbound
from agent.web.errors import PayloadError, SignatureError
from agent.web.helpdesks.contract import Helpdesk
from agent.web.inbox import Inbox
from agent.web.rates import Rates
from knowledge.types import Value

log = structlog.get_logger("support.intake")

Verdict = Literal["taken", "known", "unknown_helpdesk", "unsigned", "unreadable", "too_fast", "not_stored"]

STATUS: Mapping[Verdict, int] = {
    "taken": 200,
    "known": 200,
    "unknown_helpdesk": 404,
    "unsigned": 401,
    "unreadable": 400,
    "too_fast": 429,
    "not_stored": 429,  # not 503: Chatwoot tries again after 429 and 500 alone
}
AGAIN_AFTER_S = 10
LONGEST_ID = 500
"""Characters; PostgreSQL puts no more than some 2,700 bytes into an index."""
IDS = ("delivery_id", "conversation_id", "message_id", "author_id", "customer_id")


class Answer(Value):
    """What a helpdesk is answered."""

    verdict: Verdict
    new: int = 0
    """Messages that were not known."""

    @property
    def status(self) -> int:
        """Of HTTP."""
        return STATUS[self.verdict]


@dataclass(frozen=True)
class DeliveryTaker:
    """Takes deliveries: 2xx means that what is in them is on the disk."""

    helpdesks: Mapping[str, Helpdesk]
    inbox: Inbox
    rates: Rates
    clock: Callable[[], float] = field(default=time.time)

    def take(self, name: str, delivery: Delivery) -> Answer:
        """The answer to a delivery for the helpdesk of this name; nothing that is sent here raises anything."""
        desk = self.helpdesks.get(name)
        if desk is None:
            return Answer(verdict="unknown_helpdesk")
        try:
            desk.verify(delivery)
            messages = desk.parse(delivery)
            _refuse_impossible(messages)
        except SignatureError as error:
            return _refused(name, "unsigned", error)
        except PayloadError as error:
            return _refused(name, "unreadable", error)
        if not self._may_come(name, messages):
            return Answer(verdict="too_fast")
        return self._stored(name, messages, _id_of(messages, delivery))

    def _may_come(self, name: str, messages: Sequence[Inbound]) -> bool:
        senders = {one.author_id or one.conversation_id for one in messages if one.author == "customer"}
        return self.rates.take_helpdesk(name) and all(self.rates.take_sender(name, sender) for sender in senders)

    def _stored(self, name: str, messages: Sequence[Inbound], delivery_id: str) -> Answer:
        try:
            taken = self.inbox.take(name, delivery_id, messages, self.clock())
        except StoreError as error:
            log.error("not stored", helpdesk=name, why=str(error))  # noqa: TRY400  a statement's values would be logged with it
            return Answer(verdict="not_stored")
        return Answer(verdict="known" if taken.known else "taken", new=taken.new)


def _refuse_impossible(messages: Sequence[Inbound]) -> None:
    """An id that no database can look up would be sent again for ever, as one that was not stored.

    Raises:
        PayloadError: an id is longer than any helpdesk's, or holds U+0000.
    """
    for message in messages:
        for field_name in IDS:
            found = getattr(message, field_name) or ""
            if len(found) > LONGEST_ID or "\x00" in found:
                raise PayloadError(
                    f"{field_name} is wrong: found {len(found)} characters, wanted {LONGEST_ID} at most and no U+0000"
                )


def _refused(name: str, verdict: Verdict, error: Exception) -> Answer:
    log.warning("refused", helpdesk=name, verdict=verdict, why=str(error))
    return Answer(verdict=verdict)


def _id_of(messages: Sequence[Inbound], delivery: Delivery) -> str:
    """The delivery's own id, else what its body hashes to: the same bytes again are the same delivery."""
    named = next((one.delivery_id for one in messages if one.delivery_id), None)
    return named or f"sha256:{hashlib.sha256(delivery.body).hexdigest()}"
