"""Skills are chosen by the route and by words, the most important first, within a number and a budget."""

from __future__ import annotations

from typing import Any

import pytest

from agent.gathering import Offer
from agent.memory.procedural import ProceduralMemory
from agent.memory.skill_files import Skill, read_skills
from agent.routing import Route
from tests.agent.memory.people import route, turn


def skill(name: str, text: str = "Be short.", priority: int = 0, **when: Any) -> Skill:
    return Skill.model_validate({"name": name, "text": text, "priority": priority, "when": when})


def chosen(message: Route, *skills: Skill, k: int = 2, budget: int = 600) -> list[str]:
    offer = ProceduralMemory(skills, k, budget).offer(message, turn())
    return [one.id.removeprefix("skill/") for one in offer.recalled if one.kept]


def test_words_of_the_message_choose() -> None:
    late, broken = skill("late", words=["never arrived"]), skill("broken", words=["break*", "broke"])
    assert chosen(route("My parcel NEVER  arrived"), late, broken) == ["late"]
    assert chosen(route("It breaks; it broke"), late, broken) == ["broken"]
    assert chosen(route("The outbreak never ends"), late, broken) == []


def test_route_must_hold_and_a_wish_or_an_intent_may_choose() -> None:
    order = skill("order", route={"about_one_order": True})
    refund = skill("refund", wishes=["refund"], intents=["refund_request"])
    assert chosen(route("x", about_one_order=True), order, refund) == ["order"]
    assert chosen(route("x", wants="refund"), order, refund) == ["refund"]
    assert chosen(route("x", intent="refund_request"), order, refund) == ["refund"]
    both = skill("both", words=["late"], route={"about_one_order": True})
    assert chosen(route("late"), both) == []
    assert chosen(route("late", about_one_order=True), both) == ["both"]


def test_most_important_comes_first_and_the_rest_is_left_out_with_the_reason() -> None:
    skills = (skill("sa", words=["late"]), skill("sb", words=["late"], priority=5), skill("sc", words=["late"]))
    offer = ProceduralMemory(skills, 2, 600).offer(route("late"), turn())
    assert [(one.id, one.kept) for one in offer.recalled] == [
        ("skill/sb", True),
        ("skill/sa", True),
        ("skill/sc", False),
    ]
    assert "beyond the 2 skills" in offer.recalled[2].reason
    assert {one.trust for one in offer.recalled} == {"system"}


def test_skill_over_the_budget_is_left_out() -> None:
    long = skill("long", "word " * 200, priority=9, words=["late"])
    assert chosen(route("late"), long, skill("short", words=["late"]), budget=100) == ["short"]


def test_greeting_needs_no_skill() -> None:
    assert ProceduralMemory((skill("any"),), 2, 600).offer(Route(kind="greeting"), turn()) == Offer()


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("How long will my refund take?", "refund-timing"),
        ("My bowl arrived broken", "damaged-parcel"),
        ("My parcel never arrived", "lost-parcel"),
        ("This is ridiculous, where is my parcel?", "angry-customer"),
        ("I don't have my order number", "wrong-order-number"),
        ("Can I change my address?", "address-change"),
        ("As I told you, it is too small", "repeated-contact"),
        ("My harvest box was warm", "fresh-food"),
    ],
)
def test_shipped_skill_is_chosen_for_its_turn(message: str, name: str) -> None:
    assert chosen(route(message), *read_skills())[0] == name


def test_shipped_skills_fit_two_to_a_turn() -> None:
    memory = ProceduralMemory(read_skills(), 2, 600)
    assert all(2 * memory.counter.count(one.text) <= 600 for one in read_skills())
