"""Episodes: what happened in past turns, as code recorded it, and what the customer asked, in their words."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from agent.context.cleaning import evidence_text
from agent.types import HandoffReason, Outcome, TurnResult
from knowledge.order_ids import find_order_ids
from knowledge.types import Value

KEPT_CHARS = 600
"""Of what was asked; the whole message is in the ledger."""
FEW_ORDERS = 3
"""A turn that speaks of more orders than these speaks of none in particular."""
COURTESIES = frozenset({"greeting", "thanks", "empty", "too_long"})
"""Turns that leave nothing to remember."""


class Episode(Value):
    """One past turn of a verified customer."""

    turn_id: str
    conversation_id: str
    day: date
    asked: str
    """The message as the turn saw it, after what may not be kept was taken out; the customer's word, not ours."""
    about: str
    """The same made to stand alone, with the line before it where it leans on that; what is searched."""
    outcome: Outcome
    orders: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    """Sections whose text proved what was said, as `Refunds › When the money arrives`."""
    reason: HandoffReason | None = None
    """Why a person took over; None where nobody did."""
    actions: tuple[str, ...] = ()
    """What the record says about actions, one line each."""

    @property
    def episode_id(self) -> str:
        """As evidence."""
        return f"episode/{self.day.isoformat()}/{self.turn_id}"

    @property
    def searched_text(self) -> str:
        """What BM25 sees."""
        return "\n".join((self.about, *self.orders, *self.citations))


def episode_of(turn: TurnResult, own: Collection[str] = ()) -> Episode | None:
    """A finished turn as an episode; None where nobody was verified, or nothing was asked but what is remembered.

    Nothing that a model wrote is read: not the draft, not its claims, not the reply. `own` are ids of the customer's orders.
    """
    told_back = any(one.kept and one.use == "answer" for one in turn.memory)
    if turn.customer_id is None or turn.route.get("kind") in COURTESIES or told_back or not turn.question.strip():
        return None
    return Episode(
        turn_id=turn.turn_id,
        conversation_id=turn.conversation_id,
        day=date.fromisoformat(turn.today or turn.asked_at[:10]),
        asked=_bounded(turn.question),
        about=_bounded(str(turn.route.get("search_query") or turn.question)),
        outcome=turn.outcome,
        orders=_orders(turn, own),
        citations=tuple(dict.fromkeys(" › ".join(cited.heading_path) or cited.article for cited in turn.citations)),
        reason=turn.handoff.reason if turn.handoff else None,
        actions=recorded_actions(turn),
    )


def _orders(turn: TurnResult, own: Collection[str]) -> tuple[str, ...]:
    """The orders that were found; where none were, or only a choice of many, those of the customer's that the words name."""
    if 0 < len(turn.orders) <= FEW_ORDERS:
        return turn.orders
    return tuple(one for one in find_order_ids(turn.question) if one in {*own, *turn.orders})


def recorded_actions(turn: TurnResult) -> tuple[str, ...]:
    """What the turn's record says about an action: what the shop's system did, else what the Gatekeeper said."""
    acted = turn.decision or {}
    asked, decision, record = (acted.get(name) or {} for name in ("proposal", "decision", "record"))
    said = record.get("outcome") or decision.get("outcome")
    if not said:
        return ()
    order_id = acted.get("order_id") or asked.get("order_id")
    order = f" of order {order_id}" if order_id else ""
    reference = f", reference {record['reference']}" if record.get("reference") else ""
    return (f"{asked.get('kind', 'action')}{order}: {str(said).replace('_', ' ')}{reference}",)


def _bounded(text: str) -> str:
    plain = " ".join(evidence_text(text).split())
    return plain if len(plain) <= KEPT_CHARS else plain[: KEPT_CHARS - 1].rstrip() + "…"
