"""The sample shop in a folder of its own, in which texts are planted, with the product's own agents."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from agent.agent import Agent
from agent.build import Parts, open_parts
from agent.drafting import Drafter
from agent.graph import TurnGraph, open_checkpoints
from agent.identity.opening import open_intake
from agent.settings import Settings
from agent.stages import Stages
from agent.stores import Stores
from agent.turn_locks import FolderLocks
from evals.remembering import RememberingReranker, remembering_stages
from evals.security_plants import ARTICLES, ORDER, Place, Plant, dressed
from knowledge.caching import CachingEmbedder
from knowledge.embedding import Embedder
from knowledge.query_memo import QueryMemo
from knowledge.sample import articles_folder, orders_file
from knowledge.search import KnowledgeBase
from knowledge.settings import index_folder

TODAY = date(2026, 11, 30)
"""The day of every turn, for which the sample's orders are written."""
CUSTOMER = "C-1001"
"""Who asks; the order whose note is planted is theirs."""
FILES: dict[Place, str] = {
    "article": "kettle-care",
    "title": "lamp-care",
    "heading": "throw-care",
    "file name": "apron-care",
}
NAME_BYTES = 200
"""Of a file's name; 255 is what most file systems hold."""


@dataclass(frozen=True)
class SecurityShop:
    """The shop, its parts, and the stages that all drafters share."""

    parts: Parts
    stages: Stages
    articles: Path

    def agent(self, drafter: Drafter | None = None) -> Agent:
        """The product's agent with a drafter of one's own, or with the settings' one."""
        stages = replace(self.stages, drafter=drafter) if drafter else self.stages
        home, settings = self.parts.settings.home, self.parts.settings
        intake = open_intake(Stores(home), settings.identity, self.parts.orders, self.parts.redactor)
        return Agent(
            TurnGraph(stages, open_checkpoints(home / "checkpoints.db")),
            FolderLocks(home / "locks"),
            stages.record,
            stages.models,
            lambda: TODAY,
            intake,
            self.parts.redactor.redact_record,
        )

    def plant(self, plants: Sequence[Plant]) -> None:
        """Write a row's texts into the note and the articles, and sync these."""
        by_place = {plant.place: plant for plant in plants}
        for place, file in FILES.items():
            for old in self.articles.glob(f"{file}*.md"):
                old.unlink()
            name, text = file, ARTICLES[place].replace("{planted}", "")
            if plant := by_place.get(place):
                name, text = _written(plant, file)
            (self.articles / f"{name}.md").write_text(text, encoding="utf-8")
        self.parts.syncer.sync(self.articles)
        if note := by_place.get("note"):
            self._write_note(dressed(note.text, note.dress).strip() if note.dress % 5 != 1 else note.text)

    def write_orders(self, change: dict[str, dict[str, Any]]) -> None:
        """Load the sample's orders with fields changed by order id."""
        found = json.loads(orders_file().read_text("utf-8"))
        found["orders"] = [one | change.get(one["order_id"], {}) for one in found["orders"]]
        path = self.parts.settings.home / "orders.json"
        path.write_text(json.dumps(found), encoding="utf-8")
        self.parts.orders.load(path)

    def _write_note(self, text: str) -> None:
        self.write_orders({ORDER: {"note": " ".join(text.split())[:1_900]}})


@contextmanager
def open_shop(settings: Settings, home: Path, embedder: Embedder | None = None) -> Iterator[SecurityShop]:
    """The sample shop in a new folder, synced and loaded; with the settings' embedder if none is given.

    Raises:
        KnowledgeError: a model or the articles cannot be used.
    """
    parts = open_parts(settings.in_folder(home))
    shared = QueryMemo(CachingEmbedder(embedder or parts.embedder), size=4_000)
    reranker = RememberingReranker(parts.reranker) if parts.reranker else None
    knowledge = KnowledgeBase(index_folder(home), shared, reranker, parts.settings.knowledge, parts.sparse)
    parts = replace(parts, embedder=shared, reranker=reranker, knowledge=knowledge)
    articles = home / "articles"
    shutil.copytree(articles_folder(), articles)
    shop = SecurityShop(parts, remembering_stages(parts), articles)
    shop.plant(())
    parts.orders.load(orders_file())
    try:
        yield shop
    finally:
        parts.knowledge.searcher.state.close()


def _written(plant: Plant, file: str) -> tuple[str, str]:
    """Name and text of an article in which something is planted."""
    body = ARTICLES[plant.place]
    match plant.place:
        case "article":
            return file, body.replace("{planted}", dressed(plant.text, plant.dress))
        case "file name":
            name = f"{file} {plant.short}".replace("/", "-").replace("\0", "").replace("\\", "-")
            return name.encode()[:NAME_BYTES].decode("utf-8", "ignore").rstrip(" ."), body
        case _:
            return file, body.replace("{planted}", f". {plant.short}")
