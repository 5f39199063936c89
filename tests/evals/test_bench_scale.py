"""The growth bench at sizes of a moment."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer import Typer
from typer.testing import CliRunner

from evals.bench_growth import SizeFigures, mapped_mb
from evals.bench_growth_svg import LogScale, growth_svg
from evals.bench_scale import main
from evals.bench_words import WordVectorEmbedder


def run(*arguments: str) -> tuple[int, str]:
    app = Typer()
    app.command()(main)
    ended = CliRunner().invoke(app, arguments)
    return ended.exit_code, ended.output


def figures(passages: int, milliseconds: float) -> SizeFigures:
    return SizeFigures(
        passages=passages,
        sync_s=passages / 100,
        unchanged_sync_s=passages / 10_000,
        sync_memory_mb=200,
        disk_mb=9,
        open_ms=50,
        search_p50_ms=milliseconds,
        search_p95_ms=2 * milliseconds,
        unfiltered_p50_ms=milliseconds,
        idle_memory_mb=50,
        memory_mb=150,
        bm25_mapped_mb=None,
        bm25_resident_mb=None,
    )


def test_every_size_is_measured_and_drawn(tmp_path: Path) -> None:
    out, picture = tmp_path / "build/figures.json", tmp_path / "build/growth.svg"
    status, said = run("--sizes", "50,100", "--out", str(out), "--picture", str(picture))
    found = [SizeFigures.model_validate(one) for one in json.loads(out.read_text("utf-8"))]
    assert (status, [one.passages for one in found]) == (0, [50, 100])
    assert len(said.splitlines()) == 2
    assert all(one.search_p95_ms >= one.search_p50_ms > 0 and one.disk_mb > 0 for one in found)
    assert all(one.memory_mb >= one.idle_memory_mb > 0 for one in found)
    assert picture.read_text("utf-8").count("<polyline") == 7


def test_size_that_is_none_is_refused() -> None:
    status, said = run("--sizes", "10,many")
    assert status == 2
    assert "wanted numbers" in said


def test_texts_that_share_words_are_near() -> None:
    first, near, far = WordVectorEmbedder().embed_passages(["boots wax care", "boots wax size", "tea water cup"])
    assert float(first @ near) > 0.4 > float(first @ far)
    assert np.isclose(np.linalg.norm(first), 1.0)


def test_axis_spans_whole_decades_and_places_by_logarithm() -> None:
    scale = LogScale.of([3.0, 400.0], begin=0.0, end=300.0)
    assert scale.decades == [1.0, 10.0, 100.0, 1000.0]
    assert (scale.at(1.0), round(scale.at(10.0), 6), round(scale.at(1000.0), 6), scale.at(0.0)) == (
        0.0,
        100.0,
        300.0,
        0.0,
    )


def test_one_value_or_none_still_gives_an_axis() -> None:
    assert LogScale.of([100.0], 0, 1).decades == [100.0, 1000.0]
    assert LogScale.of([], 0, 1).decades == [1.0, 10.0]


def test_picture_names_axes_with_units_and_every_line() -> None:
    drawn = growth_svg([figures(1_000, 2.0), figures(10_000, 5.0)])
    for label in ("Search without reranking, ms", "Resident memory, MB", "Sync, s", "p95", "without changes"):
        assert f">{label}</text>" in drawn
    assert drawn.count(">passages</text>") == 3


def test_picture_of_no_size_has_axes_alone() -> None:
    assert growth_svg([]).count("<circle") == 0


def test_mapped_file_is_counted_and_its_read_pages_are_resident(tmp_path: Path) -> None:
    (tmp_path / "bm25").mkdir()
    np.save(tmp_path / "bm25/scores.npy", np.ones(500_000, dtype=np.float32))
    rows = np.load(tmp_path / "bm25/scores.npy", mmap_mode="r")
    assert float(rows.sum()) == 500_000
    found = mapped_mb(tmp_path / "bm25")
    if found is None:
        pytest.skip("this system does not tell what is mapped")
    assert found[0] == pytest.approx(1.9, abs=0.1)
    assert 1.5 < found[1] <= found[0]
    assert mapped_mb(tmp_path / "vectors") == (0.0, 0.0)
