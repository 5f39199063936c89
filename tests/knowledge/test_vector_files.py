"""A graph of vectors holds its vectors, and nothing else that was in the memory of the process that wrote it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from knowledge.dense import VectorIndex
from knowledge.embedding import Vectors
from knowledge.sample import articles_folder
from knowledge.settings import KnowledgeSettings
from knowledge.syncing import Syncer
from knowledge.types import Passage
from knowledge.vector_files import GRAPH, HEADER, LENGTHS, clear_room
from tests.helpers import TinyEmbedder, passage

SECRET = b"My friend Zanzibar said"


def rows(count: int) -> Vectors:
    found = np.random.default_rng(7).standard_normal((count, 16)).astype(np.float32)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def written(folder: Path, count: int) -> list[Passage]:
    """An index whose room for vectors to come holds something of somebody's."""
    passages = [passage(f"a#{n}") for n in range(count)]
    index = VectorIndex.create(folder)
    index.add(passages, rows(count))
    index.close()
    return passages


def graph_of(folder: Path) -> Path:
    (found,) = folder.glob(f"*/{GRAPH}")
    return found


@pytest.mark.parametrize("count", [3, 900])
def test_room_is_cleared_and_every_vector_is_found_all_the_same(tmp_path: Path, count: int) -> None:
    passages, vectors = written(tmp_path, count), rows(count)
    graph = graph_of(tmp_path)
    content = bytearray(graph.read_bytes())
    content[-len(SECRET) :] = SECRET
    graph.write_bytes(content)
    assert clear_room(tmp_path) >= len(SECRET)
    assert SECRET not in graph.read_bytes()
    assert graph.stat().st_size == len(content)
    index = VectorIndex.open(tmp_path)
    index.check(count, 16)
    for n in (0, count // 2, count - 1):
        assert index.search(vectors[n : n + 1], 1, None)[0][0] == passages[n].passage_id
    index.close()


def test_graph_that_holds_its_vectors_has_no_room_and_stays_as_it_is(tmp_path: Path) -> None:
    written(tmp_path, 1_500)
    before = graph_of(tmp_path).read_bytes()
    assert clear_room(tmp_path) == 0
    assert graph_of(tmp_path).read_bytes() == before


def test_small_index_that_was_synced_holds_nothing_in_its_room(tmp_path: Path) -> None:
    heard = [f"{SECRET.decode()} {n} " * 200 for n in range(2_000)]  # what the memory is full of when it is set aside
    del heard
    Syncer(tmp_path / "index", TinyEmbedder(), KnowledgeSettings()).sync(articles_folder())
    held = [path for name in (GRAPH, LENGTHS) for path in (tmp_path / "index").rglob(name)]
    assert [set(path.read_bytes()) for path in held] == [{0}, {0}]


def test_graph_of_another_form_is_left_as_it_is(tmp_path: Path) -> None:
    written(tmp_path, 3)
    graph, header = graph_of(tmp_path), graph_of(tmp_path).with_name(HEADER)
    before = graph.read_bytes()
    for changed in (
        b"",
        b"\x02" + header.read_bytes()[1:],
        header.read_bytes()[:12] + b"\xff" * 8 + header.read_bytes()[20:],
    ):
        header.write_bytes(changed)
        assert clear_room(tmp_path) == 0
    assert graph.read_bytes() == before


def test_folder_without_a_graph_has_nothing_to_clear(tmp_path: Path) -> None:
    assert clear_room(tmp_path) == 0
    assert clear_room(tmp_path / "none") == 0
