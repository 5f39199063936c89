"""The context holds what fits beside the policy and the question, strongest at the edges."""

from __future__ import annotations

import pytest

from agent.assembling import Assembler
from agent.context.fitting import ContextFitter
from agent.context.formatting import ContextFormatter
from agent.context.ordering import EdgeOrdering
from agent.context.tokens import UpperBoundCounter
from agent.errors import SettingsError
from agent.types import Candidate, ContextPack, DraftRequest, Evidence

REQUEST = DraftRequest(
    question="How long?", policy="Be fair.", context=ContextPack(budget=0, used=0), today="2026-11-30"
)


def assembler(budget: int = 4_000, max_items: int = 8) -> Assembler:
    fitter = ContextFitter(UpperBoundCounter(), ContextFormatter(), budget, max_items, relevance_floor=0.2)
    return Assembler(fitter, EdgeOrdering())


def candidate(name: str, score: float) -> Candidate:
    text = f"Passage {name} says that card refunds take five days."
    evidence = Evidence(evidence_id=name, source="article", trust="retrieved", text=text)
    return Candidate(evidence=evidence, score=score)


FOUR = [candidate("d", 0.6), candidate("a", 0.9), candidate("c", 0.7), candidate("b", 0.8)]


def shown(pack: ContextPack) -> list[str]:
    return [item.evidence.evidence_id for item in pack.items]


def test_strongest_stand_at_the_start_and_the_end() -> None:
    assert shown(assembler().assemble(REQUEST, FOUR)) == ["a", "c", "d", "b"]


def test_labels_count_from_the_strongest() -> None:
    labels = {item.evidence.evidence_id: item.label for item in assembler().assemble(REQUEST, FOUR).items}
    assert labels == {"a": "E1", "b": "E2", "c": "E3", "d": "E4"}


def test_every_candidate_that_is_not_shown_has_a_reason() -> None:
    pack = assembler(max_items=2).assemble(REQUEST, [*FOUR, candidate("weak", 0.1)])
    assert shown(pack) == ["a", "b"]
    assert {drop.id for drop in pack.dropped} == {"c", "d", "weak"}
    assert all(drop.reason for drop in pack.dropped)


def test_policy_and_question_are_counted_and_never_trimmed() -> None:
    with pytest.raises(SettingsError, match="budget_tokens"):
        assembler(budget=200).assemble(REQUEST.model_copy(update={"policy": "Be fair. " * 200}), FOUR)


def test_context_stays_within_its_budget() -> None:
    needed = assembler().assemble(REQUEST, []).used
    pack = assembler(budget=needed + 100).assemble(REQUEST, FOUR)
    assert shown(pack) == ["a"]
    assert needed < pack.used <= pack.budget


def test_nothing_offered_gives_an_empty_context() -> None:
    pack = assembler().assemble(REQUEST, [])
    assert (pack.items, pack.dropped) == ((), ())
