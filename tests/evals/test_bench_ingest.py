import json
import time
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner

from evals.bench_ingest import PHASES, PhaseClock, main, measure
from knowledge.settings import KnowledgeSettings
from tests.helpers import TinyEmbedder


def run(*arguments: str) -> tuple[int, str, str]:
    app = Typer()
    app.command()(main)
    ended = CliRunner().invoke(app, arguments)
    return ended.exit_code, ended.stdout, ended.stderr


def test_phases_follow_each_other_and_share_out_forward_time() -> None:
    spent: list[float] = []
    clock = PhaseClock(spent)
    clock.mark("begin")
    spent.append(1_500.0)
    clock("reading", 1, 1)
    clock("embedding", 0, 2)
    spent.append(500.0)
    time.sleep(0.02)
    clock("embedding", 2, 2)
    clock("writing", 0, 1)
    clock("writing", 1, 1)
    clock.mark("swept")
    found = clock.phases()
    assert [one.name for one in found] == list(PHASES.values())
    assert [one.forward_s for one in found] == [1.5, 0.0, 0.5, 0.0, 0.0, 0.0]
    assert found[2].seconds >= 0.02 > found[3].seconds


def test_phase_that_was_not_reached_takes_no_time() -> None:
    clock = PhaseClock([])
    clock.mark("begin")
    clock("reading", 1, 1)
    assert [one.seconds for one in clock.phases()[1:]] == [0.0] * 5


def test_sync_stands_beside_the_encoder_on_the_passages_it_made(tmp_path: Path) -> None:
    articles = tmp_path / "shop"
    articles.mkdir()
    (articles / "lamps.md").write_text("# Lamps\n\nA lamp may be returned for 30 days.\n", encoding="utf-8")
    embedder = TinyEmbedder()
    found = measure(articles, tmp_path, embedder, KnowledgeSettings(), repeats=2)
    assert (found.articles, found.passages, found.repeats) == (1, 1, 2)
    assert 0 <= found.share_low <= found.share < 1
    assert found.forward_share == 0
    assert found.passages_per_s == pytest.approx(1 / found.sync_s, rel=0.1)
    assert embedder.seen[-2:] == ["Lamps\nA lamp may be returned for 30 days."] * 2


def test_command_measures_a_folder_with_the_real_embedder(tmp_path: Path) -> None:
    (tmp_path / "lamps.md").write_text("# Lamps\n\nA lamp may be returned for 30 days.\n", encoding="utf-8")
    status, said, _ = run(str(tmp_path), "--repeats", "1", "--json")
    found = json.loads(said)
    assert (status, found["passages"]) == (0, 1)
    assert next(one for one in found["phases"] if one["name"] == "embed")["forward_s"] > 0


def test_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    status, _, said = run(str(tmp_path / "none"), "--repeats", "1")
    assert status == 2
    assert "none" in said
