"""What the shop of a case does not have is told at the place that speaks of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.errors import InputError
from agent.settings import Settings
from evals.case_files import read_case_files, shipped

HEAD = "name: x\ntoday: 2026-11-30\ncustomer: C-1001\n"
HI = "turns: [{say: Hi}]\n"


def problem_of(tmp_path: Path, text: str) -> str:
    file = tmp_path / "case.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_case_files([file], Settings())
    return str(caught.value).replace(f"{tmp_path}/", "")


@pytest.mark.parametrize(
    ("rest", "problem"),
    [
        (
            f"shop: {{orders: ordrs.json}}\n{HI}",
            "case.yaml:4:16: shop.orders: found no file 'ordrs.json', wanted one that is there.",
        ),
        (f"shop: {{articles: articls}}\n{HI}", "case.yaml:4:18: shop.articles: found no folder 'articls'"),
        (f"drafter: scripted:none.yaml\n{HI}", "case.yaml:4:10: drafter: found no file 'none.yaml'"),
        (f"shop: {{orders: people.yaml}}\n{HI}", "case.yaml:4:16: shop.orders: found no file"),
        (
            f"shop: {{settings: {{grounding: {{verifer: none}}}}}}\n{HI}",
            "case.yaml:4:31: shop.settings.grounding.verifer: found the unknown key 'verifer'.",
        ),
        (
            f"shop: {{articles: {{gifts.txt: hello}}}}\n{HI}",
            "case.yaml:4:19: found the article 'gifts.txt', wanted a file name with one of .md",
        ),
        (
            f"shop: {{orders: {{change: {{ORD-99107: {{status: deliverd}}}}}}}}\n{HI}",
            "case.yaml:4:46: shop.orders.change.ORD-99107.status: found 'deliverd', wanted 'pending'",
        ),
        (
            f"shop: {{orders: {{change: {{ORD-9910: {{}}}}}}}}\n{HI}",
            "case.yaml:4:26: shop.orders.change.ORD-9910: found 'ORD-9910', wanted one that the shop of the case has.",
        ),
        (
            "turns: [{say: Hi, customer: C-l001}]\n",
            "case.yaml:4:29: turns.0.customer: found 'C-l001', wanted one that the shop of the case has.",
        ),
        (
            f"{HI}finally: {{orders: {{ORD-99107: {{statuss: x}}}}}}\n",
            "case.yaml:5:32: finally.orders.ORD-99107: found the unknown field 'statuss'.",
        ),
        (
            "turns: [{say: Hi, expect: {cites: refund › When}}]\n",
            "case.yaml:4:35: turns.0.expect.cites: found no article 'refund'.",
        ),
    ],
)
def test_what_is_missing_is_told_at_its_place(tmp_path: Path, rest: str, problem: str) -> None:
    (tmp_path / "orders.json").write_text("{}", encoding="utf-8")
    assert problem_of(tmp_path, HEAD + rest).startswith(problem)


@pytest.mark.parametrize(
    ("rest", "nearest"),
    [
        (f"shop: {{orders: ordrs.json}}\n{HI}", "'orders.json'"),
        (f"shop: {{settings: {{grounding: {{verifer: none}}}}}}\n{HI}", "'verifier'"),
        ("turns: [{say: Hi, customer: C-l001}]\n", "'C-1001'"),
        (f"{HI}finally: {{orders: {{ORD-99107: {{statuss: x}}}}}}\n", "'status'"),
        ("turns: [{say: Hi, expect: {cites: refund › When}}]\n", "'refunds'"),
    ],
)
def test_nearest_known_name_is_told(tmp_path: Path, rest: str, nearest: str) -> None:
    (tmp_path / "orders.json").write_text("{}", encoding="utf-8")
    assert problem_of(tmp_path, HEAD + rest).endswith(f"Did you mean {nearest}?")


def test_customer_of_a_leak_that_nobody_is_is_refused_and_another_text_is_not(tmp_path: Path) -> None:
    told = problem_of(tmp_path, f"{HEAD}{HI}finally: {{no_leak: [a street, C-8888]}}\n")
    assert told.startswith(
        "case.yaml:5:31: finally.no_leak.1: found 'C-8888', wanted one that the shop of the case has."
    )


def test_order_of_a_customer_whom_nobody_knows_is_refused(tmp_path: Path) -> None:
    order = "{order_id: ORD-1, customer_id: C-77, status: pending, placed_on: 2026-11-01, currency: USD, shipping_fee: 1.00, address: {line1: a, city: b, postcode: '1', country: US}, items: [{sku: a, name: b, quantity: 1, unit_price: 1.00, category: c}]}"
    assert "of the customer 'C-77', whom the shop does not have" in problem_of(
        tmp_path, f"{HEAD}shop: {{orders: {{orders: [{order}]}}}}\n{HI}"
    )


def test_shipped_cases_can_be_read_and_their_scripts_are_no_cases() -> None:
    files = {Path(one.file).name for one in read_case_files([shipped()], Settings())}
    assert {"ten-turns.yaml", "ten-turns-scripted.yaml"} <= files
    assert "ten-turns-model.yaml" not in files


def test_file_of_a_folder_that_is_no_case_and_that_none_names_is_refused(tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(HEAD + HI, encoding="utf-8")
    (tmp_path / "_part.yaml").write_text("no case", encoding="utf-8")
    (one,) = read_case_files([tmp_path], Settings())
    assert one.case.name == "x"
    (tmp_path / "part.yaml").write_text("no case", encoding="utf-8")
    with pytest.raises(InputError, match=r"part\.yaml:1:1: the file: found str 'no case'"):
        read_case_files([tmp_path], Settings())


def test_name_that_stands_in_two_files_is_refused(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(HEAD + HI, encoding="utf-8")
    with pytest.raises(
        InputError, match=r"b\.yaml:1:1: found a second case named 'x' \(the first is at .*a\.yaml:1:1\)"
    ):
        read_case_files([tmp_path], Settings())
