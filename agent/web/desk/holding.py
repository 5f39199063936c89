"""Who has a handoff: taken by one person, put back, or taken over from somebody who is away."""

from __future__ import annotations

from dataclasses import dataclass

from agent.web.desk.refusing import Refused
from agent.web.desk.wording import clock_time
from agent.web.handoffs import Handoffs, OpenHandoff


@dataclass(frozen=True)
class Holding:
    """Takes handoffs for people, or says why not."""

    handoffs: Handoffs

    def take(self, turn_id: str, by: str, now: float) -> None:
        """Take a handoff over; whoever has it keeps it.

        Raises:
            Refused: it is unknown or closed, or somebody else has it.
        """
        if not self.handoffs.take(turn_id, by, now):
            raise self._refused(turn_id)

    def take_from(self, turn_id: str, holder: str, by: str, now: float) -> None:
        """Take a handoff over from the person whom its page named.

        Raises:
            Refused: it is unknown or closed, or not with that person any more.
        """
        if not self.handoffs.take_from(turn_id, holder, by, now):
            raise self._refused(turn_id)

    def release(self, turn_id: str, by: str) -> None:
        """Put a handoff back for anybody to take.

        Raises:
            Refused: it is unknown or closed, or not with this person.
        """
        if not self.handoffs.release(turn_id, by):
            raise self._refused(turn_id)

    def give_back(self, turn_id: str, by: str, now: float) -> None:
        """Give the conversation to the assistant, for the person who has it, or takes it by this.

        Raises:
            Refused: it is unknown or closed, or somebody else has it, be it only just now.
        """
        self.take(turn_id, by, now)
        if not self.handoffs.give_back(turn_id, now, by):
            raise self._refused(turn_id)

    def close(self, turn_id: str, by: str, now: float) -> None:
        """Close a handoff that is dealt with.

        Raises:
            Refused: as of `give_back`.
        """
        self.take(turn_id, by, now)
        if not self.handoffs.close(turn_id, now, by):
            raise self._refused(turn_id)

    def _refused(self, turn_id: str) -> Refused:
        found = self.handoffs.find(turn_id)
        if found is None:
            return Refused(404, "No handoff has this address. Go back to the queue.")
        return Refused(409, why_not(found))


def why_not(one: OpenHandoff) -> str:
    """Why somebody cannot go on with a handoff."""
    if one.closed_at is not None:
        return f"This handoff was closed at {clock_time(one.closed_at)}. Go on with the conversation in the helpdesk."
    if one.taken_by is None:
        return "Nobody has this conversation any more. Nothing was done; take it over to go on with it."
    since = f" since {clock_time(one.taken_at)}" if one.taken_at is not None else ""
    return f"{one.taken_by} has had this conversation{since}. Nothing was done; talk to them first."
