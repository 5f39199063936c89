"""Cancelling, another address and sending again: certified, for a person, or refused, by the day the order was placed."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from policies.action_types import ActionRequest, AddressRequest, CancelRequest, ResendRequest
from policies.errors import RuleError
from policies.gatekeeper import Gatekeeper
from policies.rules import load_rules
from policies.types import Decision, RefundLine, RefundRequest

RULES = """
currency = "USD"

[[refund]]
id = "refund-1"
effective_from = 2026-01-01
window_days = "unlimited"
automatic_limit = 50
undated = true

[[cancel]]
id = "cancel-old"
effective_from = 2025-01-01
effective_to = 2026-08-31
statuses = ["pending"]

[[cancel]]
id = "cancel-new"
effective_from = 2026-09-01
statuses = ["pending"]
approval_statuses = ["processed"]
within_days = 2
automatic_limit = 100
reasons = ["no_longer_needed"]
confirm = false

[[address]]
id = "address-1"
effective_from = 2026-01-01
statuses = ["pending"]

[[resend]]
id = "resend-1"
effective_from = 2026-01-01
statuses = ["delivered"]
within_days = 10
reasons = ["damaged"]

[[category]]
id = "food"
categories = ["food"]
effective_from = 2025-01-01
refundable_when = ["damaged"]
report_within_days = 2

