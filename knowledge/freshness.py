"""Finding articles that nobody has looked after for a while, by the dates in their front matter."""

from __future__ import annotations

from datetime import date

from knowledge.types import Passage, Scalar, Value

LOOKED_AT = ("reviewed_on", "updated")
"""Front matter keys of a day on which somebody looked at the article; the newest counts."""

REVIEW_BY = "review_by"
"""Front matter key of the last day for the next look."""

STALE_DAYS = 365


class StaleArticle(Value):
    """An article that should be looked at."""

    article: str
    reason: str


def stale(article: str, passage: Passage, today: date, days: int = STALE_DAYS) -> StaleArticle | None:
    """Why an article should be looked at; None where nothing says so. One without any date is never stale.

    Args:
        article: the name to report.
        passage: any of its passages; all of them carry its front matter.
        today: the day it is judged on.
        days: how long a look is good for.
    """
    found = {key.lower(): day for key, value in passage.metadata.items() if (day := _day(value))}
    looked = max(((found[key], key) for key in LOOKED_AT if key in found), default=None)
    due = found.get(REVIEW_BY)
    reasons = []
    if passage.effective_to < today:
        reasons.append(f"not in force since {passage.effective_to}")
    if due and due < today:
        reasons.append(f"was to be reviewed by {due}")
    if looked and (today - looked[0]).days > days:
        words = looked[1].replace("_", " ") if looked[1] != "updated" else "last updated"
        reasons.append(f"{words} {looked[0]}, {(today - looked[0]).days:,} days ago")
    return StaleArticle(article=article, reason="; ".join(reasons)) if reasons else None


def _day(value: Scalar) -> date | None:
    try:
        return date.fromisoformat(str(value).strip()[:10])
    except ValueError:
        return None
