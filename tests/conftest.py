"""Parts that take seconds to load, once for the whole run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge.embedding import Embedder
from knowledge.models.registry import locate
from knowledge.onnx_embedding import open_embedder
from knowledge.reranking import LateInteractionReranker
from knowledge.sample import articles_folder
from knowledge.search import KnowledgeBase
from knowledge.server_tables import ServerTables
from knowledge.settings import KnowledgeSettings
from knowledge.syncing import Syncer
from tests.agent.web.postgres import Postgres, driver_url, programs, running_postgres
from tests.places import PlaceOf


@pytest.fixture(scope="session")
def minilm() -> Embedder:
    return open_embedder(locate("embedder", "all-MiniLM-L6-v2"))


@pytest.fixture(scope="session")
def sample_knowledge(minilm: Embedder, tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """The sample shop's articles, embedded by the real model and reranked by it."""
    settings = KnowledgeSettings()
    index = tmp_path_factory.mktemp("sample") / "index"
    Syncer(index, minilm, settings).sync(articles_folder())
    return KnowledgeBase(index, minilm, LateInteractionReranker(minilm), settings)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for the whole run; each test has a schema of its own."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    pytest.importorskip("psycopg", reason="pip install 'grounded-support[postgres]'")
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> PlaceOf:
    """Where a store of a name is: a file of a new folder, or tables on a server."""
    if request.param == "sqlite":
        return lambda name: tmp_path / "home" / f"{name}.db"
    server: Postgres = request.getfixturevalue("postgres")
    url = driver_url(server.new_database())
    return lambda name: ServerTables(url, name)
