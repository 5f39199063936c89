"""The growth bench at sizes of a moment."""

import json
from pathlib import Path

import numpy as np
from typer import Typer
from typer.testing import CliRunner

from evals.bench_scale import WordVectorEmbedder, main


def run(*arguments: str) -> tuple[int, str]:
    app = Typer()
    app.command()(main)
    ended = CliRunner().invoke(app, arguments)
    return ended.exit_code, ended.output


def test_every_size_is_measured_and_drawn(tmp_path: Path) -> None:
    out, picture = tmp_path / "figures.json", tmp_path / "growth.svg"
    status, said = run("--sizes", "50,100", "--out", str(out), "--picture", str(picture))
    found = json.loads(out.read_text("utf-8"))
    assert (status, [one["passages"] for one in found]) == (0, [50, 100])
    assert len(said.splitlines()) == 2
    assert all(one["search_p95_ms"] >= one["search_p50_ms"] > 0 and one["disk_mb"] > 0 for one in found)
    assert "<polyline" in picture.read_text("utf-8")


def test_size_that_is_none_is_refused() -> None:
    status, said = run("--sizes", "10,many")
    assert status == 2
    assert "wanted numbers" in said


def test_texts_that_share_words_are_near() -> None:
    first, near, far = WordVectorEmbedder().embed_passages(["boots wax care", "boots wax size", "tea water cup"])
    assert float(first @ near) > 0.4 > float(first @ far)
    assert np.isclose(np.linalg.norm(first), 1.0)
