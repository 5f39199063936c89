"""The routing suite: is the knowledge base searched where a turn wants it, and only there?

The two mistakes do not weigh alike. A needless search costs about a tenth of a second, and grounding keeps what it finds
out of the reply; a turn that is missed costs the customer an answer that may be there. So a rule that decides against a
search has to pay: it is worth having where it costs less than searching always.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import computed_field

from agent.routing import Kind, Router
from evals.routing_sets import LabelledTurn, RoutingSet
from knowledge.types import Value

FOR_PEOPLE = ("topic", "language", "loop")
"""Kinds of messages that go to a person whatever they ask."""
MISSED_COSTS = 50
"""What a missed turn costs, in needless searches: our own weighing, some minutes of a person against many waits of a
tenth of a second. A rule pays where it spares more than fifty searches for each turn that it misses."""


class Routed(Value):
    """One turn and what became of it."""

    id: str
    message: str
    """With the line before it, parted by ` / `."""
    knowledge_seeking: bool
    kind: Kind
    searched: bool


class RoutingScores(Value):
    """Counts of turns; those that the policy hands to a person whatever they ask are counted apart."""

    turns: int
    """All that are counted below."""
    by_policy: int
    """Turns on a topic that people decide, in another language or going round in circles; not among `turns`."""
    searched_rightly: int
    missed: int
    """The articles were wanted and not searched."""
    needless: int
    """The articles were searched and not wanted."""
    spared: int
    """Rightly not searched."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def precision(self) -> float | None:
        """Share of the searches that were wanted; None where there was none."""
        return _share(self.searched_rightly, self.searched_rightly + self.needless)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def recall(self) -> float | None:
        """Share of the turns that want the articles in which they are searched; None where there is none."""
        return _share(self.searched_rightly, self.searched_rightly + self.missed)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def cost(self) -> float | None:
        """Needless searches a turn, a missed turn counting as `MISSED_COSTS` of them."""
        return _share(self.needless + MISSED_COSTS * self.missed, self.turns)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def cost_of_searching_always(self) -> float | None:
        """The same for no rule at all: every turn is searched."""
        return _share(self.needless + self.spared, self.turns)


class RoutingSetReport(RoutingScores):
    """What one set says about the router."""

    name: str
    examples: tuple[Routed, ...]
    """Turns that were missed, and after them turns that were searched needlessly, the first of each in the set."""


class RoutingReport(Value):
    """All sets, and all their turns as one."""

    sets: tuple[RoutingSetReport, ...]
    all: RoutingScores


@dataclass(frozen=True)
class RoutingSuite:
    """Routes every turn of a set."""

    router: Router

    def run(self, dataset: RoutingSet) -> tuple[Routed, ...]:
        """Every turn with what became of it, in the order of the set."""
        return tuple(self._routed(turn) for turn in dataset.turns)

    def _routed(self, turn: LabelledTurn) -> Routed:
        route = self.router.route(turn.text, turn.context)
        return Routed(
            id=turn.id,
            message=" / ".join((*(line.text for line in turn.context[-1:]), turn.text)),
            knowledge_seeking=turn.knowledge_seeking,
            kind=route.kind,
            searched=route.kind == "question" and route.needs_knowledge,
        )


def report(sets: Sequence[tuple[str, Sequence[Routed]]], examples: int = 5) -> RoutingReport:
    """One report of the sets, by name, with so many examples of each mistake."""
    return RoutingReport(
        sets=tuple(
            RoutingSetReport(name=name, examples=_examples(routed, examples), **dict(_scores(routed)))
            for name, routed in sets
        ),
        all=_scores([one for _, routed in sets for one in routed]),
    )


def _scores(routed: Sequence[Routed]) -> RoutingScores:
    counted = [one for one in routed if one.kind not in FOR_PEOPLE]
    pairs = [(one.knowledge_seeking, one.searched) for one in counted]
    return RoutingScores(
        turns=len(counted),
        by_policy=len(routed) - len(counted),
        searched_rightly=pairs.count((True, True)),
        missed=pairs.count((True, False)),
        needless=pairs.count((False, True)),
        spared=pairs.count((False, False)),
    )


def _examples(routed: Sequence[Routed], count: int) -> tuple[Routed, ...]:
    missed = [one for one in routed if one.knowledge_seeking and not one.searched and one.kind not in FOR_PEOPLE]
    needless = [one for one in routed if one.searched and not one.knowledge_seeking]
    return (*missed[:count], *needless[:count])


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
