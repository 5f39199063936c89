"""What the checks and the decision of a turn read, kept with it so that both can be done again without index or orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agent.types import Evidence
from knowledge.types import Value


class Basis(Value):
    """All that a turn's end rests on and its record shows nowhere else. What the customer said stands in the record."""

    evidence: tuple[Evidence, ...] = ()
    """What claims were checked against, in that order: the passages that were shown, and the fields of the orders. Of a
    turn that was not drafted, the fields alone."""
    unknown_orders: tuple[str, ...] = ()
    """Ids that were named and could not be shown."""
    left_open: str = ""
    """Id of the order about which a yes or a no was asked for, and not given; empty for none."""
    announced: tuple[str, ...] = ()
    """What the reply told beside its answer: actions that a person decided in the meantime."""

    def kept(self) -> dict[str, Any]:
        """As the record keeps it: all but the evidence is left out where it is as it is by default."""
        return {"evidence": [], **self.model_dump(mode="json", exclude_defaults=True)}


def orders_alone(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The fields of orders and the records of actions."""
    return tuple(item for item in evidence if item.source in ("order", "action"))
