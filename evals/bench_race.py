"""Two ways to search, raced on the same questions: how long each takes, how good each is, and how far they agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median, quantiles

from evals.beir import Query
from evals.metrics import ndcg_at_k, recall_at_k
from evals.timing import elapsed_ms
from knowledge.types import Value

Search = Callable[[str], Sequence[str]]
"""Passage ids for a question, best first."""

WARMING = 5
"""Questions asked before the first that counts."""
AGREEMENT = 10
"""First passages that are compared."""


class Side(Value):
    """What one way to search takes and finds."""

    p50_ms: float
    p95_ms: float
    recall_at_8: float | None
    """None where the questions have no judgements, as the next one."""
    ndcg_at_10: float | None


class Race(Value):
    """Two ways to search, on the same questions in one process."""

    name: str
    queries: int
    ours: Side
    theirs: Side
    times_faster: float
    """Their p50 over ours."""
    agreement: float
    """Mean share of our first ten passages that are among their first ten."""


@dataclass
class Lane:
    """One way to search, and what came of it."""

    search: Search
    milliseconds: list[float] = field(default_factory=list)
    found: list[Sequence[str]] = field(default_factory=list)
    """Passage ids, one list a question."""

    def ask(self, text: str) -> None:
        """Search once, timed."""
        self.milliseconds.append(elapsed_ms(lambda: self.found.append(self.search(text))))

    @property
    def p50_ms(self) -> float:
        """Of the middle question."""
        return median(self.milliseconds)

    def side(self, queries: Sequence[Query], documents: Mapping[str, str]) -> Side:
        """The figures; measures count documents, each at the rank of its best passage."""
        judged = [
            (tuple(dict.fromkeys(documents[passage] for passage in found)), query.qrels)
            for query, found in zip(queries, self.found, strict=True)
            if any(grade > 0 for grade in query.qrels.values())
        ]
        return Side(
            p50_ms=round(self.p50_ms, 2),
            p95_ms=round(quantiles(self.milliseconds, n=20)[-1], 2),
            recall_at_8=round(fmean(recall_at_k(*one, 8) for one in judged), 4) if judged else None,
            ndcg_at_10=round(fmean(ndcg_at_k(*one, 10) for one in judged), 4) if judged else None,
        )


def race(name: str, queries: Sequence[Query], ours: Search, theirs: Search, documents: Mapping[str, str]) -> Race:
    """Ask both every question once, in turns: who goes first changes from one question to the next.

    Args:
        name: of the race.
        queries: at least two.
        ours: one way.
        theirs: the other.
        documents: document by passage id.
    """
    lanes = Lane(ours), Lane(theirs)
    for query, search in [(query, search) for query in queries[:WARMING] for search in (ours, theirs)]:
        search(query.text)
    for n, query in enumerate(queries):
        for lane in lanes if n % 2 == 0 else reversed(lanes):
            lane.ask(query.text)
    own, other = (lane.side(queries, documents) for lane in lanes)
    return Race(
        name=name,
        queries=len(queries),
        ours=own,
        theirs=other,
        times_faster=round(lanes[1].p50_ms / lanes[0].p50_ms, 2),
        agreement=round(fmean(map(_agreement, lanes[0].found, lanes[1].found)), 3),
    )


def _agreement(ours: Sequence[str], theirs: Sequence[str]) -> float:
    """1 where neither finds anything."""
    first, second = set(ours[:AGREEMENT]), set(theirs[:AGREEMENT])
    return len(first & second) / max(len(first), len(second)) if first or second else 1.0
