import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.errors import IndexMissingError
from knowledge.filters import CUSTOMER_AUDIENCES, Filter
from knowledge.search import KnowledgeBase, SearchResult
from knowledge.settings import KnowledgeSettings
from tests.helpers import TODAY, Shop

ARTICLES: dict[str, str | bytes] = {
    "parcels.md": "# Parcels\n\nA parcel arrives within three days.\n",
    "refunds.md": "# Refunds\n\nMoney for a parcel arrives after five days.\n",
    "codes.md": "# Codes\n\nError E-4012 means that a card was refused.\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    made = Shop(tmp_path_factory.mktemp("shop")).write(ARTICLES)
    made.sync()
    return made


@dataclass(frozen=True)
class LengthReranker:
    """Prefers short texts, so that its order is none of the retrievers'."""

    name: str = "length"
    even_odds: float | None = None

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        return [-float(len(text)) for text in texts]


def ids(result: SearchResult) -> list[str]:
    return [hit.passage.passage_id for hit in result.hits]


def test_reranker_whose_scores_are_odds_says_how_likely_a_hit_answers(shop: Shop) -> None:
    found = shop.knowledge(LengthReranker(even_odds=-30.0)).search("when does my parcel arrive", TODAY).hits[0]
    assert found.scores.rerank is not None
    assert found.scores.answers == pytest.approx(1 / (1 + math.exp(-30.0 - found.scores.rerank)))
    assert shop.knowledge(LengthReranker()).search("when does my parcel arrive", TODAY).hits[0].scores.answers is None


def test_score_far_from_even_odds_is_as_good_as_certain(shop: Shop) -> None:
    for even, chance in ((1e6, 0.0), (-1e6, 1.0)):
        found = shop.knowledge(LengthReranker(even_odds=even)).search("when does my parcel arrive", TODAY)
        assert found.hits[0].scores.answers == chance


def test_a_hit_carries_its_rank_and_score_from_every_stage(shop: Shop) -> None:
    found = shop.knowledge(LengthReranker()).search("when does my parcel arrive", TODAY)
    hit = found.hits[0]
    assert (hit.rank, hit.passage.passage_id, found.reranker) == (1, "parcels#0", "length")
    assert hit.scores.bm25 is not None
    assert hit.scores.dense is not None
    assert hit.scores.rerank == -len(hit.passage.indexed_text)
    assert hit.ranks == {"bm25": 1, "dense": 1}
    assert hit.scores.fused == pytest.approx(2 / 61)
    assert set(found.timings_ms) == {"filter", "bm25", "embed", "dense", "rerank"}


def test_a_passage_that_one_retriever_misses_has_no_score_of_it(shop: Shop) -> None:
    hits = {hit.passage.passage_id: hit for hit in shop.knowledge().search("E4012", TODAY).hits}
    assert hits["codes#0"].ranks["bm25"] == 1
    assert (hits["refunds#0"].scores.bm25, list(hits["refunds#0"].ranks)) == (None, ["dense"])
    assert hits["refunds#0"].scores.dense is not None


def test_without_a_reranker_the_fused_order_is_the_order(shop: Shop) -> None:
    found = shop.knowledge().search("parcel days", TODAY)
    assert ids(found) == list(found.candidates)
    assert (found.reranker, found.hits[0].scores.rerank) == (None, None)


def test_the_shortlist_alone_is_reranked_and_the_rest_follows_in_fused_order(shop: Shop) -> None:
    two = replace(shop, settings=KnowledgeSettings(rerank=2))
    found = two.knowledge(LengthReranker()).search("money for a parcel arrives", TODAY)
    assert found.candidates == ("refunds#0", "parcels#0", "codes#0")
    assert ids(found) == ["parcels#0", "refunds#0", "codes#0"]
    assert found.hits[2].scores.rerank is None


def test_as_many_as_asked_for_or_as_the_settings_keep_are_returned(shop: Shop) -> None:
    one = replace(shop, settings=KnowledgeSettings(keep=1))
    assert len(one.knowledge().search("parcel", TODAY).hits) == 1
    assert len(one.knowledge().search("parcel", TODAY, k=2).hits) == 2


def test_further_phrasings_are_found_and_fused_with_the_first(shop: Shop) -> None:
    narrow = replace(shop, settings=KnowledgeSettings(candidates=1))
    query = "a parcel arrives within three days"
    assert ids(narrow.knowledge().search(query, TODAY)) == ["parcels#0"]
    found = narrow.knowledge().search(query, TODAY, also=("error E-4012 card refused", " ", query))
    assert ids(found) == ["parcels#0", "codes#0"]
    assert (found.query, found.also) == (query, ("error E-4012 card refused",))
    assert [hit.ranks["bm25"] for hit in found.hits] == [1, 1]


def test_each_phrasing_reranks_its_share_of_the_shortlist(shop: Shop) -> None:
    two = replace(shop, settings=KnowledgeSettings(rerank=2))
    found = two.knowledge(LengthReranker()).search("money arrives", TODAY, also=("E-4012 card",))
    assert [hit.passage.passage_id for hit in found.hits if hit.scores.rerank is not None] == ["refunds#0", "codes#0"]


def test_names_are_those_of_the_articles_that_the_filter_allows(varied: Shop) -> None:
    searcher = varied.knowledge().searcher
    staff = Filter(as_of=date(2026, 9, 1), audiences=frozenset({"staff"}))
    titles = {one.heading_path[0] for one in searcher.state.passages if staff.matches(one)}
    assert titles
    assert set(searcher.names(staff).names.values()) == titles
    assert set(searcher.names(Filter(as_of=date(2020, 1, 1))).names) == set()
    assert set(searcher.names(staff).names.values()) == titles


@pytest.mark.parametrize("query", ["", "  \n"])
def test_an_empty_query_finds_nothing(shop: Shop, query: str) -> None:
    found = shop.knowledge().search(query, TODAY)
    assert (found.hits, found.candidates, found.allowed) == ((), (), 3)


@pytest.mark.parametrize(
    "condition",
    [
        Filter(as_of=TODAY.as_of, equals={"topic": "gardens"}),
        Filter(as_of=TODAY.as_of, audiences=frozenset()),
        Filter(as_of=TODAY.as_of, equals={"$or": "[]"}),
        Filter(as_of=TODAY.as_of, equals={"effective_from": "2026-01-01"}),
    ],
)
def test_a_filter_that_matches_nothing_says_so(shop: Shop, condition: Filter) -> None:
    found = shop.knowledge().search("parcel", condition)
    assert (found.allowed, found.hits, found.candidates) == (0, (), ())


def test_a_passage_is_looked_up_by_its_id(shop: Shop) -> None:
    base = shop.knowledge()
    found = base.passage("codes#0")
    assert found is not None
    assert found.heading_path == ("Codes",)
    assert base.passage("codes#9") is None


DAYS = st.integers(-2, 2).map(lambda n: date(2026, 9, 1) + timedelta(n))
FILTERS = st.builds(
    Filter,
    as_of=DAYS,
    audiences=st.frozensets(st.sampled_from(["customer", "public", "internal"]), min_size=1)
    | st.just(CUSTOMER_AUDIENCES),
    equals=st.dictionaries(
        st.sampled_from(["topic", "version", "article"]), st.sampled_from(["0", "1", "a3"]), max_size=2
    ),
)


@pytest.fixture(scope="module")
def varied(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """Twenty articles on the same words that differ in all that a filter asks for."""
    made = Shop(tmp_path_factory.mktemp("varied"))
    for n in range(20):
        audience = ("customer", "internal", "public", "staff")[n % 4]
        begin = date(2026, 8, 30) + timedelta(n % 5)
        front = f"audience: {audience}\neffective_from: {begin}\neffective_to: {begin + timedelta(1)}\ntopic: {n % 2}"
        made.write({f"a{n}.md": f"---\n{front}\nversion: {n % 3}\n---\nThe parcel of article {n} arrives."})
    made.sync()
    return made


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    condition=FILTERS,
    query=st.sampled_from(["parcel", "article 3 arrives", "gardens"]),
    rerank=st.booleans(),
    also=st.sampled_from([(), ("article 5", "parcel")]),
)
def test_nothing_outside_the_filter_comes_from_any_retriever_or_reranker(
    varied: Shop, condition: Filter, query: str, rerank: bool, also: tuple[str, ...]
) -> None:
    searcher = varied.knowledge(LengthReranker() if rerank else None).searcher
    permitted = {one.passage_id for one in searcher.state.passages if condition.matches(one)}
    found = searcher.search(query, condition, k=100, also=also)
    assert found.allowed == len(permitted)
    assert set(found.candidates) == {hit.passage.passage_id for hit in found.hits} == permitted


def test_the_best_allowed_passages_are_found_behind_many_forbidden_ones(tmp_path: Path) -> None:
    made = Shop(tmp_path, settings=KnowledgeSettings(candidates=3))
    made.write({f"no{n}.md": "---\naudience: internal\n---\nparcel parcel parcel" for n in range(60)})
    made.write({f"yes{n}.md": f"A parcel and many other words {n}" for n in range(3)})
    made.sync()
    assert sorted(made.found("parcel parcel parcel")) == ["yes0#0", "yes1#0", "yes2#0"]


def test_the_knowledge_base_reopens_after_a_sync(tmp_path: Path) -> None:
    made = Shop(tmp_path).write(ARTICLES)
    base = made.knowledge()
    with pytest.raises(IndexMissingError):
        base.search("parcel", TODAY)
    made.sync()
    before = base.searcher
    assert base.searcher is before
    for n in range(3):
        made.write({"new.md": f"A fern needs water {n} times."}).sync()
        assert base.search("fern water", TODAY).hits[0].passage.text == f"A fern needs water {n} times."
    assert base.searcher is not before


def test_a_searcher_in_use_answers_from_its_state_while_a_sync_moves_on(tmp_path: Path) -> None:
    made = Shop(tmp_path).write(ARTICLES)
    made.sync()
    base = made.knowledge()
    held = base.searcher
    made.write({"parcels.md": "# Parcels\n\nEverything changed.\n"}).sync()
    assert "changed" in base.search("everything changed", TODAY).hits[0].passage.text
    assert "three days" in held.search("parcel arrives", TODAY).hits[0].passage.text


def test_searches_go_on_while_syncs_follow_one_another(tmp_path: Path) -> None:
    made = Shop(tmp_path).write(ARTICLES)
    made.sync()
    base = made.knowledge()
    done = threading.Event()
    found: list[list[str]] = []
    failed: list[Exception] = []

    def search() -> None:
        while not done.is_set():
            try:
                found.append(ids(base.search("card refused", TODAY, k=1)))
            except Exception as error:  # noqa: BLE001  whatever it is, the test must show it
                failed.append(error)

    thread = threading.Thread(target=search)
    thread.start()
    for n in range(6):
        made.write({"new.md": f"A fern needs water {n} times."}).sync()
    done.set()
    thread.join()
    assert failed == []
    assert found
    assert all(one == ["codes#0"] for one in found)


@pytest.mark.parametrize(
    ("day", "article"), [(date(2026, 8, 1), "returns-window-2025"), (date(2026, 11, 30), "returns-window")]
)
def test_only_the_return_window_in_force_is_found(sample_knowledge: KnowledgeBase, day: date, article: str) -> None:
    found = sample_knowledge.search("How long is the return window?", Filter(as_of=day), k=100)
    windows = {hit.passage.article for hit in found.hits if hit.passage.article.startswith("returns-window")}
    assert windows == {article}


def test_staff_articles_are_found_by_staff_alone(sample_knowledge: KnowledgeBase) -> None:
    query = "staff refund escalation goodwill limit"
    assert "staff-refund-escalation" not in {
        hit.passage.article for hit in sample_knowledge.search(query, TODAY, 100).hits
    }
    staff = Filter(as_of=TODAY.as_of, audiences=frozenset({"internal"}))
    assert {hit.passage.article for hit in sample_knowledge.search(query, staff).hits} == {"staff-refund-escalation"}


@pytest.mark.parametrize(
    ("query", "heading"),
    [
        ("When will the refund be on my card statement?", "When the money arrives"),
        ("what is E-1043", "E-1043"),
        ("what is e 1034", "E-1034"),
    ],
)
def test_the_real_model_finds_the_section_that_answers(
    sample_knowledge: KnowledgeBase, query: str, heading: str
) -> None:
    assert heading in " › ".join(sample_knowledge.search(query, TODAY).hits[0].passage.heading_path)


CODES: dict[str, str | bytes] = {
    "refused.md": "# Card refused\n\nThe payment failed with E-4012, which the bank sends and nobody here can lift.\n",
    "expired.md": "# Card expired\n\nE-4021 means failed.\n",
    "limit.md": "# Card limit\n\nE-4013 means failed.\n",
    "late.md": "# Late\n\nA parcel is late.\n",
}


@pytest.fixture(scope="module")
def codes(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    made = Shop(tmp_path_factory.mktemp("codes")).write(CODES)
    made.sync()
    return made


def test_the_passage_of_the_code_that_was_asked_for_stays_above_those_of_other_codes(codes: Shop) -> None:
    found = codes.knowledge(LengthReranker()).search("what does the failed card with E4012 mean", TODAY)
    assert [hit.scores.rerank for hit in found.hits] != sorted((hit.scores.rerank for hit in found.hits), reverse=True)
    assert found.hits[0].passage.passage_id == "refused#0"
    assert [hit.identifiers for hit in found.hits] == [("e4012",), (), (), ()]
    assert found.candidates[0] == "refused#0"


def test_a_holder_is_reranked_though_the_fused_shortlist_would_have_left_it_out(codes: Shop) -> None:
    one = replace(codes, settings=KnowledgeSettings(rerank=1, retrievers=("dense",)))
    found = one.knowledge(LengthReranker()).search("means failed card e-4012", TODAY)
    assert (ids(found)[0], found.hits[0].scores.rerank is None) == ("refused#0", False)


def test_a_plain_number_or_word_leaves_the_order_to_the_models(codes: Shop) -> None:
    found = codes.knowledge(LengthReranker()).search("a card that failed in 4012", TODAY)
    assert [hit.identifiers for hit in found.hits] == [()] * 4


def test_one_question_with_a_code_does_not_push_out_the_answer_to_the_other(codes: Shop) -> None:
    knowledge = codes.knowledge(LengthReranker())
    found = knowledge.search("E-4012", TODAY, also=("is my parcel late",))
    assert set(ids(found)[:2]) == {"refused#0", "late#0"}
    both = knowledge.search("E-4012", TODAY, also=("a card with e 4012",))
    assert ids(both)[0] == "refused#0"
