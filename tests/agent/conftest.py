"""Data folders on the sample shop, synced once for the whole run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from agent.agent import Agent
from agent.build import Parts, open_parts
from agent.types import TurnResult
from tests.agent.shop import Ask, agent_of, copied_home, quick_parts, set_up, settings_for


@pytest.fixture(scope="session")
def shop_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample shop, embedded with the real model."""
    home = tmp_path_factory.mktemp("shop")
    set_up(open_parts(settings_for(home)))
    return home


@pytest.fixture(scope="session")
def shop(shop_home: Path) -> Parts:
    """The parts of the sample shop; the model is loaded once."""
    return open_parts(settings_for(shop_home))


@pytest.fixture(scope="session")
def agent(shop: Parts) -> Iterator[Agent]:
    """The product as it is installed, on the sample shop."""
    opened = agent_of(shop)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def ask(agent: Agent) -> Ask:
    """Ask one question in a conversation of its own."""

    def asked(message: str, **settings: object) -> TurnResult:
        return agent.ask(message, **{"conversation_id": uuid4().hex, **settings})  # type: ignore[arg-type]

    return asked


@pytest.fixture(scope="session")
def quick_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample shop, embedded by word hashes."""
    home = tmp_path_factory.mktemp("quick")
    set_up(quick_parts(home))
    return home


@pytest.fixture
def quick(quick_home: Path, tmp_path: Path) -> Parts:
    """The parts of a data folder of the test's own, with an embedder that costs nothing."""
    return quick_parts(copied_home(quick_home, tmp_path / "home"))
