"""What a turn has found by the time it is decided, and what a rule about its end looks like."""

from __future__ import annotations

from collections.abc import Callable

from agent.actions.acting import Acted
from agent.gathering import Gathered, Turn
from agent.grounding.grounder import Grounded
from agent.identity.challenge import State
from agent.routing import Route
from agent.types import Decided, Draft
from knowledge.types import Value


class TurnSoFar(Value):
    """What the stages before have found; None where a stage did not run."""

    turn: Turn
    route: Route
    identity: State = "off"
    """What is known of who writes, and what came of a proof in this message."""
    left_open: str = ""
    """Id of the order about which a yes or a no was asked for that this message does not give; empty for none."""
    gathered: Gathered | None = None
    certified: Acted | None = None
    """What was done about an action that was asked for."""
    draft: Draft | None = None
    grounded: Grounded | None = None


Rule = Callable[[TurnSoFar], Decided | None]
