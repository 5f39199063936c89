import json
from pathlib import Path
from typing import Any

import pytest

from knowledge.errors import ModelError
from knowledge.models.calibration import OperatingPoint, read_calibration
from knowledge.models.registry import LocatedModel, locate

STRICT = {"wrong_answer_rate": 0.02, "entailed": 0.9, "contradicted": 0.95, "passed": 0.4}
LAX = {"wrong_answer_rate": 0.1, "entailed": 0.7, "contradicted": 0.8, "passed": 0.6}
CALIBRATION: dict[str, Any] = {
    "temperature": 1.5,
    "balanced": 0.45,
    "points": [STRICT, LAX],
    "rows": 400,
    "made_from": ["shop-claims"],
    "measured": {"sets": [{"name": "shop-claims", "balanced_accuracy": 0.81}]},
}


def model(folder: Path, **calibration: Any) -> LocatedModel:
    """A folder of weights; with a calibration of them where any of it is given."""
    (folder / "model.safetensors").write_bytes(b"weights")
    found = locate("verifier", str(folder))
    if calibration:
        data = {"model_sha256": found.sha256} | CALIBRATION | calibration
        (folder / "calibration.json").write_text(json.dumps(data), encoding="utf-8")
    return found


def test_calibration_of_the_weights_in_use_is_read(tmp_path: Path) -> None:
    found = read_calibration(model(tmp_path, temperature=2))
    assert found is not None
    assert (found.temperature, found.balanced, found.made_from) == (2.0, 0.45, ("shop-claims",))
    assert found.points == (OperatingPoint.model_validate(STRICT), OperatingPoint.model_validate(LAX))


def test_weights_without_a_calibration_have_none(tmp_path: Path) -> None:
    assert read_calibration(model(tmp_path)) is None


def test_calibration_of_other_weights_is_refused(tmp_path: Path) -> None:
    located = model(tmp_path, model_sha256="ab" * 32)
    said = rf"weights of sha256 abababababab…, wanted {located.sha256[:12]}….*`support eval calibrate "
    with pytest.raises(ModelError, match=said):
        read_calibration(located)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"temperature": 0}, "temperature"),
        ({"temperature": "2"}, "temperature"),
        ({"balanced": 1.2}, "balanced"),
        ({"points": []}, "points"),
        ({"points": [STRICT | {"entailed": 1.2}]}, r"points\.0\.entailed"),
        ({"points": [STRICT | {"contradicted": -0.1}]}, r"points\.0\.contradicted"),
        ({"points": [STRICT | {"name": "strict"}]}, r"points\.0\.name: Extra inputs"),
        ({"points": [LAX, STRICT]}, "points: Value error, points by rising rate, each once, are wanted, found 0.02"),
        ({"points": [LAX, LAX]}, "points: Value error, points by rising rate, each once, are wanted, found 0.1"),
        ({"rows": 0}, "rows"),
        ({"threshold": 0.5}, "threshold: Extra inputs"),
    ],
)
def test_calibration_that_makes_no_sense_is_refused_with_the_place(
    tmp_path: Path, changes: dict[str, Any], place: str
) -> None:
    with pytest.raises(ModelError, match=rf"calibration\.json is not a calibration: {place}"):
        read_calibration(model(tmp_path, **changes))


@pytest.mark.parametrize(("rate", "entailed"), [(0.02, 0.9), (0.05, 0.9), (0.1, 0.7), (0.5, 0.7)])
def test_point_of_a_rate_is_the_largest_that_keeps_it(tmp_path: Path, rate: float, entailed: float) -> None:
    found = read_calibration(model(tmp_path, rows=1))
    assert found is not None
    assert found.at(rate).entailed == entailed


def test_rate_below_every_point_is_refused_with_the_least_there_is(tmp_path: Path) -> None:
    found = read_calibration(model(tmp_path, rows=1))
    assert found is not None
    with pytest.raises(ModelError, match=r"a wrong-answer rate of 0\.01: wanted 0\.02 or more"):
        found.at(0.01)
