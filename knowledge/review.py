"""What an index says about its articles to those who write them: which repeat each other, which are stale, which can be found."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from knowledge.filters import Filter
from knowledge.freshness import STALE_DAYS, StaleArticle, stale
from knowledge.index import IndexState
from knowledge.near_duplicates import NearDuplicate, near_duplicates
from knowledge.types import Passage, Value


class ArticleReview(Value):
    """Articles by source id."""

    near_duplicates: tuple[NearDuplicate, ...]
    """Pairs that are in force on the same days, at least in part: of two versions, one after the other, none is too many."""
    stale: tuple[StaleArticle, ...]
    findable: dict[str, str]
    """Articles that customers may be shown today, source id by article name."""


def review(
    state: IndexState,
    today: date,
    stale_days: int = STALE_DAYS,
    progress: Callable[[str, int, int], None] = lambda step, done, total: None,
) -> ArticleReview:
    """Look through all articles of a state; no model is needed.

    Args:
        state: opened; its vectors are not read.
        today: the day on which articles are in force or stale.
        stale_days: how long a look at an article is good for.
        progress: told of comparing, where there are many articles.
    """
    passages: dict[str, list[Passage]] = {row.article: [] for row in state.articles}
    for passage in state.passages:
        passages[passage.article].append(passage)
    found = {row.source_id: passages[row.article] for row in state.articles}
    firsts = {source: own[0] for source, own in found.items()}
    texts = {source: "\n".join(passage.text for passage in own) for source, own in found.items()}
    pairs = near_duplicates(texts, lambda done, total: progress("comparing", done, total))
    looks = (stale(source, first, today, stale_days) for source, first in firsts.items())
    condition = Filter(as_of=today)
    return ArticleReview(
        near_duplicates=tuple(pair for pair in pairs if _meet(*(firsts[source] for source in pair.articles))),
        stale=tuple(look for look in looks if look is not None),
        findable={first.article: source for source, first in firsts.items() if condition.matches(first)},
    )


def _meet(first: Passage, second: Passage) -> bool:
    return first.effective_from <= second.effective_to and second.effective_from <= first.effective_to
