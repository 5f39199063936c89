"""Episodic memory: what happened in the verified customer's past conversations, where a turn leans on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.errors import MemoryStoreError
from agent.gathering import Offer, Turn
from agent.memory.episodes import Episode
from agent.memory.leaning import Lean, lean_of, topic_of
from agent.memory.recalling import NEAR, EpisodeRanker, Scored
from agent.memory.store import MemoryStore
from agent.memory.telling import recorded, told
from agent.routing import Route
from agent.types import Candidate, Evidence, Recalled

SHORT = 20
"""Words up to which a message that asks after the past asks nothing else."""
SCORE = 0.55
"""Of the best past turn: below an order and passages that answer, above an order's note and facts that nobody asked for."""
LEFT_OUT = 3
"""Turns that were next best and are named in the ledger."""


@dataclass(frozen=True)
class EpisodicMemory:
    """Offers past turns of the verified customer, never of the running conversation, and only where the turn leans on them."""

    store: MemoryStore
    ranker: EpisodeRanker
    k: int
    """Past turns at most."""
    searched: int = 1_000
    """Past turns that are looked through, newest first."""

    def offer(self, route: Route, turn: Turn) -> Offer:
        """What the customer said then with trust `user`, what code recorded with trust `verified`; neither proves anything.

        The record is no evidence that claims are checked against, and the customer's words only say what may be told back.
        """
        if turn.customer_id is None or self.k == 0 or route.kind != "question":
            return Offer()
        orders = _orders(route, turn)
        lean = lean_of(route.search_query)
        if lean == "asks" and (route.questions or len(route.search_query.split()) > SHORT):
            lean = "takes_up"
        if lean is None and not orders:
            return Offer()
        try:
            kept = self.store.episodes_of(turn.customer_id, but_not=turn.conversation_id, limit=self.searched)
        except MemoryStoreError as error:
            return Offer(notes=(f"Past conversations could not be read: {error}",))
        if lean is None:
            # An order that was spoken of before is recalled only where a person has, or had, to see to it.
            kept = tuple(one for one in kept if one.episode.reason and set(orders) & set(one.episode.orders))
        topic = topic_of(route.search_query)
        ranked = self.ranker.rank(topic, orders, kept, turn.today, route.questions)
        fit = [one for one in ranked if not topic or one.near >= NEAR or set(orders) & set(one.episode.orders)][
            : self.k
        ]
        chosen = {one.episode.turn_id for one in fit}
        others = [one for one in ranked[: self.k + LEFT_OUT] if one.episode.turn_id not in chosen]
        return _offer(fit, others, lean, orders)


def _orders(route: Route, turn: Turn) -> tuple[str, ...]:
    """The orders a message speaks of: those it names, or the one that was found; several found are only a choice."""
    placed = tuple(one.order_id for one in turn.placed)
    return tuple(one for one in placed if one in route.order_ids) or (placed if len(placed) == 1 else ())


def _offer(chosen: Sequence[Scored], others: Sequence[Scored], lean: Lean | None, orders: Sequence[str]) -> Offer:
    best = chosen[0].score if chosen else 1.0
    words = {one.episode.episode_id: _said(one.episode) for one in chosen}
    candidates = [
        Candidate(evidence=evidence, score=SCORE * one.score / best)
        for one in chosen
        for evidence in (words[one.episode.episode_id], _record(one.episode))
    ]
    return Offer(
        candidates=tuple(candidates),
        evidence=tuple(words.values()),
        notes=tuple(f"Recalled: {recorded(one.episode)}" for one in chosen),
        recalled=(
            *(_recalled(one, lean, orders, place) for place, one in enumerate(chosen)),
            *(_left_out(one, orders) for one in others[:LEFT_OUT]),
        ),
    )


def _said(episode: Episode) -> Evidence:
    return Evidence(
        evidence_id=f"{episode.episode_id}/asked", source="memory", trust="user", field="asked", text=episode.asked
    )


def _record(episode: Episode) -> Evidence:
    return Evidence(
        evidence_id=f"{episode.episode_id}/record",
        source="memory",
        trust="verified",
        field="record",
        text=recorded(episode),
    )


def _recalled(one: Scored, lean: Lean | None, orders: Sequence[str], place: int) -> Recalled:
    shared = sorted(set(orders) & set(one.episode.orders))
    because = {
        "asks": "the message asks after a past conversation",
        "takes_up": "the message takes up a past conversation",
        "hints": "the message may lean on a past conversation",
        None: "a person was handed a turn about the same order",
    }[lean]
    return Recalled(
        memory="episodic",
        id=one.episode.episode_id,
        trust="user",
        reason=f"{because}; score {one.score:.3f}, cosine {one.near:.2f}"
        + (f", shares {', '.join(shared)}" if shared else ""),
        use="answer" if lean == "asks" else "tell" if lean == "takes_up" and place == 0 else "background",
        told=told(one.episode) if lean in ("asks", "takes_up") else "",
    )


def _left_out(one: Scored, orders: Sequence[str]) -> Recalled:
    far = one.near < NEAR and not set(orders) & set(one.episode.orders)
    why = (
        f"too far from the question (cosine {one.near:.2f} < {NEAR:.2f})"
        if far
        else "others answer to the message better"
    )
    return Recalled(
        memory="episodic", id=one.episode.episode_id, trust="user", reason=f"{why}; score {one.score:.3f}", kept=False
    )
