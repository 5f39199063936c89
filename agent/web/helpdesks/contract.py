"""What the service asks of a helpdesk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from agent.types import HandoffReason
from agent.web.envelope import Conversation, Delivery, Inbound

UNREAD = "unread:"
"""Begins the id of a message whose text did not come with the delivery: it is to be had with `read`."""


class Helpdesk(Protocol):
    """One helpdesk: how its deliveries are proved and read, and how it is written to.

    Whatever is written carries a key. Where a try ends without an answer, the key is looked for in the conversation before
    the next one, so every helpdesk has to bring it back with `read`: in a field of its own where there is one, else by what the
    text hashes to.
    """

    def verify(self, delivery: Delivery) -> None:
        """Prove that the helpdesk sent this.

        Raises:
            SignatureError: it did not, or that cannot be told; nothing else is ever raised, whatever was sent.
        """

    def parse(self, delivery: Delivery) -> Sequence[Inbound]:
        """The messages that a delivery tells of, those of others than customers, too; none where it tells of none.

        Raises:
            PayloadError: it cannot be read.
        """

    def read(self, conversation_id: str) -> Conversation:
        """The conversation as it stands now.

        Raises:
            SendError: it cannot be had.
        """

    def reply(self, conversation_id: str, text: str, key: str) -> str:
        """Send plain text to the customer, escaped as the channel wants it; the id of the new message.

        Raises:
            SendError: it did not arrive, or nobody can tell.
        """

    def note(self, conversation_id: str, text: str, key: str) -> str:
        """Leave plain text for the people of the shop; the id of the new note.

        Raises:
            SendError: as of `reply`.
        """

    def hand_off(self, conversation_id: str, reason: HandoffReason) -> None:
        """Give the conversation to people; the same once more changes nothing.

        Raises:
            SendError: as of `reply`.
        """

    def give_back(self, conversation_id: str) -> None:
        """Take the conversation back from people, whoever has it: the opposite of `hand_off`; the same once more changes nothing.

        Raises:
            SendError: as of `reply`.
        """

    def waiting(self) -> Sequence[Inbound]:
        """Latest messages of customers in conversations that are ours and that nobody has answered; what webhooks lost is found here.

        Raises:
            SendError: they cannot be had.
        """
