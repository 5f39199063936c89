"""A shop of three articles and two orders, and grounders that let everything or nothing pass."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from agent.claims import ClaimSplitter
from agent.grounding.grounder import Grounded
from agent.grounding.safe_cut import CutResult
from agent.types import Evidence, Verdict
from evals.seeded_shop import SeededShop
from evals.seeded_types import Line, OrderFact, Scene
from knowledge.order_types import Address, Order, OrderItem
from knowledge.types import Passage

DAY = date(2026, 11, 30)


def passage(article: str, text: str) -> Passage:
    return Passage(passage_id=f"{article}#0", article=article, heading_path=(article.title(),), text=text, lines=(1, 9))


def order(order_id: str, price: str) -> Order:
    return Order(
        order_id=order_id,
        customer_id="C-1",
        status="delivered",
        placed_on=date(2026, 11, 2),
        shipped_on=date(2026, 11, 3),
        delivered_on=date(2026, 11, 9),
        carrier="Redbird",
        tracking_number="RB123456789",
        currency="USD",
        shipping_fee=Decimal("4.00"),
        address=Address(line1="1 Quay", city="Leith", postcode="EH6", country="GB"),
        items=(OrderItem(sku="S", name="Oak stool", quantity=1, unit_price=Decimal(price), category="home"),),
    )


SHOP = SeededShop(
    passages=(
        passage(
            "returns", "You can return a stool within 30 days of delivery.\nReturns cost 5.00 USD, unless it is broken."
        ),
        passage("care", "Some stools are oiled before they are packed.\nOil does not harm the floor of your home."),
        passage("stores", "Our store in Leith is open from Monday to Friday in the summer."),
    ),
    orders=((order("ORD-1001", "20.00"), order("ORD-1002", "35.00")),),
)


def fact(
    sort: str = "total", value: str = "24.00 USD", unit: str | None = "USD", order_id: str = "ORD-1001"
) -> OrderFact:
    return OrderFact(order_id=order_id, field=sort, value=value, unit=unit, template="Order {id}: {value}.")


def said(text: str) -> Line:
    return Line(text)


def scene(*texts: str, facts: Sequence[OrderFact] = (), names: Sequence[str] = ()) -> Scene:
    evidence = tuple(
        Evidence(evidence_id=f"a#{n}", source="article", trust="retrieved", text=text, article="a")
        for n, text in enumerate(texts)
    )
    return Scene(evidence, facts, names, strangers=("Nobody has said this about the stools.",))


def keep_all(draft: str, evidence: Sequence[Evidence], today: date) -> Grounded:
    return grounded(draft, today, keep=True)


def cut_all(draft: str, evidence: Sequence[Evidence], today: date) -> Grounded:
    return grounded(draft, today, keep=False)


def grounded(draft: str, today: date, *, keep: bool) -> Grounded:
    claims = ClaimSplitter().split(draft, today)
    verdicts = tuple(
        Verdict(
            claim=claim,
            label="supported" if keep else "not_enough_info",
            tier="exact",
            confidence=1.0,
            reason="scripted",
        )
        for claim in claims
    )
    indexes = tuple(claim.index for claim in claims)
    cut = CutResult(text=draft, kept=indexes, answers=True) if keep else CutResult(text="", cut=indexes)
    return Grounded(verdicts=verdicts, cut=cut)
