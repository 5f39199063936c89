"""Hard negatives that our own retrieval mistakes for the answer, and what late interaction thinks of each text."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from knowledge.bm25 import Bm25Index
from knowledge.embedding import Embedder, Vectors
from knowledge.fusion import reciprocal_rank_fusion
from knowledge.models.training.loop import Say, bf16
from knowledge.models.training.mined_file import MinedFile
from knowledge.models.training.reranker_data import Group
from knowledge.reranking import LateInteractionReranker

FOUND = 15
"""Passages of a search among which negatives are taken."""

MINED = 2
"""Negatives of a group that are replaced by mined ones."""

TRUSTED_SHARE = 0.95
"""A found passage that late interaction scores above this share of the positive may well answer too: not a negative.

Source: Moreira et al., NV-Retriever: Improving text embedding models with effective hard-negative mining (2024).
"""

READ_WORDS = 90
"""Words of a text that are compared; most of what the reranker reads of it."""

LABELLED_BY_PEOPLE = frozenset({"epqa_dev", "hetpqa_dev", "semipqa_dev", "semipqa_testseen", "dstc11_dialogue"})
"""Sources whose negatives are known to be none of the answers: better than mined ones."""

MANY_TEXTS = 1_000_000


@dataclass(frozen=True)
class SearchedPool:
    """The positives of one source, indexed as the product indexes passages: BM25 and dense, ranks fused."""

    texts: Sequence[str]
    embedder: Embedder

    @cached_property
    def _bm25(self) -> Bm25Index:
        return Bm25Index.build(self.texts)

    @cached_property
    def _vectors(self) -> Vectors:
        return self.embedder.embed_passages(self.texts)

    @cached_property
    def _all(self) -> NDArray[np.bool_]:
        return np.ones(len(self.texts), dtype=bool)

    def search(self, query: str, k: int) -> list[str]:
        """The best `k` texts, best first."""
        sparse = [self.texts[place] for place, _ in self._bm25.search(query, k, self._all)]
        near = np.argsort(-(self._vectors @ self.embedder.embed_queries([query])[0]), kind="stable")[:k]
        dense = [self.texts[int(place)] for place in near]
        return [text for text, _ in reciprocal_rank_fusion([sparse, dense])][:k]


@dataclass(frozen=True)
class NegativeMiner:
    """Replaces easy negatives by passages that retrieval finds and late interaction ranks well below the answer."""

    embedder: Embedder
    say: Say

    def mine(self, groups: Sequence[Group], out: Path) -> list[Group]:
        """The groups in their order, with mined negatives and a teacher's scores; from `out` where they lie there.

        Raises:
            ModelError: `out` holds groups that were mined for another training.
        """
        made_from = hashlib.sha256(repr([(group.query, group.texts) for group in groups]).encode()).hexdigest()
        stored = MinedFile(out, made_from)
        if stored.exists():
            return stored.read()
        mined = self._mine(groups)
        stored.write(mined)
        return mined

    def _mine(self, groups: Sequence[Group]) -> list[Group]:
        by_source: dict[str, list[int]] = defaultdict(list)
        for place, group in enumerate(groups):
            by_source[group.source].append(place)
        found: dict[int, Group] = {}
        for source, places in sorted(by_source.items()):
            with bf16():
                found.update(self._of_source([groups[place] for place in places], places))
            replaced = sum(found[place].texts != groups[place].texts for place in places)
            self.say(f"{source}: {replaced:,} of {len(places):,} groups with mined negatives.")
        return [found[place] for place in range(len(groups))]

    def _of_source(self, groups: Sequence[Group], places: Sequence[int]) -> Mapping[int, Group]:
        pool = SearchedPool(sorted({_read(group.positive) for group in groups}), self.embedder)
        whole = {_read(group.positive): group.positive for group in groups}
        teacher = LateInteractionReranker(self.embedder, cached=MANY_TEXTS)
        teacher.prepare(sorted({_read(text) for group in groups for text in group.texts}, key=len))
        return {place: self._of_group(group, pool, whole, teacher) for place, group in zip(places, groups, strict=True)}

    def _of_group(
        self, group: Group, pool: SearchedPool, whole: Mapping[str, str], teacher: LateInteractionReranker
    ) -> Group:
        found = [] if group.source in LABELLED_BY_PEOPLE else pool.search(group.query, FOUND)
        taken = {_read(text) for text in group.texts}
        candidates = [text for text in found if text not in taken]
        read = [*(_read(text) for text in group.texts), *candidates]
        scores = dict(zip(read, teacher.score(group.query, read), strict=True))
        limit = TRUSTED_SHARE * scores[_read(group.positive)]
        given = group.texts[1:]
        mined = [whole[text] for text in candidates if scores[text] < limit][:MINED]
        texts = (group.positive, *[*mined, *given][: len(given)])
        return replace(group, texts=texts, teacher=tuple(round(scores[_read(text)], 4) for text in texts))


def _read(text: str) -> str:
    return " ".join(text.split()[:READ_WORDS])
