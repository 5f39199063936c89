"""Parts that take seconds to load, once for the whole run."""

from __future__ import annotations

import pytest

from knowledge.embedding import Embedder
from knowledge.models.registry import locate
from knowledge.onnx_embedding import open_embedder
from knowledge.reranking import LateInteractionReranker
from knowledge.sample import articles_folder
from knowledge.search import KnowledgeBase
from knowledge.settings import KnowledgeSettings
from knowledge.syncing import Syncer


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
