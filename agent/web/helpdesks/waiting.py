"""Who waits for an answer in a conversation as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from agent.web.envelope import Conversation, Inbound, Line
from agent.web.errors import ClosedError
from agent.web.helpdesks.contract import UNREAD

MOST = 50
"""Conversations that one look at a helpdesk goes through."""


def unanswered(conversation: Conversation) -> tuple[Line, ...]:
    """Lines of the customer that nobody has answered, oldest first; none where the conversation is not ours."""
    if not conversation.bot_in_control:
        return ()
    found: list[Line] = []
    for line in conversation.lines:
        if line.author == "customer" and not line.private:
            found.append(line)
        elif line.author in ("agent", "bot") and not line.private:
            found.clear()
    return tuple(found)


def latest_waiting(conversation: Conversation) -> Inbound | None:
    """The last of these lines, told as a delivery would."""
    lines = unanswered(conversation)
    if not lines:
        return None
    last = lines[-1]
    return Inbound(
        conversation_id=conversation.conversation_id,
        message_id=last.message_id,
        occurred_at=last.at,
        author="customer",
        text=last.text,
        bot_in_control=True,
    )


def all_waiting(ids: Iterable[str], read: Callable[[str], Conversation]) -> tuple[Inbound, ...]:
    """Whom the conversations of a list keep waiting; one that is gone meanwhile is passed over."""
    found = []
    for conversation_id in list(ids)[:MOST]:
        try:
            found.append(latest_waiting(read(conversation_id)))
        except ClosedError:
            continue
    return tuple(one for one in found if one is not None)


def is_unread(message: Inbound) -> bool:
    """Whether only the conversation is known, and its text has to be read."""
    return message.message_id.startswith(UNREAD)
