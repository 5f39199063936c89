"""Finding articles that say nearly the same, so that one of them can go."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from math import ceil

from knowledge.types import Value

SHINGLE = 3
"""Words of a shingle. One changed word of fifty leaves a share of 0.89."""

SHARE = 0.8

STEP = 100
"""Articles compared between two calls of the progress function."""

WORD = re.compile(r"\w+")


class NearDuplicate(Value):
    """Two articles whose text is nearly the same."""

    articles: tuple[str, str]
    share: float
    """Of the shingles of both, how many they have in common: the Jaccard resemblance, 0 to 1."""


def shingles(text: str) -> frozenset[str]:
    """The runs of three words of a text; a shorter text is one run.

    Source: Broder, On the resemblance and containment of documents (1997).
    """
    words = WORD.findall(text.casefold())
    runs = range(max(len(words) - SHINGLE + 1, 1)) if words else ()
    return frozenset(" ".join(words[begin : begin + SHINGLE]) for begin in runs)


def near_duplicates(
    texts: Mapping[str, str], progress: Callable[[int, int], None] = lambda done, total: None
) -> list[NearDuplicate]:
    """Every pair of texts with a share of at least 0.8, the largest first; exact, no sample.

    Two sets that share so much have a shingle in common among the few rarest of each, so only those are looked up.
    Source: Bayardo, Ma and Srikant, Scaling Up All Pairs Similarity Search (2007).

    Args:
        texts: by name of the article.
        progress: told how many are compared, and of how many, every hundred articles.
    """
    sets = {name: found for name, text in texts.items() if (found := shingles(text))}
    frequency = Counter(shingle for found in sets.values() for shingle in found)
    rarest: dict[str, list[str]] = {}
    pairs: list[NearDuplicate] = []
    for done, (name, found) in enumerate(sets.items(), 1):
        prefix = sorted(found, key=lambda shingle: (frequency[shingle], shingle))[: _prefix(len(found))]
        for other in {other for shingle in prefix for other in rarest.get(shingle, ())}:
            share = _jaccard(found, sets[other])
            if share >= SHARE:
                pairs.append(NearDuplicate(articles=(other, name), share=round(share, 4)))
        for shingle in prefix:
            rarest.setdefault(shingle, []).append(name)
        if done % STEP == 0:
            progress(done, len(sets))
    return sorted(pairs, key=lambda pair: (-pair.share, pair.articles))


def _prefix(size: int) -> int:
    """How many of the rarest shingles must be looked up: the others are too few for the wanted share."""
    return size - ceil(round(SHARE * size, 6)) + 1


def _jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    shared = len(first & second)
    return shared / (len(first) + len(second) - shared)
