"""The models of a process, loaded once for all cases that it holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from agent.grounding.nli import NliTier
from agent.open_models import open_embedder, open_nli, open_reranker
from agent.settings import Settings
from evals.metered_verifier import MeteredVerifier
from evals.remembering import RememberingReranker
from knowledge.caching import CachingEmbedder
from knowledge.embedding import Embedder
from knowledge.query_memo import QueryMemo
from knowledge.reranking import Reranker
from knowledge.sparse_encoding import SparseEncoder, open_sparse_encoder

Opened = TypeVar("Opened")

QUERIES = 4_000
"""Queries of which the vector is kept: a case asks the same as the agents that it is held against."""


@dataclass(frozen=True)
class SharedModels:
    """Opens each model once for each way it is set up, and reads each text and each pair once where `remembers`."""

    remembers: bool = True
    """False where the time of a turn is looked at."""
    _opened: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def embedder(self, settings: Settings) -> Embedder:
        """The embedder that the settings name."""

        def opened() -> Embedder:
            found = open_embedder(settings)
            return QueryMemo(CachingEmbedder(found), size=QUERIES) if self.remembers else QueryMemo(found)

        return self.once(f"embedder {settings.knowledge.embedder}", opened)

    def reranker(self, settings: Settings) -> Reranker | None:
        """The reranker that the settings name."""

        def opened() -> Reranker | None:
            found = open_reranker(settings, self.embedder(settings))
            return RememberingReranker(found) if found and self.remembers else found

        return self.once(f"reranker {settings.knowledge.reranker} {settings.knowledge.embedder}", opened)

    def sparse(self, settings: Settings) -> SparseEncoder | None:
        """The learned sparse encoder, where the settings ask one."""
        key = f"sparse {settings.knowledge.retrievers} {settings.knowledge.sparse_encoder}"
        return self.once(key, lambda: open_sparse_encoder(settings.knowledge, settings.models.allow_fetch))

    def nli(self, settings: Settings) -> NliTier:
        """The NLI tier that the settings name."""
        grounding = settings.grounding
        thresholds = f"{grounding.entailed} {grounding.wrong_answer_rate}"
        found: NliTier = self.once(f"nli {grounding.verifier} {thresholds}", lambda: open_nli(settings))
        if found.verifier is None:
            return found
        verifier = found.verifier
        return replace(
            found,
            verifier=self.once(
                f"verifier {grounding.verifier}", lambda: MeteredVerifier(verifier) if self.remembers else verifier
            ),
        )

    def once(self, key: str, opened: Callable[[], Opened]) -> Opened:
        """What was opened under this key, or is now."""
        if key not in self._opened:
            self._opened[key] = opened()
        found: Opened = self._opened[key]
        return found
