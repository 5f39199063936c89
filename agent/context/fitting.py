"""Choose what the drafter is shown. Being retrieved does not entitle a passage to a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import get_args

from agent.context.formatting import ContextFormatter
from agent.context.tokens import TokenCounter
from agent.errors import SettingsError
from agent.types import Candidate, ContextItem, ContextPack, Dropped
from knowledge.types import Trust

_STRENGTH: dict[str, int] = {trust: rank for rank, trust in enumerate(get_args(Trust))}


@dataclass
class _Fit:
    """The state of one fitting: what is left of the budget, and what became of each candidate so far."""

    left: int
    items: list[ContextItem] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)

    def drop(self, candidate: Candidate, reason: str) -> None:
        self.dropped.append(Dropped(id=candidate.evidence.evidence_id, reason=reason))


@dataclass(frozen=True)
class ContextFitter:
    """Takes the strongest candidates that fit into the token budget, and records why others are left out."""

    counter: TokenCounter
    formatter: ContextFormatter
    budget_tokens: int
    """For everything the drafter is shown."""
    max_items: int = 8
    relevance_floor: float = 0.0
    """Candidates that score below are not shown; on the scale of the scores."""

    def fit(self, candidates: Sequence[Candidate], fixed_texts: Sequence[str]) -> ContextPack:
        """Fit candidates beside the fixed texts (policy, instructions, question), which are never trimmed.

        The items of the pack stand from strongest to weakest; `EdgeOrdering` puts them in the order shown.
        Raises SettingsError where the fixed texts alone are above the budget.
        """
        fit = _Fit(left=self.budget_tokens - self._fixed_tokens(fixed_texts))
        relevant = [c for c in _strongest_first(candidates) if self._is_relevant(c, fit)]
        for candidate, copies in _without_copies(relevant):
            fate = self._place(candidate, fit)
            for copy in copies:
                fit.drop(copy, f"same text as {fate}")
        used = self.budget_tokens - fit.left
        return ContextPack(budget=self.budget_tokens, used=used, items=tuple(fit.items), dropped=tuple(fit.dropped))

    def _fixed_tokens(self, fixed_texts: Sequence[str]) -> int:
        needed = sum(self.counter.count(text) for text in fixed_texts)
        if needed > self.budget_tokens:
            raise SettingsError(
                f"The policy, the instructions and the question are never trimmed and need {needed} tokens; "
                f"the budget is {self.budget_tokens}. Set context.budget_tokens to {needed} or more."
            )
        return needed

    def _is_relevant(self, candidate: Candidate, fit: _Fit) -> bool:
        if candidate.score >= self.relevance_floor:
            return True
        fit.drop(candidate, f"below the relevance floor ({candidate.score:.2f} < {self.relevance_floor:.2f})")
        return False

    def _place(self, candidate: Candidate, fit: _Fit) -> str:
        """Show the candidate, or drop it with the reason; return what its copies are told."""
        item = self._item(candidate, label=f"E{len(fit.items) + 1}")
        if len(fit.items) >= self.max_items:
            fit.drop(candidate, f"beyond the {self.max_items} items that are shown")
        elif item.tokens > fit.left:
            fit.drop(candidate, f"over the token budget (needs {item.tokens}, {fit.left} left)")
        else:
            fit.items.append(item)
            fit.left -= item.tokens
            return item.label
        return f"{candidate.evidence.evidence_id}, which is not shown either"

    def _item(self, candidate: Candidate, label: str) -> ContextItem:
        item = ContextItem(
            label=label,
            evidence=candidate.evidence,
            score=candidate.score,
            rank=candidate.rank,
            answers=candidate.answers,
            tokens=0,
        )
        # The line break that parts it from the next item is counted with it.
        tokens = self.counter.count(self.formatter.format(item) + "\n")
        return item.model_copy(update={"tokens": tokens})


def _strongest_first(candidates: Sequence[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: -candidate.score)


def _without_copies(candidates: Sequence[Candidate]) -> Iterator[tuple[Candidate, list[Candidate]]]:
    """Yield each text once, with its copies, from the strongest on.

    Of equal texts the most trusted is kept: a customer who repeats an article must not push the article out.
    """
    groups: dict[tuple[str | None, str], list[Candidate]] = {}
    for candidate in candidates:
        text = " ".join(candidate.evidence.text.casefold().split())
        groups.setdefault((candidate.evidence.owner, text), []).append(candidate)
    for group in groups.values():
        kept, *copies = sorted(group, key=lambda candidate: _STRENGTH[candidate.evidence.trust])
        yield kept, copies
