"""Models that read the same pair once: a suite asks the same questions again and again, and the answers are the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from agent.build import Parts, build_grounder, build_stages
from agent.drafting import Drafter
from agent.open_models import open_drafter, open_nli
from agent.stages import Stages
from evals.metered_verifier import MeteredVerifier
from knowledge.reranking import Reranker


@dataclass(frozen=True)
class RememberingReranker:
    """Reads each pair of query and text once: the same questions are asked again and again."""

    reranker: Reranker
    _known: dict[tuple[str, str], float] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        """The reranker's name."""
        return self.reranker.name

    @property
    def even_odds(self) -> float | None:
        """As the reranker's."""
        return self.reranker.even_odds

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score per text, higher is better."""
        new = [text for text in dict.fromkeys(texts) if (query, text) not in self._known]
        if new:
            self._known.update(zip(((query, text) for text in new), self.reranker.score(query, new), strict=True))
        return [self._known[query, text] for text in texts]

    def prepare(self, texts: Sequence[str]) -> None:
        """As the reranker's."""
        self.reranker.prepare(texts)


def remembering_stages(parts: Parts, drafter: Drafter | None = None) -> Stages:
    """The product's stages, whose verifier reads each pair once; the settings' drafter unless another is given."""
    settings, nli = parts.settings, open_nli(parts.settings)
    if nli.verifier:
        nli = replace(nli, verifier=MeteredVerifier(nli.verifier))
    stages = build_stages(parts, drafter or open_drafter(settings, parts.embedder))
    return replace(stages, grounder_of=partial(build_grounder, settings, parts.embedder, nli, articles=parts.embedder))
