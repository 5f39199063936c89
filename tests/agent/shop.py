"""The sample shop set up for tests: with the real embedder, or with one that costs nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from pydantic import SecretStr
from typer.testing import CliRunner, Result

from agent.agent import Agent
from agent.build import Parts, build_stages, open_agent
from agent.checkpoints import open_conversations
from agent.cli.app import app
from agent.drafting import Drafter
from agent.errors import DraftingError
from agent.graph import TurnGraph
from agent.settings import Settings
from agent.stores import stores_of
from agent.types import Draft, DraftRequest, TurnResult
from agent.web.settings import ServiceSettings
from knowledge.reranking import LateInteractionReranker
from knowledge.sample import articles_folder, orders_file
from knowledge.search import KnowledgeBase
from knowledge.settings import index_folder, orders_path
from tests.helpers import TinyEmbedder

TODAY = date(2026, 11, 30)
"""The day of every turn, for which the sample's orders are written."""

BANK_QUESTION = "How long will my refund take to show on my card?"

Ask = Callable[..., TurnResult]


def word_embedder() -> TinyEmbedder:
    """An embedder that costs nothing: texts with the same words are near, and nothing else is."""
    return TinyEmbedder(dimension=256, window=256)


@dataclass(frozen=True)
class SayingDrafter:
    """Drafts the same text every time."""

    text: str
    name: str = "saying"

    def draft(self, request: DraftRequest) -> Draft:
        return Draft(text=self.text, drafter=self.name)


@dataclass(frozen=True)
class FailingDrafter:
    """Fails the way a provider does, with a detail that no customer may read."""

    detail: str = "connection to 10.0.0.7 refused"
    name: str = "failing"

    def draft(self, request: DraftRequest) -> Draft:
        raise DraftingError(self.detail)


def settings_for(home: Path, server: str | None = None) -> Settings:
    """The defaults, on a data folder, with the stores on the server of a URL where one is given."""
    service = ServiceSettings(database_url=SecretStr(server) if server else None)
    return Settings().model_copy(update={"home": home, "service": service})


def quick_parts(home: Path, server: str | None = None) -> Parts:
    """The parts of a data folder with the embedder that costs nothing."""
    settings, embedder = settings_for(home, server), word_embedder()
    reranker = LateInteractionReranker(embedder)
    return Parts(
        settings=settings,
        embedder=embedder,
        reranker=reranker,
        knowledge=KnowledgeBase(index_folder(home), embedder, reranker, settings.knowledge),
        orders=stores_of(settings).orders,
        ledger=stores_of(settings).ledger,
    )


def set_up(parts: Parts) -> Parts:
    """Sync the sample shop's articles and load its orders."""
    parts.syncer.sync(articles_folder())
    parts.orders.load(orders_file())
    return parts


def copied_home(source: Path, target: Path) -> Path:
    """A data folder of its own: the same index and orders, no conversation yet."""
    shutil.copytree(index_folder(source), index_folder(target))
    shutil.copy(orders_path(source), orders_path(target))
    return target


def agent_of(parts: Parts, drafter: Drafter | None = None) -> Agent:
    """The agent of these parts on `TODAY`, with the settings' drafter unless another is given."""
    if drafter is None:
        return replace(open_agent(parts), today=lambda: TODAY)
    stages = build_stages(parts, drafter)
    graph = TurnGraph(stages, open_conversations(parts.settings.home, parts.settings.service.driver_url))
    return Agent(graph, parts.stores.locks, parts.ledger.record, stages.models, lambda: TODAY)


def run(home: Path, *arguments: str, text: str | bytes | None = None, **environment: str) -> Result:
    """Run a command in this process on a data folder; an error is in `exception`, as `app.main` would catch it."""
    return CliRunner().invoke(app, [*arguments, "--home", str(home)], input=text, env=environment)
