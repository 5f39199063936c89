"""The second policy folder certifies what the other shop's tasks expect, and nothing that its policy forbids."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evals.errors import DatasetError
from evals.tau_policy import replay, report


def order(order_id: str, status: str) -> dict[str, Any]:
    address = {
        "address1": "1 Quay Street",
        "address2": "",
        "city": "Portland",
        "state": "OR",
        "zip": "97205",
        "country": "USA",
    }
    return {
        "order_id": order_id,
        "user_id": "ana_1",
        "status": status,
        "address": address,
        "items": [{"item_id": "11", "name": "Mug", "price": 14.0}, {"item_id": "12", "name": "Bowl", "price": 20.5}],
        "payment_history": [{"transaction_type": "payment", "amount": 34.5, "payment_method_id": "paypal_7"}],
    }


def folder(tmp_path: Path, *actions: dict[str, Any]) -> Path:
    orders = [order("#W1000001", "pending"), order("#W1000002", "delivered"), order("#W1000003", "processed")]
    user = {
        "name": {"first_name": "Ana", "last_name": "Lima"},
        "email": "ana@example.com",
        "address": orders[0]["address"],
    }
    tasks = [{"user_id": "ana_1", "actions": list(actions)}]
    for name, data in (
        ("orders.json", {one["order_id"]: one for one in orders}),
        ("users.json", {"ana_1": user}),
        ("tasks_train.json", tasks),
    ):
        (tmp_path / name).write_text(json.dumps(data), encoding="utf-8")
    return tmp_path


def call(name: str, order_id: str, **kwargs: Any) -> dict[str, Any]:
    return {"name": name, "kwargs": {"order_id": order_id, **kwargs}}


RETURN = call("return_delivered_order_items", "#W1000002", item_ids=["12"], payment_method_id="paypal_7")
CANCEL = call("cancel_pending_order", "#W1000001", reason="no longer needed")


def test_expected_actions_are_certified_and_forbidden_ones_are_not(tmp_path: Path) -> None:
    found = replay(folder(tmp_path, CANCEL, RETURN))
    assert [(one.kind, one.found) for one in found if one.wanted == "certified"] == [
        ("cancel", "certified"),
        ("refund", "certified"),
    ]
    assert len([one for one in found if one.wanted == "refused"]) == 6
    assert all(one.found == "refused" for one in found if one.wanted == "refused")


def test_money_to_another_method_is_a_disagreement_that_is_explained(tmp_path: Path) -> None:
    other = {**RETURN, "kwargs": {**RETURN["kwargs"], "payment_method_id": "gift_card_9"}}
    lines = list(report(replay(folder(tmp_path, other))))
    assert lines[-1] == "     1 × refund: approval_needed: the money is to go to another method"


def test_second_cancel_of_an_order_disagrees(tmp_path: Path) -> None:
    first, second = [one for one in replay(folder(tmp_path, CANCEL, CANCEL)) if one.wanted == "certified"]
    assert (first.agrees, second.agrees) == (True, False)


def test_folder_without_the_data_is_refused_with_the_command(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"python -m evals\.tau_policy DIR"):
        replay(tmp_path)
