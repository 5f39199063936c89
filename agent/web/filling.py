"""Messages of which a delivery told only that they exist: their words are read from the helpdesk."""

from __future__ import annotations

from agent.web.helpdesks.contract import Helpdesk
from agent.web.helpdesks.waiting import is_unread, unanswered
from agent.web.inbox import Batch


def filled(batch: Batch, desk: Helpdesk) -> Batch | None:
    """The batch with what the customer wrote; None where nothing waits for an answer there any more.

    Raises:
        SendError: the conversation cannot be read.
    """
    if not any(is_unread(message) for message in batch.messages):
        return batch
    lines = unanswered(desk.read(batch.conversation_id))
    if not lines:
        return None
    told = {message.message_id for message in batch.messages}
    words = "\n".join(line.text for line in lines if line.message_id not in told)
    known = [message for message in batch.messages if not is_unread(message)]
    unread = next(message for message in batch.messages if is_unread(message))
    return batch.model_copy(update={"messages": (*known, unread.model_copy(update={"text": words}))})
