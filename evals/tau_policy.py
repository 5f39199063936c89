"""Our Gatekeeper with the rules of tau-bench's shop, held against the actions that its tasks expect.

    python -m evals.tau_policy DIR        # DIR holds orders.json and tasks_train.json

Each task is replayed on its own copy of the orders: every expected action that is one of our kinds is proposed and certified as the
order stands then, and carried out where it was certified. Beside it, each action of our kinds that the shop's policy forbids by the
order's state (as read from the status in the data, by three lines of code here) is proposed on every order of the task's customer.
Source: Yao et al. 2024, https://arxiv.org/abs/2406.12045
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from agent.actions.effects import Changed, effect_of
from agent.actions.proposals import Proposal, ProposedItem, digest_of, paid, refunded
from agent.actions.records import Action
from agent.actions.requests import request_of
from evals.errors import DatasetError
from knowledge.order_files import read_order_file
from knowledge.order_types import Order
from policies.gatekeeper import Gatekeeper
from policies.rules import load_rules
from policies.types import ActionKind

RULES = Path(__file__).parents[1] / "policies" / "tau_retail" / "rules.toml"
KINDS: Mapping[str, ActionKind] = {
    "cancel_pending_order": "cancel",
    "modify_pending_order_address": "address",
    "return_delivered_order_items": "refund",
}
FORBIDDEN: Mapping[ActionKind, tuple[str, ...]] = {
    "cancel": ("processed", "delivered", "cancelled"),
    "address": ("processed", "delivered", "cancelled"),
    "refund": ("pending", "processed", "cancelled"),
}
"""By the policy's own words: cancel and modify only pending orders, return only delivered ones."""
REASONS = {"no longer needed": "no_longer_needed", "ordered by mistake": "ordered_by_mistake"}
TODAY = date(2024, 5, 15)
"""The data has no dates; any day will do."""

Wanted = Literal["certified", "refused"]


@dataclass(frozen=True)
class Judged:
    """One action, what the other policy says of it, and what ours says."""

    task: int
    kind: ActionKind
    order_id: str
    wanted: Wanted
    found: str
    why: str

    @property
    def agrees(self) -> bool:
        """Whether both say the same."""
        return self.wanted == self.found


@dataclass(frozen=True)
class TauReplay:
    """Replays tasks on orders."""

    gatekeeper: Gatekeeper
    orders: Mapping[str, Order]
    methods: Mapping[str, tuple[str, ...]]
    """Account ids with which each order was paid, as the data has them."""

    def judge(self, number: int, task: Mapping[str, Any]) -> Iterator[Judged]:
        """Every action of our kinds that a task expects, then those that are forbidden on its customer's orders."""
        mine = {key: order for key, order in self.orders.items() if order.customer_id == task["user_id"]}
        now = dict(mine)
        for expected in task["actions"]:
            if kind := KINDS.get(expected["name"]):
                yield self._expected(number, kind, expected["kwargs"], now)
        for order in mine.values():
            for kind, statuses in FORBIDDEN.items():
                if order.status in statuses:
                    yield self._judged(number, kind, order, _proposal(kind, order, {}), "refused", order.order_id)

    def _expected(self, number: int, kind: ActionKind, asked: Mapping[str, Any], now: dict[str, Order]) -> Judged:
        key = asked["order_id"]
        order = now.get(key)
        if order is None:
            return Judged(number, kind, key, "certified", "refused", "the order is another customer's")
        other = kind == "refund" and asked["payment_method_id"] not in self.methods.get(key, ())
        if other:
            return Judged(number, kind, key, "certified", "approval_needed", "the money is to go to another method")
        proposal = _proposal(kind, order, asked)
        judged = self._judged(number, kind, order, proposal, "certified", key)
        if judged.found == "certified":
            effect = effect_of(Action(proposal=proposal, limit=None, on=TODAY), order, ())
            if not isinstance(effect, Changed):
                return Judged(number, kind, key, "certified", "refused", f"carrying it out: {effect}")
            now[key] = effect.order
        return judged

    def _judged(
        self, number: int, kind: ActionKind, order: Order, proposal: Proposal, wanted: Wanted, key: str
    ) -> Judged:
        decision = self.gatekeeper.certify(request_of(proposal, order, (), TODAY))
        return Judged(number, kind, key, wanted, decision.outcome, decision.reason)


