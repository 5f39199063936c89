"""Gathering: every source offers candidates; being offered is no right to be shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import Any, Protocol

from agent.context.cleaning import evidence_text
from agent.grounding.precedence import authority_of
from agent.inert import inert
from agent.order_dates import PlacedOrder, policy_days
from agent.rewriting import Rewriter, Searched
from agent.routing import Route
from agent.types import Candidate, Evidence, Message, Recalled
from agent.unnumbered import without_order_ids
from knowledge.embedding import Embedder
from knowledge.filters import Filter
from knowledge.order_corpus import OrderCorpus
from knowledge.order_fields import OrderField, customer_note
from knowledge.order_types import Order
from knowledge.search import SearchResult
from knowledge.types import Passage, SearchHit, Value

ORDER_LINES = 14
"""Field sentences of one order that are shown; grounding still sees every field."""


class Turn(Value):
    """Who asks, and what they may see."""

    customer_id: str | None
    """The verified customer; None where nobody is."""
    today: date
    use_knowledge: bool = True
    history: tuple[Message, ...] = ()
    """Earlier lines, oldest first: they say what a follow-up is about."""
    placed: tuple[PlacedOrder, ...] = ()
    """The orders that the sources asked before have found."""
    conversation_id: str = ""
    """The running conversation, which no memory of past ones may bring back."""


class Offer(Value):
    """What one source brings to a turn."""

    candidates: tuple[Candidate, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    """Finer pieces of the candidates that claims are checked against, for example single order fields."""
    orders: tuple[str, ...] = ()
    """Ids of the orders the message speaks of."""
    placed: tuple[PlacedOrder, ...] = ()
    """When each of them was placed, which decides whose day's articles count."""
    unknown_orders: tuple[str, ...] = ()
    """Ids that were named and cannot be shown; whether they exist is not said."""
    notes: tuple[str, ...] = ()
    """What a person should know: a source that is off, empty or filtered out."""
    searched: tuple[dict[str, Any], ...] = ()
    """How each search went, for the ledger: query, reranker, and rank and scores of what was found."""
    skills: tuple[str, ...] = ()
    """The shop's instructions for this kind of turn, most relevant first."""
    recalled: tuple[Recalled, ...] = ()
    """What the memories brought, and what they left out."""


class Gathered(Offer):
    """The offers of all sources together."""


class ContextSource(Protocol):
    """Something that can offer candidates."""

    def offer(self, route: Route, turn: Turn) -> Offer:
        """What this source has for the turn; nothing where it has nothing."""
        ...


@dataclass(frozen=True)
class Gatherer:
    """Asks every source in turn."""

    sources: tuple[ContextSource, ...]

    def gather(self, route: Route, turn: Turn) -> Gathered:
        """All offers joined, in the order of the sources; what one finds of orders is known to those after it.

        Sentences of articles, notes and memories that speak to whoever answers are left out, and a note says where.
        """
        offers: list[Offer] = []
        for source in self.sources:
            offers.append(source.offer(route, turn))
            turn = turn.model_copy(update={"placed": turn.placed + offers[-1].placed})
        plain = inert(
            (found for offer in offers for found in offer.candidates),
            (found for offer in offers for found in offer.evidence),
        )
        return Gathered(
            candidates=plain.candidates,
            evidence=plain.evidence,
            orders=tuple(found for offer in offers for found in offer.orders),
            placed=turn.placed,
            unknown_orders=tuple(found for offer in offers for found in offer.unknown_orders),
            notes=(*(found for offer in offers for found in offer.notes), *plain.notes),
            searched=tuple(found for offer in offers for found in offer.searched),
            skills=tuple(found for offer in offers for found in offer.skills),
            recalled=tuple(found for offer in offers for found in offer.recalled),
        )


@dataclass(frozen=True)
class KnowledgeSource:
    """Passages of the help articles, written for customers, in force today or when the turn's orders were placed."""

    search: Callable[[Searched, Filter], SearchResult]
    rewriter: Rewriter
    only: Mapping[str, str] = field(default_factory=dict)
    """Front matter keys and the values that every article must have, for example a language."""

    def offer(self, route: Route, turn: Turn) -> Offer:
        """Passages for the route's query."""
        if not turn.use_knowledge:
            return Offer(notes=("The help articles are switched off.",))
        if not route.needs_knowledge:
            return Offer()
        days = policy_days(turn.placed, turn.today)
        condition = Filter(as_of=days.first, equals=self.only)
        placed = [order.order_id for order in turn.placed]
        asked = [without_order_ids(text, placed) for text in (route.search_query, *route.questions)]
        searched = self.rewriter.rewrite(asked[0], asked[1:], turn.history, condition)
        fell_back = (f"Searched without a rewriting: {searched.fell_back}.",) if searched.fell_back else ()
        notes = (*fell_back, *days.notes)
        found = self.search(searched, condition)
        if not found.allowed:
            return Offer(notes=(*notes, _nothing_allowed(self.only)))
        hits = days.of_all(found.hits)
        candidates = tuple(
            Candidate(
                evidence=passage_evidence(hit.passage, days.first),
                score=score,
                rank=hit.rank,
                answers=hit.scores.answers,
            )
            for hit, score in zip(hits, _scores(hits), strict=True)
        )
        evidence = tuple(candidate.evidence for candidate in candidates)
        return Offer(candidates=candidates, evidence=evidence, notes=notes, searched=(_searched(found, searched),))


