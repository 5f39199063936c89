"""Nothing of another customer comes out of any tool, and an attempt that would bring something out is caught."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.gathering import Gatherer, OrderSource
from agent.settings import Settings
from evals.leaks import LeakHunt
from evals.leaks_attempts import AttemptDrawer
from evals.leaks_tools import TOOLS
from evals.leaks_world import World, agent_of, open_worlds, victims_of
from knowledge.order_types import Order
from tests.agent.shop import settings_for, word_embedder

ATTEMPTS = 300


def without_models(home: Path) -> Settings:
    settings = settings_for(home)
    return settings.model_copy(
        update={
            "grounding": settings.grounding.model_copy(update={"verifier": "none"}),
            "routing": settings.routing.model_copy(update={"intents": "none"}),
        }
    )


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[World, World]]:
    home = tmp_path_factory.mktemp("worlds")
    found = open_worlds(without_models(home), home, word_embedder())
    yield found
    for world in found:
        world.close()


def test_no_attempt_through_any_tool_brings_anything_out(worlds: tuple[World, World]) -> None:
    report = LeakHunt(*worlds, TOOLS, seed=7, agent_share=15).run(ATTEMPTS)
    assert report.leaks == ()
    assert set(report.tools) == set(TOOLS)
    assert sum(report.tools.values()) == report.compared_with_no_victim == ATTEMPTS
    assert report.compared_with_no_such_order > 10


def leaky(world: World, reads: object) -> World:
    """The world with an order source that reads what it is told to."""
    source = OrderSource(reads, world.parts.embedder)  # type: ignore[arg-type]
    others = tuple(one for one in world.sources if not isinstance(one, OrderSource))
    stages = replace(world.stages, gatherer=Gatherer((source, *others)))
    return World(world.parts, stages, agent_of(world.parts, stages))


@pytest.mark.parametrize(("tool", "attempts"), [("sources", 30), ("agent", 6)])
def test_source_that_reads_everybodys_orders_is_caught(worlds: tuple[World, World], tool: str, attempts: int) -> None:
    world, without = worlds
    orders = world.parts.orders

    def of_all(customer_id: str) -> tuple[Order, ...]:
        return tuple(order for one in orders.customer_ids() for order in orders.orders_of(one))

    broken = leaky(world, of_all)
    report = LeakHunt(broken, without, {tool: TOOLS[tool]}, seed=7).run(attempts)
    broken.agent.close()
    assert any(leak.found.startswith("told") for leak in report.leaks)
    assert any(leak.found.startswith("differs") for leak in report.leaks)


def test_answer_that_tells_only_that_an_order_exists_is_caught(worlds: tuple[World, World]) -> None:
    def oracle(world: World, attempt: object, value: str) -> str:
        return "That is not yours." if world.parts.orders.find(value) else "There is no such order."

    report = LeakHunt(*worlds, {"oracle": oracle}, seed=7).run(60)
    assert any("differs where the victim does not exist" in leak.found for leak in report.leaks)
    assert any("differs for an order that nobody has" in leak.found for leak in report.leaks)


def test_the_same_seed_draws_the_same_attempts_and_the_twin_belongs_to_nobody(worlds: tuple[World, World]) -> None:
    world = worlds[0]
    victims = victims_of(world.parts)
    first, second = (AttemptDrawer(3, ("C-1001", None), victims) for _ in range(2))
    drawn = [first.draw(n, "agent") for n in range(200)]
    assert drawn == [second.draw(n, "agent") for n in range(200)]
    twins = [one.ids[1] for one in drawn if one.ids[1]]
    assert twins
    assert not any(world.parts.orders.find(twin) for twin in twins)
    assert all(one.victim != one.attacker for one in drawn)
