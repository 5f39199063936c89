"""`support kb search` shows nothing outside its filter, with the product's own embedder."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.build import open_parts
from knowledge.filters import Filter
from knowledge.types import Passage
from tests.agent.shop import run, settings_for
from tests.varied import DAY, QUERIES, write_articles

DAYS = st.integers(-12, 95).map(lambda days: DAY + timedelta(days=days))
CONDITIONS = st.dictionaries(
    st.sampled_from(["language", "version", "audience"]),
    st.sampled_from(["en", "de", "1", "2", "internal", "public"]),
    max_size=2,
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("varied")
    open_parts(settings_for(root / "home")).syncer.sync(write_articles(root / "articles"))
    return root / "home"


@pytest.fixture(scope="module")
def passages(home: Path) -> tuple[Passage, ...]:
    return tuple(open_parts(settings_for(home)).knowledge.searcher.state.passages)


@settings(max_examples=10, deadline=None)
@given(day=DAYS, conditions=CONDITIONS, query=QUERIES, explain=st.booleans())
def test_nothing_outside_the_filter_is_listed_named_as_candidate_or_explained(
    home: Path, passages: tuple[Passage, ...], day: date, conditions: dict[str, str], query: str, explain: bool
) -> None:
    named = [part for key, value in conditions.items() for part in ("--filter", f"{key}={value}")]
    arguments = ["kb", "search", query, "--k", "100", "--as-of", day.isoformat(), *named]
    ran = run(home, *arguments, "--explain" if explain else "--json", SUPPORT_KNOWLEDGE__RERANKER="none")
    condition = Filter(as_of=day, equals=conditions)
    allowed = {one.passage_id for one in passages if condition.matches(one)}
    assert ran.exit_code == 0
    if explain:
        assert {one.passage_id for one in passages if one.text in ran.stdout} == allowed
        return
    shown = json.loads(ran.stdout)
    assert {result["passage_id"] for result in shown["results"]} == set(shown["candidates"]) == allowed
    assert shown["allowed"] == len(allowed)
