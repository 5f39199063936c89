"""What the commands of a chat show: for a person as lines, for a script as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from agent.cli.chat_sheet import Sheet

if TYPE_CHECKING:
    from agent.types import TurnResult
    from knowledge.order_types import Order

BAR = 30
"""Characters of the budget's bar."""

Lines = Callable[[int | None], Iterator[str]]
"""Lines of at most this many columns; of any length for None."""


@dataclass(frozen=True)
class View:
    """One thing to show."""

    lines: Lines
    data: dict[str, Any] = field(default_factory=dict)
    """The same for a script."""
    aside: bool = False
    """Whether it is about the chat and no part of what was asked for."""


def aside(line: str, **data: Any) -> View:
    """A line about what a command has done."""
    return View(lambda width: iter((line,)), data, aside=True)


def claims_view(turn: TurnResult) -> View:
    """Each claim of a turn with its verdict, what gave it, and the evidence."""
    data = {"turn_id": turn.turn_id, "claims": list(turn.claims)}
    if not turn.claims:
        return View(lambda width: iter(("No claim was made.", f"{turn.outcome}: {turn.why}")), data)
    rows = tuple(_claim_row(number, claim) for number, claim in enumerate(turn.claims, 1))
    sheet = Sheet(("#", "claim", "verdict", "tier", "score", "evidence"), rows)
    cut = sum(1 for claim in turn.claims if claim["cut"])
    last = f"{cut} of {len(rows)} cut. " if cut else ""
    return View(lambda width: iter((*sheet.lines(width), "", f"{last}{turn.outcome}: {turn.why}")), data)


def context_view(turn: TurnResult) -> View:
    """The budget as a bar, what the drafter was shown, and what was dropped and why."""
    context = turn.context
    data = {"turn_id": turn.turn_id, "context": context}
    items, dropped = context.get("items", ()), context.get("dropped", ())
    if not items and not dropped:
        return View(lambda width: iter(("Nothing was shown to a drafter.",)), data)
    shown = Sheet(
        ("item", "source", "trust", "score", "tokens"),
        tuple(
            (item["label"], item["id"], item["trust"], f"{item['score']:.3f}", str(item["tokens"])) for item in items
        ),
    )
    left_out = Sheet(("dropped", "because"), tuple((drop["id"], drop["reason"]) for drop in dropped))

    def lines(width: int | None) -> Iterator[str]:
        yield from _budget(context)
        yield from _below(shown.lines(width))
        yield from _below(left_out.lines(width))

    return View(lines, data)


def orders_view(orders: Sequence[Order]) -> View:
    """Orders, newest first, one a row."""
    rows = tuple(
        (
            order.order_id,
            order.status.replace("_", " "),
            str(order.placed_on or "not known"),
            f"{order.total} {order.currency}",
            ", ".join(f"{item.quantity} × {item.name}" for item in order.items),
        )
        for order in orders
    )
    return View(Sheet(("order", "status", "placed", "total", "items"), rows).lines, {"orders": _dumped(orders)})


def order_view(order: Order) -> View:
    """All fields of one order."""
    from knowledge.order_fields import order_fields

    rows = tuple(
        (one.field, f"{one.value}{' ' + one.unit if one.unit and one.unit.isupper() else ''}")
        for one in order_fields(order)
    )
    return View(Sheet(("field", order.order_id), rows).lines, {"orders": _dumped([order])})


def mark(claim: Mapping[str, Any]) -> str:
    """The verdict in words; what was cut says so first."""
    label = str(claim["label"]).replace("_", " ")
    return f"CUT: {label}" if claim["cut"] else label


def _claim_row(number: int, claim: Mapping[str, Any]) -> tuple[str, ...]:
    text = str(claim["text"])
    if claim.get("sentence", text) != text:
        text += f"\n(part of: {claim['sentence']})"
    score = f"{claim['confidence']:g}" if claim["tier"] else ""
    return (str(number), text, mark(claim), claim["tier"] or "", score, _evidence(claim))


def _evidence(claim: Mapping[str, Any]) -> str:
    """Sources and quotes; where there are none, or the claim was cut, the reason."""
    found = [f"{ref['id']} ({ref['trust']}): “{ref['quote']}”" for ref in claim["evidence"]]
    reason = str(claim.get("reason") or "")
    return "\n".join([*found, reason] if reason and (claim["cut"] or not found) else found)


def _budget(context: Mapping[str, Any]) -> Iterator[str]:
    used, budget = context["used"], context["budget"]
    share = used / budget if budget else 0.0
    filled = min(round(share * BAR), BAR)
    yield f"[{'#' * filled}{'.' * (BAR - filled)}] {share:.0%}"
    items = sum(item["tokens"] for item in context.get("items", ()))
    yield f"{used} of {budget} tokens: {items} of items, {used - items} of policy, question and conversation"


def _below(lines: Iterator[str]) -> Iterator[str]:
    """The lines with an empty one above; nothing where there are none."""
    for number, line in enumerate(lines):
        if not number:
            yield ""
        yield line


def _dumped(orders: Sequence[Order]) -> list[dict[str, Any]]:
    return [{**order.model_dump(mode="json"), "total": str(order.total)} for order in orders]
