"""What a training leaves: the report as values, the curve as a picture that can be parsed."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from knowledge.curve import curve_svg, ticks
from knowledge.models.training.checkpoint import Reached
from knowledge.models.training.history import History, HistoryLine
from knowledge.models.training.overlap import Shared
from knowledge.models.training.report import Plan, write_report

PLAN = Plan(role="verifier", data_sha256="a" * 64, start="base", start_sha256="b" * 64, seed=7, peak_rate=1e-4)
SVG = "{http://www.w3.org/2000/svg}"


def test_plan_is_named_by_data_start_seed_and_rate() -> None:
    assert PLAN.name == "verifier, data aaaaaaaaaaaa, start bbbbbbbbbbbb, seed 7, rate 0.0001"


def test_report_tells_sources_removals_and_the_curve(tmp_path: Path) -> None:
    line = HistoryLine(batches=4, of=4, examples=9, minutes=0.5, loss=0.7)
    History(tmp_path / "history.jsonl").add(line)
    removed = {"faq": Shared(same=1, near=0)}
    report = write_report(tmp_path, PLAN, ["orders", "faq", "orders"], removed, Reached(4, 9, 0.504))
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8")) == {
        "plan": PLAN.model_dump(),
        "items": 3,
        "items_by_source": {"faq": 1, "orders": 2},
        "removed": {"faq": {"same": 1, "near": 0}},
        "batches": 4,
        "examples": 9,
        "minutes": 0.5,
        "final_loss": 0.7,
        "loss_curve": [line.model_dump()],
    }
    assert report.loss_curve == (line,)
    assert "Training of the verifier: 9 examples" in (tmp_path / "curve.svg").read_text(encoding="utf-8")


def test_training_that_has_not_begun_has_no_loss(tmp_path: Path) -> None:
    assert write_report(tmp_path, PLAN, [], {}, Reached()).final_loss is None


def texts(svg: str) -> list[str | None]:
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_curve_shows_title_labels_and_round_ticks() -> None:
    svg = curve_svg([(0, 1.0), (5, 0.5), (10, 0.2)], "Loss < 1", "minutes", "loss")
    shown = texts(svg)
    assert shown[0] == "Loss < 1"
    assert shown[1:8] == ["0", "2", "4", "6", "8", "10", "minutes"]
    assert shown[8:] == ["0.2", "0.4", "0.6", "0.8", "1", "loss"]


def test_points_stand_where_the_axes_say() -> None:
    svg = curve_svg([(0, 1.0), (10, 0.0)], "t", "x", "y")
    line = ElementTree.fromstring(svg).find(f"{SVG}polyline")
    assert line is not None
    assert line.attrib["points"] == "64.0,48.0 696.0,344.0"


def test_curve_without_points_is_its_axes() -> None:
    assert '<polyline points=""' in curve_svg([], "t", "x", "y")


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [
        (0.0, 62.0, (0, 20, 40, 60, 80)),
        (0.48, 1.24, (0.4, 0.6, 0.8, 1.0, 1.2, 1.4)),
        (3.0, 3.0, (3.0, 3.5)),
        (0.0, 0.0, (0.0, 0.2)),
    ],
)
def test_ticks_are_round_and_enclose_the_values(low: float, high: float, wanted: tuple[float, ...]) -> None:
    assert ticks(low, high)[: len(wanted)] == pytest.approx(wanted)
    assert ticks(low, high)[0] <= low
    assert ticks(low, high)[-1] >= high
