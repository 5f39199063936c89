"""What happens to a message before its turn begins, so that no log, checkpoint or prompt sees more than it has to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from agent.context.cleaning import visible_text
from agent.identity.challenge import Challenge, Heard, State
from agent.identity.words import PROVED
from agent.privacy.notices import notice_of
from agent.privacy.redacting import NEEDED, WORDS, Redactor
from agent.types import Message
from knowledge.types import Value


class Taken(Value):
    """A message as the turn may see and keep it."""

    text: str
    """Without the personal data that no stage needs."""
    customer_id: str | None
    """The verified customer: the caller's, or one whose identity was proved in this conversation."""
    removed: tuple[str, ...] = ()
    """Kinds of what was taken out, for example `card`."""
    keeps: bool = False
    """Whether personal data is left in it that this turn may need and no record does."""
    notice: str = ""
    """What the customer is told of it before the reply; empty for nothing."""
    identity: State = "off"
    """What is known of who writes, and what came of a proof in this message."""
    continues: bool = False
    """Whether the text is an earlier line of the customer, which waited for the proof that this message gave."""


class Intake(Protocol):
    """Takes a message in."""

    def take(
        self, message: str, conversation_id: str, customer_id: str | None, earlier: Sequence[Message] = ()
    ) -> Taken:
        """The message for the turn.

        Args:
            message: as it was typed.
            conversation_id: for which a proof of identity holds.
            customer_id: the customer whom the caller has verified, if any.
            earlier: the conversation's lines before it that nobody in particular wrote, oldest first.
        """
        ...


class PlainIntake:
    """Takes everything as it is."""

    def take(
        self, message: str, conversation_id: str, customer_id: str | None, earlier: Sequence[Message] = ()
    ) -> Taken:
        """The message, unchanged."""
        return Taken(text=message, customer_id=customer_id)


@dataclass(frozen=True)
class CarefulIntake:
    """Hears a proof of identity, then takes personal data out."""

    redactor: Redactor
    challenge: Challenge | None = None
    """None where only the caller verifies customers."""

    def take(
        self, message: str, conversation_id: str, customer_id: str | None, earlier: Sequence[Message] = ()
    ) -> Taken:
        """The message without what nobody needs; its writer by the caller's word, else by a proof."""
        text = visible_text(message)
        heard = self._heard(text, conversation_id, customer_id, earlier)
        for given in heard.given:
            text = text.replace(given, f"[{WORDS['postcode']}]")
        redacted = self.redactor.redact(text, keep=NEEDED)
        notices = (PROVED if heard.state == "proved" else "", notice_of(redacted.kinds))
        return Taken(
            text=redacted.text if heard.continues is None else heard.continues,
            customer_id=heard.customer_id,
            removed=redacted.kinds + (("postcode",) if heard.given else ()),
            keeps=bool(self.redactor.finder.find(redacted.text, NEEDED)),
            notice="\n\n".join(notice for notice in notices if notice),
            identity=heard.state,
            continues=heard.continues is not None,
        )

    def _heard(self, text: str, conversation_id: str, customer_id: str | None, earlier: Sequence[Message]) -> Heard:
        """Nothing that a message says changes whom the caller has verified."""
        if customer_id is not None:
            return Heard(state="verified", customer_id=customer_id)
        if self.challenge is None:
            return Heard(state="off")
        return self.challenge.hear(text, conversation_id, earlier)
