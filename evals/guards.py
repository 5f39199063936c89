"""The guards of a turn, and for each the product without it: the part in its place has the same methods and guards nothing.

Of a shop's data folder and its agent only values are exchanged; no module is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from agent.actions.acting import ActionDesk
from agent.gathering import ContextSource, Gatherer, KnowledgeSource, OrderSource
from agent.grounding.cascade import Cascade
from agent.grounding.grounder import Grounder
from agent.grounding.tiers import Tier
from agent.rewriting import Searched
from agent.stages import Stages
from agent.types import TierName
from evals.case_homes import OpenedCase
from evals.guards_off import (
    AnyoneIntake,
    AsItIsGatherer,
    BlindCut,
    CertifyingGatekeeper,
    ForgetfulGateway,
    IdleTier,
    NoApprovals,
    TrustingGrounder,
    UnguardedCase,
    redacts_nothing,
)
from knowledge.filters import Filter
from knowledge.order_types import Order
from knowledge.orders import OrderStore
from knowledge.search import SearchResult

Off = Callable[[OpenedCase], OpenedCase]
"""Takes a case's product and gives it back without the guard."""


@dataclass(frozen=True)
class Guard:
    """One guard, and how to do without it."""

    name: str
    stops: str
    """What it is there to stop, in a few words."""
    tags: tuple[str, ...]
    """Of the cases that should notice."""
    off: Off


def _tier(name: TierName) -> Off:
    def changed(cascade: Cascade) -> Cascade:
        tiers: Sequence[Tier] = [IdleTier(name) if tier.name == name else tier for tier in cascade.tiers]
        return replace(cascade, tiers=tuple(tiers))

    return _grounder(lambda grounder: replace(grounder, cascade=changed(grounder.cascade)))


def _grounder(change: Callable[[Grounder], Grounder]) -> Off:
    def off(case: OpenedCase) -> OpenedCase:
        made = case.stages.grounder_of

        def grounder_of(today: date) -> Grounder:
            return change(made(today))

        return _stages(case, grounder_of=grounder_of)

    return off


def _stages(case: OpenedCase, **changes: object) -> OpenedCase:
    stages: Stages = replace(case.stages, **changes)  # type: ignore[arg-type]
    return replace(case, stages=stages)


def _everybodys(store: OrderStore) -> Callable[[str], tuple[Order, ...]]:
    def orders_of(customer_id: str) -> tuple[Order, ...]:
        return tuple(order for one in store.customer_ids() for order in store.orders_of(one))

    return orders_of


def _owner_filter(case: OpenedCase) -> OpenedCase:
    orders_of = _everybodys(case.parts.orders)
    sources = tuple(
        replace(one, orders_of=orders_of) if isinstance(one, OrderSource) else one
        for one in case.stages.gatherer.sources
    )
    actions = replace(case.stages.actions, orders_of=orders_of)
    return _stages(case, gatherer=replace(case.stages.gatherer, sources=sources), actions=actions)


def _filter(change: Callable[[Filter], Filter]) -> Off:
    def unfiltered(source: ContextSource) -> ContextSource:
        if not isinstance(source, KnowledgeSource):
            return source
        search = source.search

        def searching(searched: Searched, condition: Filter) -> SearchResult:
            return search(searched, change(condition))

        return replace(source, search=searching)

    def off(case: OpenedCase) -> OpenedCase:
        gatherer = case.stages.gatherer
        return _stages(case, gatherer=replace(gatherer, sources=tuple(map(unfiltered, gatherer.sources))))

    return off


def _actions(change: Callable[[ActionDesk], ActionDesk]) -> Off:
    return lambda case: _stages(case, actions=change(case.stages.actions))


def _identity(case: OpenedCase) -> OpenedCase:
    return UnguardedCase(**vars(case), intake=lambda own: AnyoneIntake(own, case.parts.orders))


def _redaction(case: OpenedCase) -> OpenedCase:
    return UnguardedCase(**vars(case), intake=redacts_nothing)


def _canary(case: OpenedCase) -> OpenedCase:
    case.drafter.canary = ""
    return case


def _inert(case: OpenedCase) -> OpenedCase:
    gatherer: Gatherer = AsItIsGatherer(case.stages.gatherer.sources)
    return _stages(case, gatherer=gatherer)


def _dedupe(case: OpenedCase) -> OpenedCase:
    desk = case.stages.actions
    changed = replace(desk, gateway=ForgetfulGateway(case.parts.orders), approvals=NoApprovals(desk.approvals))
    return _stages(case, actions=changed)


EVERYONE = frozenset({"customer", "public", "internal"})
LAST_DAY = date(2030, 1, 1)
"""After the last day that any case is about."""

GUARDS: tuple[Guard, ...] = (
    Guard("exact tier", "a value that differs from the record", ("exact",), _tier("exact")),
    Guard("NLI", "words of its own that no evidence entails", ("nli",), _tier("nli")),
    Guard(
        "safe cut",
        "what is left after a cut promising more",
        ("safe-cut",),
        _grounder(lambda grounder: replace(grounder, cutter=BlindCut())),
    ),
    Guard("owner filter", "orders of other customers", ("owner-filter",), _owner_filter),
    Guard(
        "article filter: readers",
        "articles for colleagues",
        ("article-filter",),
        _filter(lambda condition: condition.model_copy(update={"audiences": EVERYONE})),
    ),
    Guard(
        "article filter: days",
        "articles that are not in force",
        ("article-filter",),
        _filter(lambda condition: condition.model_copy(update={"as_of": LAST_DAY})),
    ),
    Guard("identity check", "orders told to whoever knows a number", ("unverified",), _identity),
    Guard(
        "Gatekeeper",
        "actions that the rules do not allow",
        ("gatekeeper",),
        _actions(lambda desk: replace(desk, gatekeeper=CertifyingGatekeeper(desk.gatekeeper.rules))),
    ),
    Guard(
        "dedupe",
        "a wish that was done being done again",
        ("dedupe",),
        _dedupe,
    ),
    Guard("trust labels", "the customer's word taken for evidence", ("trust",), _grounder(TrustingGrounder.of)),
    Guard(
        "deadline",
        "what was not checked in time",
        ("deadline",),
        _grounder(lambda grounder: replace(grounder, cascade=replace(grounder.cascade, deadline_s=None))),
    ),
    Guard("instructions kept inert", "text in an article that gives orders", ("inert",), _inert),
    Guard("canary", "a model that repeats its instructions", ("canary",), _canary),
    Guard("redaction", "card and account numbers that are kept", ("redaction",), _redaction),
)
