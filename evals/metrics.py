"""Measures of one ranked list against graded relevance judgements (qrels).

A ranking is document ids, best first, each at most once. The judgements give a grade per document id: above 0 is
relevant, and documents without a judgement are not. A mean over queries is the caller's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2

from evals.errors import UndefinedMeasureError

Qrels = Mapping[str, int]


def recall_at_k(ranking: Sequence[str], qrels: Qrels, k: int) -> float:
    """Share of the relevant documents that are among the first `k`, 0 to 1; grades above 0 count alike.

    Source: Manning, Raghavan and Schütze, Introduction to Information Retrieval (2008), section 8.3.
    """
    relevant = _relevant(qrels)
    return len(relevant.intersection(ranking[:k])) / len(relevant)


def ndcg_at_k(ranking: Sequence[str], qrels: Qrels, k: int) -> float:
    """Normalised discounted cumulative gain of the first `k`, 0 to 1: gain = grade, discount = log2(rank + 1).

    This is the form that trec_eval and BEIR report; the one with gain 2^grade - 1 differs once grades exceed 1.
    Source: Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques (TOIS 20, 2002).
    """
    ideal = sorted((qrels[document] for document in _relevant(qrels)), reverse=True)
    found = [max(qrels.get(document, 0), 0) for document in ranking]
    return _dcg(found[:k]) / _dcg(ideal[:k])


def reciprocal_rank(ranking: Sequence[str], qrels: Qrels) -> float:
    """1 / rank of the first relevant document, ranks from 1; 0 where the ranking holds none.

    Source: Voorhees, The TREC-8 Question Answering Track Report (1999).
    """
    relevant = _relevant(qrels)
    return next((1 / rank for rank, document in enumerate(ranking, 1) if document in relevant), 0.0)


def _dcg(gains: Sequence[int]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, 1))


def _relevant(qrels: Qrels) -> set[str]:
    relevant = {document for document, grade in qrels.items() if grade > 0}
    if not relevant:
        raise UndefinedMeasureError(
            f"None of the {len(qrels)} judgements has a grade above 0: wanted at least one relevant document. "
            "Leave the query out of the mean."
        )
    return relevant
