"""Sources offer candidates: the articles in force, and the verified customer's own orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

import pytest

from agent.gathering import Gathered, Gatherer, KnowledgeSource, Offer, OrderSource, Turn, passage_evidence
from agent.order_dates import PlacedOrder
from agent.rewriting import ConversationRewriter, Searched
from agent.routing import Route
from agent.types import Message
from knowledge.filters import Filter
from knowledge.known_names import KnownNames
from knowledge.order_types import Order
from knowledge.search import SearchResult
from knowledge.types import Passage, SearchHit, SearchScores
from tests.agent.shop import TODAY, word_embedder
from tests.knowledge.orders_data import item, order

MINE = Order.model_validate(order("ORD-1001", note="Leave it at the \x1b[31mdoor\x1b[0m."))
OTHER = Order.model_validate(order("ORD-1002", items=[item(name="Copper kettle")]))
PASSAGE = Passage(
    passage_id="shipping#1",
    article="shipping",
    heading_path=("Shipping", "Prices"),
    text="Prices:\n| Method | Price |\n| Standard | 5.95 USD |\n| Express | 14.50 USD |",
    lines=(1, 5),
)


def orders_of(customer_id: str) -> tuple[Order, ...]:
    return (MINE, OTHER) if customer_id == "C-1" else ()


ORDERS = OrderSource(orders_of, word_embedder())


def about(*order_ids: str, query: str = "where is it") -> Route:
    return Route(kind="question", search_query=query, order_ids=order_ids, needs_orders=True, needs_knowledge=True)


def turn(customer_id: str | None = "C-1", **changes: bool) -> Turn:
    return Turn.model_validate({"customer_id": customer_id, "today": TODAY, **changes})


@dataclass
class Shelf:
    """A search that gives the same hits, and remembers how it was asked."""

    hits: tuple[SearchHit, ...] = ()
    allowed: int = 1
    asked: list[tuple[str, date | None]] = field(default_factory=list)
    conditions: list[Filter] = field(default_factory=list)

    @property
    def source(self) -> KnowledgeSource:
        return KnowledgeSource(self.search, ConversationRewriter(self.names))

    def names(self, condition: Filter) -> KnownNames:
        return KnownNames.of([PASSAGE])

    def search(self, searched: Searched, condition: Filter) -> SearchResult:
        self.asked.append((searched.query, condition.as_of))
        self.conditions.append(condition)
        return SearchResult(query=searched.query, hits=self.hits, allowed=self.allowed, timings_ms={})


def test_named_order_is_offered_with_every_field_as_evidence() -> None:
    offer = ORDERS.offer(about("ORD-1001"), turn())
    assert (offer.orders, offer.unknown_orders) == (("ORD-1001",), ())
    assert {one.owner for one in offer.evidence} == {"ORD-1001"}
    assert "ORD-1001/status" in {one.evidence_id for one in offer.evidence}
    assert offer.candidates[0].evidence.evidence_id == "ORD-1001"


def test_order_is_found_by_an_item_it_holds() -> None:
    assert ORDERS.offer(about(query="where is my kettle"), turn()).orders == ("ORD-1002",)


def test_words_of_the_customer_never_prove_anything() -> None:
    offer = ORDERS.offer(about("ORD-1001"), turn())
    (note,) = [one for one in offer.evidence if one.trust == "user"]
    assert (note.source, note.text) == ("customer", "Leave it at the door.")
    assert not any("door" in one.text for one in offer.evidence if one.trust != "user")


@pytest.mark.parametrize("customer_id", ["C-2", None])
def test_order_of_somebody_else_is_unknown(customer_id: str | None) -> None:
    offer = ORDERS.offer(about("ORD-1001"), turn(customer_id))
    assert offer.unknown_orders == ("ORD-1001",)
    assert (offer.candidates, offer.evidence, offer.orders) == ((), (), ())


def test_orders_are_not_read_for_a_question_that_needs_none() -> None:
    assert ORDERS.offer(Route(kind="question", search_query="shipping"), turn()) == Offer()


def test_passages_in_force_on_the_day_are_asked_for() -> None:
    shelf = Shelf((SearchHit(rank=1, passage=PASSAGE, scores=SearchScores(rerank=0.7)),))
    offer = shelf.source.offer(about(query="express price"), turn())
    assert shelf.asked == [("express price", TODAY)]
    assert [(one.evidence.evidence_id, one.score) for one in offer.candidates] == [("shipping#1", 0.7)]


def offered(*scores: SearchScores) -> list[tuple[int | None, float]]:
    hits = tuple(SearchHit(rank=rank, passage=PASSAGE, scores=one) for rank, one in enumerate(scores, 1))
    offer = Shelf(hits).source.offer(about(query="express price"), turn())
    return [(one.rank, one.score) for one in offer.candidates]


def test_order_of_the_search_goes_with_the_candidates() -> None:
    assert offered(SearchScores(rerank=0.0, dense=0.9), SearchScores(rerank=0.4)) == [(1, 0.0), (2, 0.4)]


def test_without_a_reranker_the_cosine_is_the_score() -> None:
    assert offered(SearchScores(dense=0.5), SearchScores(dense=0.75)) == [(1, 0.5), (2, 0.75)]


def test_passages_that_no_model_rated_are_scored_by_their_share_of_the_best_fused_score() -> None:
    found_by_words = SearchScores(bm25=7.0, fused=0.25)
    assert offered(SearchScores(dense=0.5, fused=0.5), found_by_words) == [(1, 1.0), (2, 0.5)]
    assert offered(found_by_words) == [(1, 1.0)]


def test_what_the_conversation_is_about_is_looked_for_and_recorded() -> None:
    shelf = Shelf((SearchHit(rank=1, passage=PASSAGE, scores=SearchScores(rerank=0.7)),))
    history = (Message(role="assistant", text="Shipping is quick."),)
    offer = shelf.source.offer(about(query="And to Norway?"), turn().model_copy(update={"history": history}))
    assert shelf.asked == [("Shipping And to Norway?", TODAY)]
    assert (offer.searched[0]["query"], offer.searched[0]["carried"]) == ("Shipping And to Norway?", ["Shipping"])


@dataclass(frozen=True)
class FallenBack:
    """A rewriter whose model could not be used."""

    def rewrite(self, query: str, questions: Sequence[str], history: Sequence[Message], condition: Filter) -> Searched:
        return Searched(query=query, fell_back="scripted:demo.yaml: the reply is empty")


def test_rewriting_that_was_not_used_is_recorded_with_the_reason() -> None:
    shelf = Shelf((SearchHit(rank=1, passage=PASSAGE, scores=SearchScores(rerank=0.7)),))
    offer = KnowledgeSource(shelf.search, FallenBack()).offer(about(query="And to Norway?"), turn())
    assert offer.notes == ("Searched without a rewriting: scripted:demo.yaml: the reply is empty.",)
    assert (offer.searched[0]["rewriter"], offer.searched[0]["fell_back"]) == (
        "conversation",
        "scripted:demo.yaml: the reply is empty",
    )


def test_articles_can_be_narrowed_to_what_their_front_matter_says() -> None:
    shelf = Shelf(allowed=0)
    source = KnowledgeSource(shelf.search, FallenBack(), {"version": "2", "language": "en"})
    assert source.offer(about(), turn()).notes[-1] == (
        "No help article is in force for customers today with language=en, version=2."
    )
    assert shelf.conditions == [Filter(as_of=TODAY, equals={"language": "en", "version": "2"})]


def test_switched_off_articles_are_not_searched() -> None:
    shelf = Shelf()
    offer = shelf.source.offer(about(), turn(use_knowledge=False))
    assert (shelf.asked, offer.candidates, len(offer.notes)) == ([], (), 1)


def test_filter_that_allows_nothing_is_noted() -> None:
    assert len(Shelf(allowed=0).source.offer(about(), turn()).notes) == 1


def test_row_of_a_table_can_be_quoted_alone() -> None:
    assert passage_evidence(PASSAGE).text == (
        "Prices:\nMethod: Standard; Price: 5.95 USD\nMethod: Express; Price: 14.50 USD"
    )


def test_article_is_retrieved_evidence_that_no_order_owns() -> None:
    evidence = passage_evidence(PASSAGE)
    assert (evidence.source, evidence.trust, evidence.owner) == ("article", "retrieved", None)


def test_offers_are_joined_in_the_order_of_the_sources() -> None:
    sources = (ORDERS, Shelf(allowed=0).source)
    gathered = Gatherer(sources).gather(about("ORD-1002"), turn())
    assert (gathered.orders, len(gathered.notes)) == (("ORD-1002",), 2)


def test_articles_are_searched_as_of_the_day_the_order_was_placed_and_without_its_number() -> None:
    shelf = Shelf((SearchHit(rank=1, passage=PASSAGE, scores=SearchScores(rerank=0.7)),))
    route = about("ORD-1001", query="how long can I return ORD-1001")
    gathered = Gatherer((ORDERS, shelf.source)).gather(route, turn())
    assert shelf.asked == [("how long can I return my order", MINE.placed_on)]
    assert gathered.placed == (PlacedOrder(order_id="ORD-1001", placed_on=MINE.placed_on),)
    assert gathered.notes == (f"Articles as of {MINE.placed_on}, when order ORD-1001 was placed.",)
    assert [one.evidence.as_of for one in gathered.candidates if one.evidence.source == "article"] == [MINE.placed_on]


def test_passage_that_was_not_in_force_for_every_order_is_not_offered() -> None:
    dated = PASSAGE.model_copy(update={"effective_to": date(2026, 8, 31)})
    shelf = Shelf((SearchHit(rank=1, passage=dated, scores=SearchScores(rerank=0.7)),))
    placed = tuple(PlacedOrder(order_id=f"ORD-{month}", placed_on=date(2026, month, 1)) for month in (7, 10))
    offer = shelf.source.offer(about(), turn().model_copy(update={"placed": placed}))
    assert (shelf.asked[0][1], offer.candidates, offer.evidence) == (date(2026, 7, 1), (), ())


def test_front_matter_says_when_a_passage_is_in_force_and_what_its_word_counts() -> None:
    dated = PASSAGE.model_copy(update={"effective_from": date(2026, 9, 1), "metadata": {"kind": "policy"}})
    evidence = passage_evidence(dated, TODAY)
    assert (evidence.effective_from, evidence.effective_to, evidence.as_of) == (date(2026, 9, 1), None, TODAY)
    assert evidence.authority > passage_evidence(PASSAGE).authority


def test_no_source_offers_nothing() -> None:
    assert Gatherer(()).gather(about(), turn()) == Gathered()
