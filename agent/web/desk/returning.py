"""How far a conversation that somebody returned to the assistant has come in the helpdesk."""

from __future__ import annotations

from sqlalchemy import select

from agent.web.database import Database
from agent.web.desk.wording import clock_time
from agent.web.tables import OUTBOX
from knowledge.types import Value

TELLING = "The helpdesk is being told to give the conversation to the assistant."
STATES = {
    "new": TELLING,
    "sending": TELLING,
    "sent": "The helpdesk has given the conversation to the assistant.",
    "failed": "The helpdesk did not take it, so the conversation is with people still: give it to the bot in the helpdesk itself.",
}


class Returned(Value):
    """The last time that a conversation was returned."""

    failed: bool
    words: str
    at: str
    why: str
    """What the last try met with; empty where there is nothing to tell."""


def last_return(database: Database, turn_id: str) -> Returned | None:
    """Of the conversation of a handoff; None where nobody has returned it.

    Raises:
        StoreError: the database cannot be read.
    """
    ours = (OUTBOX.c.turn_id == turn_id, OUTBOX.c.kind == "give_back")
    with database.reading() as connection:
        row = connection.execute(select(OUTBOX).where(*ours).order_by(OUTBOX.c.made_at.desc()).limit(1)).first()
    if row is None:
        return None
    at = clock_time(row.sent_at or row.made_at)
    return Returned(failed=row.state == "failed", words=STATES.get(row.state, row.state), at=at, why=row.why or "")
