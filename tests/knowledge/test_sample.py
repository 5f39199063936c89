import re
from collections import Counter
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from knowledge.order_fields import order_fields
from knowledge.order_files import read_order_file
from knowledge.orders import OrderStore
from knowledge.sample import articles_folder, orders_file

ARTICLES = sorted(articles_folder().glob("*.md"))


def front_matter(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(path.read_text("utf-8").split("---\n")[1])
    return loaded


def section(path: Path, heading: str) -> str:
    return path.read_text("utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_sample_has_fourteen_articles() -> None:
    assert len(ARTICLES) == 14


@pytest.mark.parametrize("path", ARTICLES, ids=lambda path: path.stem)
def test_article_has_its_front_matter_and_starts_with_its_title(path: Path) -> None:
    front = front_matter(path)
    assert {"title", "version", "language", "audience", "updated", "topic"} <= set(front)
    assert f"\n# {front['title']}\n" in path.read_text("utf-8")
    assert isinstance(front["updated"], date)


@pytest.mark.parametrize("path", ARTICLES, ids=lambda path: path.stem)
def test_links_lead_to_articles_and_sections_that_exist(path: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", path.read_text("utf-8")):
        if target.startswith("https://harbourlane.example/"):
            continue
        name, _, anchor = target.partition("#")
        linked = path.with_name(name) if name else path
        assert linked in ARTICLES
        assert not anchor or anchor in anchors(linked)


def test_card_refund_time_stands_under_its_heading() -> None:
    found = section(articles_folder() / "refunds.md", "When the money arrives")
    assert "Card refunds take 5 to 10 business days to show on your card statement" in found


def test_two_dated_versions_share_a_title_and_follow_each_other() -> None:
    old, new = (front_matter(articles_folder() / f"returns-window{suffix}.md") for suffix in ("-2025", ""))
    assert old["title"] == new["title"]
    assert (old["effective_to"], new["effective_from"]) == (date(2026, 8, 31), date(2026, 9, 1))


def test_one_article_is_for_staff_only() -> None:
    internal = [path.stem for path in ARTICLES if front_matter(path)["audience"] == "internal"]
    assert internal == ["staff-refund-escalation"]


def test_staff_limits_stand_in_no_customer_article() -> None:
    public = [path.read_text("utf-8") for path in ARTICLES if front_matter(path)["audience"] == "customer"]
    assert not any("250.00" in text or "goodwill" in text.lower() for text in public)


def test_orders_load_into_a_store(tmp_path: Path) -> None:
    report = OrderStore(tmp_path / "orders.db").load(orders_file())
    assert (report.customers, report.orders) == (12, 41)


def test_orders_show_every_status_on_the_way_and_after() -> None:
    statuses = Counter(order.status for order in read_order_file(orders_file()).orders)
    assert set(statuses) == {
        "pending",
        "processed",
        "shipped",
        "partially_shipped",
        "delivered",
        "cancelled",
        "return_requested",
        "returned",
        "exchange_requested",
        "refunded",
    }


def test_swapped_digits_belong_to_different_customers() -> None:
    orders = {order.order_id: order for order in read_order_file(orders_file()).orders}
    first, second = orders["ORD-99107"], orders["ORD-99170"]
    assert (first.status, str(first.delivered_on), first.total) == ("delivered", "2026-11-21", Decimal("86.40"))
    assert (second.status, second.delivered_on) == ("shipped", None)
    assert first.customer_id != second.customer_id


def test_payments_add_up_to_the_total_of_each_order() -> None:
    for order in read_order_file(orders_file()).orders:
        paid = sum((payment.amount for payment in order.payments if payment.kind == "payment"), Decimal(0))
        refunded = sum((payment.amount for payment in order.payments if payment.kind == "refund"), Decimal(0))
        assert paid == order.total
        assert refunded <= paid


def test_shipping_fees_are_those_of_the_shipping_article() -> None:
    prices = re.findall(r"\| ([0-9.]+) USD", (articles_folder() / "shipping.md").read_text("utf-8"))
    for order in read_order_file(orders_file()).orders:
        assert order.shipping_fee == 0 or str(order.shipping_fee) in prices


def test_a_note_with_an_instruction_is_no_field() -> None:
    orders = {order.order_id: order for order in read_order_file(orders_file()).orders}
    noted = orders["ORD-99319"]
    assert "ignore previous rules" in (noted.note or "")
    assert all("ignore previous rules" not in field.sentence for field in order_fields(noted))