def _proposal(kind: ActionKind, order: Order, asked: Mapping[str, Any]) -> Proposal:
    """The proposal of an expected action; of the whole order where nothing is named."""
    known: dict[str, Any] = {
        "kind": kind,
        "conversation_id": "tau",
        "customer_id": order.customer_id,
        "order_id": order.order_id,
        "order_seen": digest_of(order),
        "asked_on": TODAY,
        "currency": order.currency,
        "whole": kind != "refund",
        "amount": order.total,
    }
    if kind == "cancel":
        left = max(paid(order) - refunded(order), Decimal("0.00"))
        return Proposal.model_validate(
            {**known, "amount": left, "reason": REASONS.get(asked.get("reason", ""), "no_longer_needed")}
        )
    if kind == "address":
        return Proposal.model_validate({**known, "address": _address(order, asked)})
    items = _items(order, asked.get("item_ids"))
    amount = sum((item.quantity * item.unit_price for item in items), Decimal("0.00"))
    return Proposal.model_validate({**known, "amount": min(amount, order.total), "items": items})


def _address(order: Order, asked: Mapping[str, Any]) -> dict[str, Any]:
    if not asked:
        return order.address.model_dump()
    return {
        "line1": asked["address1"],
        "line2": asked["address2"] or None,
        "city": asked["city"],
        "state": asked["state"] or None,
        "postcode": asked["zip"],
        "country": asked["country"],
    }


def _items(order: Order, skus: list[str] | None) -> tuple[ProposedItem, ...]:
    """One line for each item id, repeated ids taking the next line of that item; every line where none is given."""
    wanted = Counter(skus) if skus is not None else None
    items: list[ProposedItem] = []
    for number, item in enumerate(order.items, 1):
        if wanted is None or wanted[item.sku] > 0:
            if wanted is not None:
                wanted[item.sku] -= 1
            items.append(
                ProposedItem(line=number, sku=item.sku, name=item.name, quantity=1, unit_price=item.unit_price)
            )
    return tuple(items)


def replay(folder: Path) -> list[Judged]:
    """All judgements of a folder's tasks.

    Raises:
        DatasetError: a file is missing or is not what it should be.
        KnowledgeError: the orders cannot be read.
    """
    raw, tasks = _json(folder / "orders.json"), _json(folder / "tasks_train.json")
    orders = {_key(order.order_id): order for order in read_order_file(folder).orders}
    methods = {key: tuple(move["payment_method_id"] for move in order["payment_history"]) for key, order in raw.items()}
    replayer = TauReplay(Gatekeeper(load_rules(RULES)), orders, methods)
    return [judged for number, task in enumerate(tasks) for judged in replayer.judge(number, task)]


def _key(order_id: str) -> str:
    return order_id if order_id.startswith("#") else f"#{order_id}"


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(
            f"{file} cannot be read ({error}): wanted tau-bench's retail data. Run `python -m evals.tau_policy DIR` with the "
            "folder that holds orders.json and tasks_train.json."
        ) from error


def report(found: list[Judged]) -> Iterator[str]:
    """Agreement by kind, and each disagreement counted by its reason."""
    for wanted, title in (("certified", "expected by a task"), ("refused", "forbidden by the policy")):
        for kind in FORBIDDEN:
            mine = [one for one in found if one.wanted == wanted and one.kind == kind]
            agree = sum(one.agrees for one in mine)
            share = f"{100 * agree / len(mine):.1f} %" if mine else "none"
            yield f"{title:<24} {kind:<8} {agree:>5} of {len(mine):>5} agree  {share}"
    never = sum(one.wanted == "refused" and one.found == "certified" for one in found)
    yield f"certified although the policy forbids it: {never}"
    reasons = Counter((one.kind, one.found, _shape(one.why)) for one in found if not one.agrees)
    for (kind, outcome, why), count in reasons.most_common():
        yield f"  {count:>4} × {kind}: {outcome}: {why}"


def _shape(why: str) -> str:
    """A reason without its order number, so that equal ones are counted together."""
    return " ".join("ORDER" if word.startswith("#W") else word for word in why.split())


def main() -> None:
    """Print the report of a folder; exit status 1 where something forbidden was certified, 2 for a wrong folder."""
    if len(sys.argv) != 2:
        sys.exit("Usage: python -m evals.tau_policy DIR")
    try:
        found = replay(Path(sys.argv[1]))
    except DatasetError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    print("\n".join(report(found)))
    sys.exit(int(any(one.wanted == "refused" and one.found == "certified" for one in found)))


if __name__ == "__main__":
    main()
