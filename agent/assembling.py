"""Assembling the context: fit the candidates into the budget, then order them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.context.fitting import ContextFitter
from agent.context.ordering import EdgeOrdering
from agent.prompts import fixed_texts
from agent.types import Candidate, ContextPack, DraftRequest


@dataclass(frozen=True)
class Assembler:
    """Builds what the drafter is shown."""

    fitter: ContextFitter
    ordering: EdgeOrdering

    def assemble(self, request: DraftRequest, candidates: Sequence[Candidate]) -> ContextPack:
        """The candidates that fit beside the policy, the history and the question, none of which is trimmed.

        Args:
            request: its context is not looked at.
            candidates: in any order.
        """
        return self.ordering.order_pack(self.fitter.fit(candidates, fixed_texts(request)))
