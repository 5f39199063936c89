"""The shop of a conversation case: its articles, customers, orders, policy and settings, from the sample and its fixtures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from agent.case_types import Case, ShopFixture
from agent.settings import Settings
from knowledge.order_files import FORMAT, OrderFile, read_order_file
from knowledge.sample import articles_folder, orders_file


@dataclass(frozen=True)
class CaseShop:
    """What a case's data folder is made of."""

    articles: Mapping[str, bytes]
    """Content by file name below the folder of articles."""
    people: OrderFile
    """Customers and orders."""

    def index_key(self, settings: Settings) -> str:
        """The same for the same articles, read and embedded the same way."""
        told = hashlib.sha256(settings.knowledge.model_dump_json().encode())
        for name, content in sorted(self.articles.items()):
            told.update(json.dumps([name, hashlib.sha256(content).hexdigest()]).encode())
        return told.hexdigest()[:16]

    def write_articles(self, folder: Path) -> Path:
        """The articles as files of a folder, which is made."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.articles.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return folder

    def write_orders(self, path: Path) -> Path:
        """The customers and orders as an order file."""
        path.write_text(
            json.dumps({"format": FORMAT, **self.people.model_dump(mode="json", exclude={"format"})}), "utf-8"
        )
        return path


def shop_of_case(case: Case) -> CaseShop:
    """Put the shop of a case together.

    Raises:
        KnowledgeError: a file of orders cannot be used.
        ValidationError: a changed order is none, by its path below `shop.orders.change`.
        OSError: an article cannot be read.
    """
    return CaseShop(_articles(case.shop), people_of(case.shop))


def settings_of_case(settings: Settings, case: Case) -> Settings:
    """The run's settings with the case's over them; unless the case is `configured`, no chat model is asked.

    Raises:
        ValidationError: a setting of the case is unknown or impossible, by its path.
    """
    data = settings.model_dump(mode="python")
    if case.drafter != "configured":
        named = case.drafter if isinstance(case.drafter, str) else "extractive"
        for section, key, value in (
            ("drafting", "drafter", named),
            ("grounding", "judge", None),
            ("rewriting", "model", None),
            ("knowledge", "blurbs", "none"),
        ):
            data[section][key] = value
    return Settings.model_validate(_over(data, case.shop.settings))


def _over(below: Any, above: Any) -> Any:
    if not isinstance(below, dict) or not isinstance(above, Mapping):
        return above
    return {**below, **{key: _over(below.get(key), value) for key, value in above.items()}}


def _articles(shop: ShopFixture) -> dict[str, bytes]:
    if isinstance(shop.articles, str):
        return folder_files(Path(shop.articles))
    found = dict(folder_files(articles_folder())) if shop.sample else {}
    for name, text in shop.articles.items():
        found.pop(name, None)
        if text is not None:
            found[name] = text.encode()
    return found


def folder_files(folder: Path) -> dict[str, bytes]:
    """Content of every file of a folder by its path below it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


@cache
def sample_people() -> OrderFile:
    """The sample's customers and orders."""
    return read_order_file(orders_file())


def people_of(shop: ShopFixture) -> OrderFile:
    """The customers and orders of a shop; errors as `shop_of_case`."""
    below = sample_people() if shop.sample else OrderFile(customers=(), orders=())
    if isinstance(shop.orders, str):
        own = read_order_file(Path(shop.orders))
        return _joined(below, own)
    found = _joined(below, OrderFile(customers=shop.orders.customers, orders=shop.orders.orders))
    change = shop.orders.change
    if not change:
        return found
    raw = found.model_dump(mode="json")
    raw["orders"] = [_over(one, change.get(one["order_id"], {})) for one in raw["orders"]]
    return OrderFile.model_validate(raw)


def _joined(below: OrderFile, above: OrderFile) -> OrderFile:
    customers = {one.customer_id: one for one in (*below.customers, *above.customers)}
    orders = {one.order_id: one for one in (*below.orders, *above.orders)}
    return OrderFile(customers=tuple(customers.values()), orders=tuple(orders.values()))
