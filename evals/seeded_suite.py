"""The seeded-error self-test with the models that the settings name."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from agent.build import build_grounder
from agent.open_models import open_embedder, open_nli
from agent.settings import Settings
from evals.seeded import SeededRun, SeededSuite
from evals.seeded_shop import read_shop
from evals.show import bars
from knowledge.caching import CachingEmbedder
from knowledge.sample import articles_folder, orders_file

ERRORS_OF_A_KIND = 20
"""Planted, and true replies of a make measured, where nobody says how many."""


def measure_seeded(
    settings: Settings,
    articles: Path | None = None,
    orders: Path | None = None,
    *,
    today: date,
    seed: int = 0,
    limit: int | None = None,
) -> SeededRun:
    """Plant errors in true replies of a shop, the sample where none is named, and ground them as a turn does.

    Args:
        settings: the models and thresholds of the grounder.
        articles: a folder of articles.
        orders: what `support orders load` takes.
        today: articles in force on this day are seen, and "tomorrow" counts from it.
        seed: of the random draws; the same seed, the same replies and errors.
        limit: errors planted of a kind at most, and true replies of a make.

    Raises:
        DatasetError: no article may be shown.
        KnowledgeError: the articles, the orders or a model cannot be used.
    """
    # The cache lives as long as the run, which no customer takes part in.
    embedder = CachingEmbedder(open_embedder(settings))
    with bars("seeded errors") as progress:
        shop = read_shop(
            articles or articles_folder(), orders or orders_file(), settings.knowledge, embedder, today, progress
        )
        grounder = build_grounder(settings, embedder, open_nli(settings), today)
        return SeededSuite(shop, grounder.ground, today, seed, limit or ERRORS_OF_A_KIND).run(progress)
