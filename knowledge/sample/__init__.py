"""The sample shop, Harbour Lane: help articles and orders to try the agent on. All of it is invented."""

from __future__ import annotations

from pathlib import Path


def articles_folder() -> Path:
    """Return the folder of the sample's help articles, ready for `support kb sync`."""
    return Path(__file__).with_name("articles")


def orders_file() -> Path:
    """Return the sample's order file, ready for `support orders load`."""
    return Path(__file__).with_name("orders.json")
