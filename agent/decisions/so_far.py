"""What a turn has found by the time it is decided, and what a rule about its end looks like."""

from __future__ import annotations

from collections.abc import Callable

from agent.actions.refund_desk import Certified
from agent.gathering import Gathered, Turn
from agent.grounding.grounder import Grounded
from agent.routing import Route
from agent.types import Decided, Draft
from knowledge.types import Value


class TurnSoFar(Value):
    """What the stages before have found; None where a stage did not run."""

    turn: Turn
    route: Route
    gathered: Gathered | None = None
    certified: Certified | None = None
    draft: Draft | None = None
    grounded: Grounded | None = None


Rule = Callable[[TurnSoFar], Decided | None]
