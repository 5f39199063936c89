"""A small knowledge base whose articles say the same and differ in all that a filter asks for."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from hypothesis import strategies as st

from knowledge.filters import CUSTOMER_AUDIENCES, Filter
from knowledge.search import Searcher
from knowledge.types import Passage

DAY = date(2026, 11, 30)
TITLES = (
    "Alder", "Birch", "Cedar", "Damson", "Elder", "Fern", "Gorse", "Hazel", "Ivy", "Juniper", "Kelp", "Larch",
    "Maple", "Nettle", "Oak", "Poplar", "Quince", "Rowan", "Sorrel", "Thyme", "Umbra", "Vetch", "Willow", "Yarrow",
)  # fmt: skip
"""One an article: a name of its own, which no other article has a word of."""


def article(n: int) -> str:
    """The text of an article with its front matter; each condition changes at another pace."""
    audience = ("customer", "internal", "public", "staff")[n % 4]
    language = ("en", "de", "")[n % 3]
    begin = DAY + timedelta(days=(-400, -10, 0, 1, 90)[n % 5])
    end = begin + timedelta(days=(390, 9, 9, 9, 9)[n % 5])
    front = [f"audience: {audience}", f"version: {1 + n // 2 % 2}", f"effective_from: {begin}", f"effective_to: {end}"]
    front += [f"language: {language}"] if language else []
    keys = "\n".join(front)
    return (
        f"---\n{keys}\n---\n# {TITLES[n]} lamp\n\n## Warranty\n\nThe {TITLES[n]} lamp is covered for {n + 2} years.\n"
    )


def write_articles(folder: Path) -> Path:
    """Write one file for each title."""
    folder.mkdir(parents=True, exist_ok=True)
    for n, title in enumerate(TITLES):
        (folder / f"{title.lower()}.md").write_text(article(n), encoding="utf-8")
    return folder


FILTERS = st.builds(
    Filter,
    as_of=st.integers(-12, 95).map(lambda days: DAY + timedelta(days=days)),
    audiences=st.frozensets(st.sampled_from(["customer", "public", "internal", "staff"]), max_size=3)
    | st.just(CUSTOMER_AUDIENCES),
    equals=st.dictionaries(
        st.sampled_from(["language", "version"]), st.sampled_from(["en", "de", "1", "2"]), max_size=2
    ),
)
QUERIES = st.sampled_from(["lamp", "how long is the lamp covered", *(f"{title} lamp warranty" for title in TITLES)])


def permitted(searcher: Searcher, condition: Filter) -> dict[str, Passage]:
    """The passages that a filter allows, told one by one."""
    return {one.passage_id: one for one in searcher.state.passages if condition.matches(one)}
