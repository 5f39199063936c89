"""Vectors on a Chroma server: found as those in a folder are, seen by every process at once, and missed with clear words."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import numpy as np
import pytest
from pydantic import ValidationError

from knowledge.dense import VectorIndex, delete_vectors
from knowledge.errors import CorruptIndexError, IndexUnreachableError
from knowledge.rolling_back import Rollback
from knowledge.settings import KnowledgeSettings
from knowledge.vector_place import NOTE, place_of
from knowledge.versions import versions
from tests.helpers import TODAY, Shop, passage
from tests.knowledge.chroma_server import ChromaServer, running_chroma

ROOT = Path(__file__).parents[2]
ARTICLES = {"a.md": "# Returns\n\nA parcel may be sent back.", "b.md": "# Gift cards\n\nA gift card never ends."}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaServer]:
    with running_chroma(tmp_path_factory.mktemp("chroma")) as found:
        yield found


@pytest.fixture
def server(running: ChromaServer) -> ChromaServer:
    """It may have been stopped by the test before."""
    if running.process is None:
        running.start()
    return running


@pytest.fixture
def shop(tmp_path: Path, server: ChromaServer) -> Shop:
    found = Shop(tmp_path).write(ARTICLES)
    found = replace(found, settings=found.settings.model_copy(update={"chroma_url": server.url}))
    found.sync()
    return found


def test_server_finds_what_a_folder_finds(tmp_path: Path, server: ChromaServer) -> None:
    rows = np.eye(4, dtype=np.float32)[:3]
    passages = [passage("a#0"), passage("b#0", topic="x"), passage("c#0", topic="x")]
    found = []
    for folder, url in ((tmp_path / "in it", None), (tmp_path / "on server", server.url)):
        index = VectorIndex.create(folder, url)
        index.add(passages, rows)
        index.close()
        index = VectorIndex.open(folder)
        index.check(3, 4)
        index.remove(["c#0"])
        towards = np.array([[0.6, 0.8, 0, 0]], dtype=np.float32)
        hits = [(one, round(score, 5)) for one, score in index.search(towards, 5, TODAY)]
        found.append((index.count(), hits, index.vectors(["a#0"])["a#0"].tolist()))
        index.close()
    assert found[0] == found[1]
    delete_vectors(tmp_path / "on server")


def test_passages_are_found_and_nothing_of_chroma_is_in_the_folder(shop: Shop) -> None:
    assert shop.found("gift card")[0].startswith("b#")
    assert [path.name for path in (shop.state_folder() / "vectors").iterdir()] == [NOTE]


def test_sync_of_one_process_is_seen_by_another_at_once(shop: Shop, server: ChromaServer) -> None:
    knowledge = shop.knowledge()
    assert knowledge.search("warranty", TODAY).hits[0].passage.article != "c.md"
    (shop.articles / "c.md").write_text("# Warranty\n\nThe warranty of a kettle is two years.")
    script = (
        "import sys; from pathlib import Path; from dataclasses import replace; from tests.helpers import Shop\n"
        "shop = Shop(Path(sys.argv[1]))\n"
        "replace(shop, settings=shop.settings.model_copy(update={'chroma_url': sys.argv[2]})).sync()"
    )
    subprocess.run(
        [sys.executable, "-c", script, str(shop.index.parent), server.url], cwd=ROOT, check=True, timeout=120
    )
    hit = knowledge.search("warranty of a kettle", TODAY).hits[0]
    assert (hit.passage.article, hit.ranks.get("dense")) == ("c", 1)


def test_states_that_are_cleared_away_are_gone_from_the_server_and_a_rollback_finds_the_others(
    shop: Shop, server: ChromaServer
) -> None:
    shop = replace(shop, settings=shop.settings.model_copy(update={"kept_states": 2}))
    before = server.collections()
    for number in range(3):
        shop.write({"a.md": f"# Returns\n\nA parcel may be sent back within {number} days."}).sync()
    kept = {place_of(shop.index / "states" / one.name / "vectors") for one in versions(shop.index)}
    assert len(kept) == 2
    assert {one.collection for one in kept if one} <= server.collections()
    assert len(server.collections()) == len(before) + 1
    Rollback(shop.index, shop.embedder, shop.settings).roll_back()
    assert "within 1 days" in shop.knowledge().search("sent back", TODAY).hits[0].passage.text


def test_index_moves_to_the_server_and_back_by_a_rebuild(tmp_path: Path, server: ChromaServer) -> None:
    shop = Shop(tmp_path).write(ARTICLES)
    places = []
    for url in (None, server.url, None):
        shop = replace(shop, settings=shop.settings.model_copy(update={"chroma_url": url}))
        shop.sync(rebuild=True)
        place = place_of(shop.state_folder() / "vectors")
        places.append(place.url if place else None)
        assert shop.found("gift card")[0].startswith("b#")
    assert places == [None, server.url, None]


def test_sync_after_the_setting_is_gone_takes_the_vectors_from_the_server(shop: Shop) -> None:
    shop = replace(shop, settings=shop.settings.model_copy(update={"chroma_url": None}))
    report = shop.write({"c.md": "# Warranty\n\nTwo years."}).sync()
    assert report.embedded == 1
    assert place_of(shop.state_folder() / "vectors") is None
    assert shop.found("gift card")[0].startswith("b#")


def test_server_that_is_down_is_told_and_the_index_stays_as_it_is(shop: Shop, server: ChromaServer) -> None:
    knowledge = shop.knowledge()
    knowledge.prepare()
    server.stop()
    name = shop.state_folder().name
    with pytest.raises(
        IndexUnreachableError, match=r"which does not answer .*: retrieval is unavailable\. Start it with"
    ):
        knowledge.search("gift card", TODAY)
    shop.write({"c.md": "# Warranty\n\nTwo years."})
    with pytest.raises(IndexUnreachableError):
        shop.sync()
    assert shop.state_folder().name == name
    fresh = shop.knowledge()
    fresh.prepare()
    server.start()
    for one in (knowledge, fresh):
        assert one.search("gift card", TODAY).hits[0].passage.article == "b"


def test_collection_that_the_server_does_not_know_is_told(shop: Shop) -> None:
    delete_vectors(shop.state_folder() / "vectors")
    delete_vectors(shop.state_folder() / "vectors")
    with pytest.raises(CorruptIndexError, match=r"cannot be used .* Run `support kb sync --rebuild DIR`"):
        shop.knowledge().search("gift card", TODAY)


def test_server_that_takes_the_call_and_never_answers_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        begun = time.monotonic()
        with pytest.raises(IndexUnreachableError, match="ReadTimeout"):
            VectorIndex.create(tmp_path / "vectors", url)
    assert time.monotonic() > begun


@pytest.mark.parametrize("url", ["localhost:8000", "http://", "http://a:b@host", "http://host:1/path", "ftp://host"])
def test_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValidationError, match="wanted http://HOST:PORT"):
        KnowledgeSettings(chroma_url=url)
    assert httpx.URL("http://host:8000").port == 8000