[identity]
id = "identity"
protects = ["orders"]
ask_for = ["order number"]
"""
KNOWN: dict[str, Any] = {
    "order_id": "ORD-1",
    "placed_on": date(2026, 11, 29),
    "status": "pending",
    "currency": "USD",
    "amount": Decimal("80.00"),
    "already_refunded": Decimal("0.00"),
    "identity_verified": True,
    "reported_on": date(2026, 11, 30),
    "today": date(2026, 11, 30),
}


@pytest.fixture
def keeper(tmp_path: Path) -> Gatekeeper:
    return Gatekeeper(load_rules(written(tmp_path, RULES)))


def written(folder: Path, text: str) -> Path:
    file = folder / "rules.toml"
    file.write_text(text, encoding="utf-8")
    return file


def cancel(**changes: Any) -> ActionRequest:
    return CancelRequest(**{**KNOWN, "reason": "no_longer_needed", **changes})


def resend(**changes: Any) -> ActionRequest:
    delivered = {"status": "delivered", "delivered_on": date(2026, 11, 25), "placed_on": date(2026, 11, 20)}
    lines = (RefundLine(name="Mug", category="kitchen"),)
    return ResendRequest(**{**KNOWN, **delivered, "reason": "damaged", "lines": lines, **changes})


@pytest.mark.parametrize(
    ("changes", "outcome", "rule"),
    [
        ({}, "certified", "cancel-new"),
        ({"identity_verified": False}, "refused", "identity"),
        ({"placed_on": date(2026, 8, 31), "reason": "other"}, "certified", "cancel-old"),
        ({"placed_on": date(2024, 12, 31)}, "approval_needed", "no-rule-in-force"),
        ({"placed_on": None}, "approval_needed", "no-rule-in-force"),
        ({"status": "processed"}, "approval_needed", "cancel-new"),
        ({"status": "shipped"}, "refused", "cancel-new"),
        ({"status": "cancelled"}, "refused", "already-done"),
        ({"earlier": ("cancel",)}, "refused", "already-done"),
        ({"placed_on": date(2026, 11, 28)}, "certified", "cancel-new"),
        ({"placed_on": date(2026, 11, 27)}, "refused", "cancel-new"),
        ({"reason": "other"}, "refused", "cancel-new"),
        ({"amount": Decimal("100.00")}, "certified", "cancel-new"),
        ({"amount": Decimal("100.01")}, "approval_needed", "cancel-new"),
        ({"currency": "EUR"}, "approval_needed", "currency"),
        ({"already_refunded": Decimal("0.01")}, "approval_needed", "refunded-in-part"),
        ({"today": date(2026, 11, 28)}, "approval_needed", "dates"),
    ],
)
def test_cancelling_is_judged_by_status_day_reason_and_sum(
    keeper: Gatekeeper, changes: dict[str, Any], outcome: str, rule: str
) -> None:
    decision = keeper.certify(cancel(**changes))
    assert (decision.outcome, decision.rule) == (outcome, rule)


@pytest.mark.parametrize(("abroad", "outcome"), [(False, "certified"), (True, "approval_needed")])
def test_address_abroad_is_for_a_person(keeper: Gatekeeper, abroad: bool, outcome: str) -> None:
    assert keeper.certify(AddressRequest(**KNOWN, abroad=abroad)).outcome == outcome


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({}, "certified"),
        ({"reason": "other"}, "approval_needed"),
        ({"reported_on": date(2026, 12, 5), "today": date(2026, 12, 5)}, "certified"),
        ({"reported_on": date(2026, 12, 6), "today": date(2026, 12, 6)}, "refused"),
        ({"delivered_on": None}, "approval_needed"),
        ({"lines": ()}, "approval_needed"),
        ({"lines": (RefundLine(name="Mug", category="kitchen", personalised=True),)}, "approval_needed"),
        ({"lines": (RefundLine(name="Soup", category="food"),)}, "refused"),  # five days after delivery
        ({"earlier": ("resend",)}, "refused"),
    ],
)
def test_sending_again_is_judged_by_reason_day_and_line(
    keeper: Gatekeeper, changes: dict[str, Any], outcome: str
) -> None:
    assert keeper.certify(resend(**changes)).outcome == outcome


def test_decision_says_whether_the_customer_is_asked_first(keeper: Gatekeeper) -> None:
    asked: Decision = keeper.certify(AddressRequest(**KNOWN, abroad=False))
    assert (asked.confirm, keeper.certify(cancel()).confirm) == (True, False)


def test_refund_of_what_was_sent_again_is_for_a_person_and_an_undated_order_has_its_rule(keeper: Gatekeeper) -> None:
    known = {key: value for key, value in KNOWN.items() if key not in ("placed_on", "status", "amount")}
    lines = (RefundLine(name="Mug", category="kitchen"),)
    request = RefundRequest(
        **known, placed_on=None, delivered_on=None, status="delivered", amount=Decimal("20.00"),
        order_total=Decimal("80.00"), lines=lines, reason="other",
    )  # fmt: skip
    assert keeper.certify(request).outcome == "certified"
    again = request.model_copy(update={"earlier": ("resend",)})
    assert keeper.certify(again).rule == "sent-again"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("automatic_limit = 100\n", "automatic_limits = 100\n", "found the unknown key 'automatic_limits'"),
        (
            'approval_statuses = ["processed"]',
            'approval_statuses = ["pending"]',
            "statuses that `statuses` does not list",
        ),
        ('statuses = ["delivered"]', 'statuses = ["arrived"]', "found statuses"),
        ("effective_from = 2026-09-01", "effective_from = 2026-08-31", "a day that rule 'cancel-old' does not already"),
        ('id = "address-1"', 'id = "cancel-new"', "an id that no other rule has"),
        ('reasons = ["damaged"]', "reasons = []", "found reasons"),
    ],
)
def test_wrong_rule_is_refused_with_its_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert RULES.count(old) == 1
    with pytest.raises(RuleError) as caught:
        load_rules(written(tmp_path, RULES.replace(old, new)))
    assert said in str(caught.value)
    assert f"line {RULES[: RULES.index(old)].count(chr(10)) + 1}: " in str(caught.value)


def test_every_action_without_rules_of_its_own_is_for_a_person(tmp_path: Path) -> None:
    begins, _, rest = RULES.partition("[[cancel]]")
    few = begins + rest[rest.index("[[category]]") :]
    keeper = Gatekeeper(load_rules(written(tmp_path, few)))
    for request in (cancel(), AddressRequest(**KNOWN, abroad=False), resend()):
        assert (keeper.certify(request).outcome, keeper.certify(request).rule) == (
            "approval_needed",
            "no-rule-in-force",
        )