@dataclass(frozen=True)
class OrderSource:
    """The verified customer's own orders, read for this turn only."""

    orders_of: Callable[[str], tuple[Order, ...]]
    embedder: Embedder

    def offer(self, route: Route, turn: Turn) -> Offer:
        """The orders the message speaks of; without a verified customer, none, whatever it names."""
        if not route.needs_orders:
            return Offer()
        if turn.customer_id is None:
            return Offer(unknown_orders=route.order_ids, notes=("No customer is verified, so no order is read.",))
        corpus = OrderCorpus(self.orders_of(turn.customer_id), self.embedder)
        match = corpus.search(route.search_query, route.order_ids, k=1_000)
        if not (match.mentioned or route.about_one_order or route.order_ids):
            return Offer()
        by_id = {order.order_id: order for order in corpus.orders}
        fields = [field_evidence(field) for field in match.fields]
        records = tuple(_record(by_id[order_id], match.fields) for order_id in match.orders)
        notes = tuple(note for order_id in match.orders if (note := _note(by_id[order_id])))
        return Offer(
            candidates=records + notes,
            evidence=tuple(fields) + tuple(candidate.evidence for candidate in notes),
            orders=match.orders,
            placed=tuple(PlacedOrder(order_id=one, placed_on=by_id[one].placed_on) for one in match.orders),
            unknown_orders=match.unknown,
        )


def passage_evidence(passage: Passage, as_of: date | None = None) -> Evidence:
    """A passage as evidence, in the form in which it may be quoted; `as_of` is the day that was searched."""
    return Evidence(
        evidence_id=passage.passage_id,
        source="article",
        trust="retrieved",
        text=_quotable(passage.text[: _indent(passage.text)] + evidence_text(passage.text)),
        heading_path=passage.heading_path,
        article=passage.article,
        links=passage.links,
        effective_from=passage.effective_from if passage.effective_from > date.min else None,
        effective_to=passage.effective_to if passage.effective_to < date.max else None,
        as_of=as_of,
        authority=authority_of(passage.metadata),
        lines=passage.lines,
    )


def _indent(text: str) -> int:
    """Blanks before the first word: a passage may begin with a line of code, and must go on to look like one."""
    return len(text) - len(text.lstrip(" "))


def field_evidence(field: OrderField) -> Evidence:
    """One order field as evidence, owned by its order."""
    return Evidence(
        evidence_id=f"{field.order_id}/{field.field}",
        source="order",
        trust="verified",
        owner=field.order_id,
        field=field.field,
        text=field.sentence,
    )


def _scores(hits: Sequence[SearchHit]) -> list[float]:
    """Relevance of what one search found, on one scale: the reranker's, else the cosine.

    Where neither rated every passage, as without a reranker and by words alone, the fused score as a share of the best
    one, above 0 to 1: it tells an order and no relevance, so what was found is never below a context floor of 0.
    """
    for scores in ([hit.scores.rerank for hit in hits], [hit.scores.dense for hit in hits]):
        if None not in scores:
            return [score for score in scores if score is not None]
    best = max(hit.scores.fused for hit in hits)
    return [hit.scores.fused / best if best else 1.0 for hit in hits]


def _nothing_allowed(only: Mapping[str, str]) -> str:
    keys = ", ".join(f"{key}={value}" for key, value in sorted(only.items()))
    return f"No help article is in force for customers today{f' with {keys}' if keys else ''}."


def _searched(found: SearchResult, searched: Searched) -> dict[str, Any]:
    return {
        "query": found.query,
        "also": list(found.also),
        "carried": list(searched.carried),
        "rewriter": searched.rewriter,
        "fell_back": searched.fell_back,
        "reranker": found.reranker,
        "allowed": found.allowed,
        "candidates": len(found.candidates),
        "hits": [
            {
                "passage_id": hit.passage.passage_id,
                "bm25_rank": hit.ranks.get("bm25"),
                "dense_rank": hit.ranks.get("dense"),
                **hit.scores.model_dump(),
            }
            for hit in found.hits
        ],
        "timings_ms": found.timings_ms,
    }


def _record(order: Order, fields: Sequence[OrderField]) -> Candidate:
    own = [field for field in fields if field.order_id == order.order_id]
    status_first = sorted(own, key=lambda field: field.field != "status")
    evidence = Evidence(
        evidence_id=order.order_id,
        source="order",
        trust="verified",
        owner=order.order_id,
        text="\n".join(field.sentence for field in status_first[:ORDER_LINES]),
    )
    return Candidate(evidence=evidence, score=1.0)


def _note(order: Order) -> Candidate | None:
    note = customer_note(order)
    if not note or not evidence_text(note):
        return None
    evidence = Evidence(
        evidence_id=f"{order.order_id}/note",
        source="customer",
        trust="user",
        owner=order.order_id,
        field="note",
        text=evidence_text(note),
    )
    return Candidate(evidence=evidence, score=0.5)


def _quotable(text: str) -> str:
    """Table rows as `Header: cell; Header: cell` lines, so that one row can be quoted and understood alone."""
    lines: list[str] = []
    for is_table, run in groupby(text.split("\n"), key=lambda line: bool(_cells(line))):
        rows = list(run)
        lines += _named_rows([_cells(row) for row in rows]) if is_table else rows
    return "\n".join(lines)


def _named_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    if len(rows) == 1:
        return ["; ".join(cell for cell in rows[0] if cell)]
    names = [name.rstrip("?.:!") for name in rows[0]]
    named = (zip(names, row, strict=False) for row in rows[1:])
    return ["; ".join(f"{name}: {cell}" if name else cell for name, cell in row if cell) for row in named]


def _cells(line: str) -> list[str]:
    if not (line.startswith("| ") and line.endswith(" |")):
        return []
    return [cell.strip() for cell in line[2:-2].split(" | ")]
