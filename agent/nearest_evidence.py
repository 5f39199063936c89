"""The words of the evidence that come nearest to a claim, for a person who wonders why it was not proved."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.sentences import find_sentences
from agent.types import Claim, Evidence
from knowledge.types import Value

COMMON = frozenset(
    re.findall(
        r"\w+",
        """
        about after again also another been before being below between both cannot could does doing down
        each from further have having here into itself made make more most only order orders other over
        please same should show some such take takes than that their them then there these they this those
        through took under until very were what when where which while will with would your yours
        """,
    )
)
"""Words of four letters or more that say nothing of the subject."""
SHARED = 2
"""Fewer words in common say nothing."""


class Nearest(Value):
    """A line of the evidence."""

    evidence: Evidence
    line: str


def content_words(text: str) -> list[str]:
    """Words that carry the meaning, small, without a plural's `s`, in reading order; numbers and ids are none."""
    found = (word.rstrip("s") for word in re.findall(r"[^\W\d_]{4,}", text.casefold()) if word not in COMMON)
    return [word for word in found if word not in COMMON]


def nearest_line(claim: Claim, evidence: Sequence[Evidence]) -> Nearest | None:
    """The line that shares most words with a claim, of the claim's own order where it has one; None where none is near."""
    wanted = set(content_words(claim.text))
    own = [item for item in evidence if item.owner == claim.owner and item.trust != "user"]
    lines = [(item, sentence.text) for item in own for sentence in find_sentences(item.text)]
    rated = [(len(wanted & set(content_words(line))), item, line) for item, line in lines]
    best = max(rated, key=lambda one: one[0], default=None)
    if best is None or best[0] < SHARED:
        return None
    return Nearest(evidence=best[1], line=best[2])
