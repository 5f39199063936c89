"""Questions about an order pick the fields that answer them."""

from __future__ import annotations

from typing import Any

import pytest

from agent.order_answers import FIELDS_LIMIT, answering_fields
from agent.types import Evidence
from knowledge.order_fields import order_fields
from knowledge.order_types import Order
from tests.knowledge.orders_data import item, order


def fields(**changes: Any) -> list[Evidence]:
    found = order_fields(Order.model_validate(order(**changes)))
    return [
        Evidence(
            evidence_id=f"{one.order_id}/{one.field}",
            source="order",
            trust="verified",
            owner=one.order_id,
            field=one.field,
            text=one.sentence,
        )
        for one in found
    ]


DELIVERED = fields(
    status="delivered",
    shipped_on="2026-11-17",
    delivered_on="2026-11-21",
    carrier="Coastline Parcel",
    tracking_number="CP1",
)


def names(question: str, given: list[Evidence] = DELIVERED) -> set[str | None]:
    return {field.field for field in answering_fields(question, given)}


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("was it delivered?", "delivered_on"),
        ("where is it?", "delivered_on"),
        ("who is the carrier?", "carrier"),
        ("what is the tracking number?", "tracking_number"),
        ("how much did I pay?", "total"),
        ("what is in this order?", "items.1.name"),
        ("when was it placed?", "placed_on"),
    ],
)
def test_question_finds_its_field(question: str, field: str) -> None:
    assert field in names(question)


@pytest.mark.parametrize("question", ["", "tell me a joke", "do you like it?"])
def test_question_about_something_else_finds_nothing(question: str) -> None:
    assert names(question) == set()


def test_status_is_not_repeated_beside_its_date() -> None:
    assert "status" not in names("was it delivered?")


def test_order_under_way_says_so() -> None:
    pending = fields(status="pending", estimated_delivery="2026-12-07")
    assert {"delivered", "estimated_delivery"} <= names("was it delivered?", pending)


def test_answer_is_bounded() -> None:
    many = fields(items=[item(sku=f"A-{n}") for n in range(9)])
    assert len(answering_fields("what is in this order?", many)) == FIELDS_LIMIT


def test_order_without_fields_has_no_answer() -> None:
    assert answering_fields("was it delivered?", []) == []


def said(question: str, given: list[Evidence] = DELIVERED) -> list[str | None]:
    return [field.field for field in answering_fields(question, given)]


def test_who_and_how_are_answered_by_the_carrier_first() -> None:
    for question in ("who delivers it", "how was it shipped?", "how will it come?"):
        assert said(question)[:2] == ["carrier", "tracking_number"]


def test_when_is_answered_by_the_date_first() -> None:
    assert (
        said("When will it arrive?", fields(status="pending", estimated_delivery="2026-12-07"))[0]
        == "estimated_delivery"
    )
