"""Pairs about orders: field sentences as the order corpus states them, claims as an agent would word them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from knowledge.models.training.generated.order_fields import Field, OrderTables
from knowledge.models.training.generated.pairs import Kind, Pair, PairLabel
from knowledge.models.training.generated.policies import fill
from knowledge.models.training.generated.slots import Forms, Slot, order_number

MAY_FOLLOW = frozenset({("delivered", "returned"), ("returned", "refunded"), ("return_requested", "delivered")})
"""Statuses of which the second may hold although the record tells the first: the claim is neutral, not refuted."""


@dataclass(frozen=True)
class OrderPairs:
    """Draws pairs about one order, often with another one beside it."""

    tables: OrderTables

    def draw(self, rng: random.Random) -> Pair:
        """One pair."""
        make = rng.choices(
            (self._field, self._other_order, self._status, self._status_swapped, self._joined, self._unknown),
            (34, 20, 12, 14, 12, 8),
        )[0]
        return make(rng)

    def _field(self, rng: random.Random) -> Pair:
        field, order = rng.choice(self.tables.fields), order_number(rng)
        said, other = field.slot.pair(rng)
        values = {"order": order, "value": said, "method": self.tables.methods.draw(rng)}
        premise = self._record(field, values, rng)
        true = rng.random() < 0.45
        hypothesis = fill(rng.choice(field.claims), values if true else {**values, "value": other}, rng)
        return _value_pair(premise, hypothesis, field, true, "paraphrase" if true else "value changed")

    def _other_order(self, rng: random.Random) -> Pair:
        field = rng.choice(self.tables.fields)
        (one, two), (mine, theirs) = Slot(order_number).pair(rng), field.slot.pair(rng)
        method = self.tables.methods.draw(rng)
        lines = [
            fill(rng.choice(field.record), {"order": one, "value": mine, "method": method}, rng),
            fill(rng.choice(field.record), {"order": two, "value": theirs, "method": method}, rng),
        ]
        premise = " ".join(rng.sample(lines, 2))
        true = rng.random() < 0.4
        claimed = {"order": one, "value": mine if true else theirs, "method": method}
        hypothesis = fill(rng.choice(field.claims), claimed, rng)
        return _value_pair(premise, hypothesis, field, true, "paraphrase" if true else "other order's value")

    def _status(self, rng: random.Random) -> Pair:
        name, order = rng.choice(sorted(self.tables.statuses)), order_number(rng)
        status, values = self.tables.statuses[name], {"order": order}
        premise = self._beside(fill(rng.choice(status.record), values, rng), order, rng)
        return _pair(premise, fill(rng.choice(status.claims), values, rng), "entailment", "paraphrase", name)

    def _status_swapped(self, rng: random.Random) -> Pair:
        (one, two), order = rng.sample(sorted(self.tables.statuses), 2), order_number(rng)
        values = {"order": order}
        premise = self._beside(fill(rng.choice(self.tables.statuses[one].record), values, rng), order, rng)
        hypothesis = fill(rng.choice(self.tables.statuses[two].claims), values, rng)
        label: PairLabel = "neutral" if (one, two) in MAY_FOLLOW else "contradiction"
        return _pair(premise, hypothesis, label, "status swapped", two)

    def _joined(self, rng: random.Random) -> Pair:
        one, two = rng.sample(list(self.tables.fields), 2)
        order, method = order_number(rng), self.tables.methods.draw(rng)
        first = {"order": order, "value": one.slot.draw(rng), "method": method}
        said, other = two.slot.pair(rng)
        second = {"order": order, "value": said, "method": method}
        lines = [fill(rng.choice(one.record), first, rng), fill(rng.choice(two.record), second, rng)]
        premise = " ".join(rng.sample(lines, 2))
        true = rng.random() < 0.5
        claimed = second if true else {**second, "value": other}
        hypothesis = f"{fill(rng.choice(one.claims), first, rng)} {fill(rng.choice(two.claims), claimed, rng)}"
        return _value_pair(premise, hypothesis, two, true, "join" if true else "value changed")

    def _unknown(self, rng: random.Random) -> Pair:
        one, two = rng.sample(list(self.tables.fields), 2)
        order = order_number(rng)
        values = {"order": order, "value": one.slot.draw(rng), "method": self.tables.methods.draw(rng)}
        premise = self._record(one, values, rng)
        claimed = {**values, "value": two.slot.draw(rng)}
        return _pair(premise, fill(rng.choice(two.claims), claimed, rng), "neutral", "unrelated", two.name)

    def _record(self, field: Field, values: Mapping[str, Forms], rng: random.Random) -> str:
        return self._beside(fill(rng.choice(field.record), values, rng), values["order"], rng, field.name)

    def _beside(self, sentence: str, order: Forms, rng: random.Random, but: str = "") -> str:
        """The sentence, half the time among other fields of the same order that say nothing about it."""
        if rng.random() < 0.5:
            return sentence
        quiet = [field for field in self.tables.fields if field.is_quiet and field.name != but]
        others = [self._said_by(field, order, rng) for field in rng.sample(quiet, rng.randint(1, 2))]
        return " ".join(rng.sample([sentence, *others], len(others) + 1))

    def _said_by(self, field: Field, order: Forms, rng: random.Random) -> str:
        said = rng.choice(field.record)
        return fill(said, {"order": order, "value": field.slot.draw(rng), "method": self.tables.methods.draw(rng)}, rng)


def _value_pair(premise: str, hypothesis: str, field: Field, true: bool, kind: Kind) -> Pair:
    false: PairLabel = "contradiction" if field.holds_one_value else "neutral"
    return _pair(premise, hypothesis, "entailment" if true else false, kind, field.name)


def _pair(premise: str, hypothesis: str, label: PairLabel, kind: Kind, name: str) -> Pair:
    return Pair(premise, hypothesis, label, kind, f"orders/{name}")
