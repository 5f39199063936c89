"""A turn whose vectors are on a Chroma server: answered while it runs, handed over while it does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.build import Parts
from knowledge.sample import articles_folder
from knowledge.search import KnowledgeBase
from knowledge.settings import index_folder
from tests.agent.shop import BANK_QUESTION, agent_of
from tests.knowledge.chroma_server import ChromaServer, running_chroma

FILTERED = ("staff-refund-escalation.md", "returns-window-2025.md")
"""For staff, and not in force any more."""


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaServer]:
    with running_chroma(tmp_path_factory.mktemp("chroma")) as found:
        yield found


@pytest.fixture
def on_server(quick: Parts, server: ChromaServer, tmp_path: Path) -> Parts:
    """The articles that every customer may see; what is found within a filter is found without the server."""
    knowledge = quick.settings.knowledge.model_copy(update={"chroma_url": server.url})
    settings = quick.settings.model_copy(update={"knowledge": knowledge})
    index = index_folder(settings.home)
    found = replace(quick, settings=settings, knowledge=KnowledgeBase(index, quick.embedder, quick.reranker, knowledge))
    articles = tmp_path / "public"
    articles.mkdir()
    for path in articles_folder().glob("*.md"):
        if path.name not in FILTERED:
            (articles / path.name).write_bytes(path.read_bytes())
    found.syncer.sync(articles, rebuild=True)
    return found


def test_server_that_is_down_ends_the_turn_with_a_person_and_never_with_an_answer(
    on_server: Parts, server: ChromaServer
) -> None:
    agent = agent_of(on_server)
    assert agent.ask(BANK_QUESTION, conversation_id="c1").searched[0]["hits"]
    server.stop()
    told = agent.ask(BANK_QUESTION, conversation_id="c2")
    assert told.handoff is not None
    assert told.handoff.reason == "failure"
    assert "retrieval is unavailable" in told.why
    assert (told.searched, told.citations) == ((), ())
    server.start()
    assert agent.ask(BANK_QUESTION, conversation_id="c3").searched[0]["hits"]
    agent.close()
