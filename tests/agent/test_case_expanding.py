"""Defaults, includes, rows and variables are put in, and what is wrong in them is told where it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.case_types import Case
from agent.cases import read_cases
from agent.errors import InputError

HEAD = "today: 2026-11-30\n"


def cases(tmp_path: Path, text: str, **others: str) -> list[Case]:
    (tmp_path / "case.yaml").write_text(text, encoding="utf-8")
    for name, content in others.items():
        (tmp_path / f"{name}.yaml").write_text(content, encoding="utf-8")
    return [one.case for one in read_cases(tmp_path / "case.yaml")]


def said(case: Case) -> list[str]:
    return [turn.say for turn in case.turns]


def test_cases_have_the_defaults_where_they_say_nothing_else(tmp_path: Path) -> None:
    text = (
        f"defaults:\n  {HEAD}  customer: C-1\n  tags: [a]\n  shop: {{sample: false, policy: p.md}}\n"
        "cases:\n- {name: one, turns: [{say: Hi}]}\n"
        "- {name: two, customer: C-2, tags: [b], shop: {policy: q.md}, turns: [{say: Ho}]}\n"
    )
    one, two = cases(tmp_path, text)
    assert (one.customer, one.tags, one.shop.policy) == ("C-1", ("a",), "p.md")
    assert (two.customer, two.tags, two.shop.policy, two.shop.sample) == ("C-2", ("a", "b"), "q.md", False)


def test_included_turns_come_where_they_are_included(tmp_path: Path) -> None:
    text = "include: _base.yaml\nname: x\nturns:\n- include: _more.yaml\n- say: last\n"
    (case,) = cases(tmp_path, text, _base=f"{HEAD}turns: [{{say: first}}]\n", _more="turns: [{say: mid}]\n")
    assert said(case) == ["first", "mid", "last"]


def test_each_row_is_a_case_of_its_own(tmp_path: Path) -> None:
    text = (
        f"name: x\n{HEAD}variables: {{city: Rome}}\neach:\n- {{order: ORD-1}}\n- {{order: ORD-2, name: second}}\n"
        "turns: [{say: 'Is ${order} in ${city}? Not $${order}.'}]\n"
    )
    one, two = cases(tmp_path, text)
    assert (one.name, said(one)) == ("x [ORD-1]", ["Is ORD-1 in Rome? Not ${order}."])
    assert (two.name, said(two)) == ("x [second]", ["Is ORD-2 in Rome? Not ${order}."])


def test_variable_alone_keeps_its_type_and_stands_in_keys(tmp_path: Path) -> None:
    text = (
        f"name: x\n{HEAD}variables: {{n: 3, list: [a, b], order: ORD-1}}\nrepeat: ${{n}}\n"
        "turns: [{say: Hi, expect: {contains: '${list}'}}]\nfinally: {orders: {'${order}': {status: '${n} left'}}}\n"
    )
    (case,) = cases(tmp_path, text)
    assert case.repeat == 3
    assert case.turns[0].expect is not None
    assert case.turns[0].expect.contains == ("a", "b")
    assert case.finally_ is not None
    assert case.finally_.orders == {"ORD-1": {"status": "3 left"}}


def test_orders_of_a_yaml_file_are_read_with_their_places(tmp_path: Path) -> None:
    text = f"name: x\n{HEAD}shop: {{orders: people.yaml}}\nturns: [{{say: Hi}}]\n"
    (case,) = cases(tmp_path, text, people="customers:\n- {customer_id: C-9, name: A, email: a@b.c, postcode: '1'}\n")
    assert not isinstance(case.shop.orders, str)
    assert [one.customer_id for one in case.shop.orders.customers] == ["C-9"]
    with pytest.raises(InputError, match=r"people\.yaml:1:15: shop\.orders\.customers\.0: "):
        cases(tmp_path, text, people="customers: [  3]\n")


@pytest.mark.parametrize(
    ("text", "others", "problem"),
    [
        (
            f"name: x\n{HEAD}turns: [{{say: 'Hi ${{nam}}'}}]\nvariables: {{name: A}}\n",
            {},
            "case.yaml:3:15: found the unknown variable ${nam}, wanted one of the case's own. Did you mean 'name'?",
        ),
        (
            "include: a.yaml\n",
            {"a": "include: case.yaml\n"},
            "a.yaml:1:10: found files that include each other (case.yaml → a.yaml → case.yaml)",
        ),
        ("include: aa.yaml\n", {"ab": ""}, "aa.yaml', wanted one to include. Did you mean 'ab.yaml'?"),
        (f"name: x\n{HEAD}turns: [{{include: a.yaml}}]\n", {"a": "name: y\n"}, "found no turns in 'a.yaml'"),
        ("cases: []\n", {}, "case.yaml:1:8: found no list of cases"),
        (
            "default: {}\ncases: [{name: x}]\n",
            {},
            "case.yaml:1:1: found the unknown key 'default' in a file of cases. Did you mean 'defaults'?",
        ),
        (f"name: x\n{HEAD}each: {{a: 1}}\nturns: [{{say: Hi}}]\n", {}, "case.yaml:3:7: found no list of rows"),
        (
            f"defaults: {{{HEAD.strip()}}}\ncases:\n- {{name: a, turns: [{{say: b}}]}}\n- {{name: a, turns: [{{say: b}}]}}\n",
            {},
            "case.yaml:4:4: found a second case named 'a' (the first is at",
        ),
    ],
)
def test_what_cannot_be_put_in_is_told_at_its_place(
    tmp_path: Path, text: str, others: dict[str, str], problem: str
) -> None:
    with pytest.raises(InputError) as caught:
        cases(tmp_path, text, **others)
    assert problem in str(caught.value)
