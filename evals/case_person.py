"""The person of a conversation case, who decides between two lines about what the agent may not do by itself."""

from __future__ import annotations

from datetime import date
from typing import Literal

from agent.actions.approvals import Answer, Approval
from agent.cli.actions import open_desk
from agent.errors import InputError
from agent.settings import Settings

BY = "Kim"


def decide_newest(settings: Settings, verdict: Literal["approve", "deny"], on: date) -> Approval:
    """Approve or deny the newest request that waits, as `support approve` and `support deny` do.

    Raises:
        InputError: nothing waits for a person.
    """
    desk = open_desk(settings)
    waiting = desk.waiting(on)
    if not waiting:
        raise InputError(f"Found nothing that waits for a person, wanted a request to {verdict}: leave `decided` out.")
    return desk.answer(waiting[-1].reference, Answer(verdict=verdict, by=BY, on=on))
