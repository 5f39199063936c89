"""True lines about a customer's orders, in an agent's words."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from evals.seeded_order_words import STATES, WORDINGS
from evals.seeded_types import Line, OrderFact
from knowledge.order_fields import OrderField, order_fields
from knowledge.order_types import Order

SENTENCES_LIMIT = 3
"""Lines of a reply about one order."""


def facts_of(orders: Sequence[Order], rng: Random) -> list[OrderFact]:
    """Every field of the orders that there are wordings for, in one of them."""
    return [
        fact
        for order in orders
        for field in order_fields(order)
        if (fact := _fact(order, field, rng)) and not _is_partial(order, field)
    ]


def order_lines(facts: Sequence[OrderFact], order_id: str, rng: Random) -> list[tuple[Line, ...]]:
    """The fields of one order in random order, one to three sentences a reply."""
    own = [fact for fact in facts if fact.order_id == order_id]
    rng.shuffle(own)
    replies = []
    while own:
        size = rng.randint(1, SENTENCES_LIMIT)
        replies.append(tuple(Line(fact.said(), " ", fact) for fact in own[:size]))
        own = own[size:]
    return replies


def _fact(order: Order, field: OrderField, rng: Random) -> OrderFact | None:
    sort = ".".join(part for part in field.field.split(".") if not part.isdigit())
    if sort not in WORDINGS:
        return None
    return OrderFact(
        order_id=order.order_id,
        field=field.field,
        value=_said(field, rng),
        unit=field.unit,
        template=rng.choice(WORDINGS[sort]),
        item=order.items[int(field.field.split(".")[1]) - 1].name if sort.startswith("items.") else "",
    )


def _said(field: OrderField, rng: Random) -> str:
    if field.field == "status":
        return rng.choice(STATES[field.value])
    if field.field == "item_count":
        return f"{field.value} item" + "s" * (field.value != "1")
    return f"{field.value} {field.unit}" if field.unit and field.unit.isupper() else field.value


def _is_partial(order: Order, field: OrderField) -> bool:
    """Whether a sentence about the whole order would say more than the field: of several parts, moves or lines one."""
    if field.field in ("shipped_on", "carrier", "tracking_number") and order.status == "partially_shipped":
        return True
    if field.field == "carrier" and order.status in ("pending", "processed"):
        return True
    if field.field.startswith(("payments.", "refunds.")):
        kind = field.field.split("s.")[0]
        return sum(move.kind == kind for move in order.payments) > 1
    names = [item.name for item in order.items]
    return field.field.startswith("items.") and len(set(names)) < len(names)
