"""Claims about customers' orders, each with the sentences in which the product words the order's fields."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from evals.support_claims_goods import CARRIERS, CITIES, METHODS, PRODUCTS, draw_order
from evals.support_claims_text import ClaimTemplate, Kind, Made, Slot, Split, fill, read_templates, slots_in
from evals.support_claims_values import other_units
from knowledge.order_fields import OrderField, order_fields
from knowledge.order_types import Order, OrderStatus
from knowledge.types import Value

FILE = "support_claims_orders.yaml"

_NAMES = {
    "carrier": CARRIERS,
    "address.city": tuple(CITIES),
    "address.country": tuple(sorted(CITIES.values())),
    "items.1.name": PRODUCTS,
    "payments.1.method": METHODS,
    "refunds.1.method": METHODS,
}
_TELLS_NOTHING = frozenset({"address.city", "address.country", "item_count"})
"""Fields from which no other can be worked out."""


class FieldClaims(Value):
    """Claims about some fields of an order; the head of the file explains the fields."""

    needs: tuple[str, ...]
    status: tuple[OrderStatus, ...]
    supported: tuple[str, ...]
    changed: dict[Kind, tuple[str, ...]] = {}

    @property
    def joins(self) -> bool:
        """Whether the supported claims need two fields."""
        return len(self.needs) > 1


@dataclass(frozen=True)
class OrderClaim:
    """One wording of a claim about an order."""

    about: FieldClaims
    kind: Kind
    split: Split
    wording: str
    changes: str | None = None
    """The slot that does not tell the truth."""

    @property
    def topic(self) -> str:
        """`order: ` and the fields, with the status where that is the field."""
        of = f" {self.about.status[0]}" if self.about.needs == ("status",) else ""
        return f"order: {' + '.join(self.about.needs)}{of}"

    def make(self, rng: random.Random) -> Made:
        """Evidence and a claim, of orders drawn anew."""
        order, other = self.orders(rng)
        slots = slots_of(order, rng)
        evidence = [order] if self.kind != "other order's value" and rng.random() < 0.7 else [order, other]
        claim = fill(self.wording, slots, rng, self._said(slots, slots_of(other, rng), rng))
        if self.kind == "quotation":
            claim = next(field.sentence for field in order_fields(order) if field.field == self.about.needs[0])
        return self._sentences(evidence, rng), claim

    def orders(self, rng: random.Random) -> tuple[Order, Order]:
        """The order that the claim is about, and one that shares no value of the claim with it."""
        refund = any(need.startswith("refunds") for need in self.about.needs)
        status = rng.choice(self.about.status)
        order = draw_order(rng, status, self.about.needs, refund)
        while True:
            other = draw_order(rng, status, self.about.needs, refund)
            if not _values(order, self.wording) & _values(other, self.wording) and not _goods(order) & _goods(other):
                return order, other

    def _said(self, slots: Mapping[str, Slot], others: Mapping[str, Slot], rng: random.Random) -> dict[str, str]:
        if self.changes is None:
            return {}
        if self.kind == "other order's value":
            return {self.changes: others[self.changes].told(rng)}
        slot = slots[self.changes]
        return {
            self.changes: Slot(rng.choice(slot.wrong_units if self.kind == "unit changed" else slot.wrong)).told(rng)
        }

    def _sentences(self, orders: list[Order], rng: random.Random) -> tuple[str, ...]:
        """What is shown of the orders: a record as one text each, or one text a field."""
        shown = [self._shown(order, rng) for order in orders]
        rng.shuffle(shown)
        if rng.random() < 0.5:
            return tuple("\n".join(sentences) for sentences in shown)
        return tuple(sentence for sentences in shown for sentence in sentences)

    def _shown(self, order: Order, rng: random.Random) -> list[str]:
        fields = order_fields(order)
        needs = set(self.about.needs)
        rest = [field.field for field in fields if field.field not in needs]
        if self.kind == "half missing":
            needs, rest = {rng.choice(self.about.needs)}, sorted(_TELLS_NOTHING - needs)
        chosen = needs | set(rng.sample(rest, rng.randint(0, min(3, len(rest)))))
        return [field.sentence for field in fields if field.field in chosen]


def order_claims() -> list[ClaimTemplate]:
    """Every wording of every kind; of the wordings of one kind every other is for `dev`."""
    found: list[ClaimTemplate] = []
    for number, about in enumerate(FieldClaims.model_validate(entry) for entry in read_templates(FILE)):
        if not about.joins:
            found.append(OrderClaim(about, "quotation", _split(number), wording=""))
        for place, wording in enumerate(about.supported):
            found += [OrderClaim(about, kind, _split(place), wording, name) for kind, name in _kinds(about, wording)]
        for kind, wordings in about.changed.items():
            found += [OrderClaim(about, kind, _split(place), wording) for place, wording in enumerate(wordings)]
    return found


def slots_of(order: Order, rng: random.Random) -> dict[str, Slot]:
    """What may stand in a claim about an order: its id, and what each of its fields says."""
    slots = {"id": Slot(order.order_id)}
    fields = order_fields(order)
    for field in fields:
        slots[field.field] = Slot(_told(field), _wrong(field, fields, rng), other_units(_told(field), "~"))
    for kind in ("payment", "refund"):
        if moves := [move for move in order.payments if move.kind == kind]:
            slots[f"{kind}s.1.method"] = Slot(moves[0].method, _other_names(f"{kind}s.1.method", {moves[0].method}))
    return slots


def _split(place: int) -> Split:
    return "test" if place % 2 else "dev"


def _kinds(about: FieldClaims, wording: str) -> Iterator[tuple[Kind, str | None]]:
    yield "join" if about.joins else "paraphrase", None
    if about.joins:
        yield "half missing", None
    for name in slots_in(wording):
        if name == "id":
            continue
        yield "entity swapped" if name in _NAMES else "value changed", name
        if name not in {"items.1.name", "items.1.quantity"}:
            yield "other order's value", name
        if name.rpartition(".")[2] in {"items_total", "shipping_fee", "total", "unit_price", "line_total", "amount"}:
            yield "unit changed", name


def _told(field: OrderField) -> str:
    return f"{field.value} {field.unit}" if field.unit and len(field.unit) == 3 else field.value


def _wrong(field: OrderField, fields: Sequence[OrderField], rng: random.Random) -> tuple[str, ...]:
    """Values that the field does not have; amounts and dates may be those of another field of the order."""
    if field.unit is None:
        return _wrong_words(field, {other.value for other in fields})
    if field.unit == "count":
        return tuple(str(int(field.value) + more) for more in (1, 2, 3))
    near = _near_date(field.value, rng) if field.unit == "date" else _near_amount(field, rng)
    others = {_told(other) for other in fields if other.unit == field.unit} - {_told(field)}
    return (near, rng.choice(sorted(others))) if others else (near,)


def _wrong_words(field: OrderField, taken: set[str]) -> tuple[str, ...]:
    if field.field == "tracking_number":
        return (field.value[:4] + field.value[4:][::-1], field.value[:-1] + str((int(field.value[-1]) + 3) % 10))
    return _other_names(field.field, taken)


def _other_names(field: str, taken: set[str]) -> tuple[str, ...]:
    return tuple(name for name in _NAMES.get(field, ()) if name not in taken)


def _near_date(day: str, rng: random.Random) -> str:
    return (date.fromisoformat(day) + timedelta(days=rng.choice((-9, -2, -1, 1, 3, 10)))).isoformat()


def _near_amount(field: OrderField, rng: random.Random) -> str:
    return f"{Decimal(field.value) + rng.choice((1, 3, 10, Decimal('0.90')))} {field.unit}"


def _values(order: Order, wording: str) -> set[str]:
    slots = slots_of(order, random.Random(0))
    return {slots[name].truth for name in slots_in(wording) if name in slots and not name.endswith("quantity")}


def _goods(order: Order) -> set[str]:
    return {item.name for item in order.items}
