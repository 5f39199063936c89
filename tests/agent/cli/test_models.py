"""What `doctor` says of a model, in words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.cli.models import ModelReport, Speed, Thresholds, rate, thresholds_of
from agent.settings import GroundingSettings
from knowledge.errors import ModelError
from knowledge.models.calibration import Calibration, OperatingPoint

VERIFIER = ModelReport(
    name="verifier-1",
    backend="onnx",
    licence="Apache-2.0",
    origin="trained by this project",
    sha256="53aa51172d14",
    checked_files=4,
    window=256,
    labels=("entailment", "neutral", "contradiction"),
    speed=Speed(per_second=1234.5, unit="pairs/s"),
)
STRICT = OperatingPoint(wrong_answer_rate=0.02, entailed=0.9, contradicted=0.95, passed=0.4)
LAX = OperatingPoint(wrong_answer_rate=0.1, entailed=0.7, contradicted=0.8, passed=0.6)
CALIBRATION = Calibration(
    model_sha256="53" * 32, temperature=1.5, balanced=0.45, points=(STRICT, LAX), rows=1400, made_from=("shop-claims",)
)


def test_report_of_a_calibrated_verifier_says_all_that_was_looked_at() -> None:
    thresholds = thresholds_of(GroundingSettings(wrong_answer_rate=0.05), CALIBRATION)
    assert VERIFIER.model_copy(update={"calibration": CALIBRATION, "thresholds": thresholds}).sentence == (
        "verifier-1, onnx, Apache-2.0, from: trained by this project; sha256 53aa51172d14… (4 files as recorded); "
        "reads 256 tokens; labels entailment, neutral, contradiction; calibrated on 1,400 rows (temperature 1.50); "
        "supported from 0.90, refuted from 0.95, for a wrong-answer rate of 2%; about 1,234 pairs/s"
    )


def test_threshold_of_the_settings_goes_before_the_calibrated_one() -> None:
    found = thresholds_of(GroundingSettings(entailed=0.8), CALIBRATION)
    assert found == Thresholds(entailed=0.8, contradicted=0.8, wrong_answer_rate=None)
    assert found.sentence == "supported from 0.80, refuted from 0.80, as grounding.entailed says"


def test_without_calibration_or_setting_there_is_no_threshold() -> None:
    assert thresholds_of(GroundingSettings(), None) is None


def test_rate_that_the_calibration_does_not_reach_is_refused() -> None:
    with pytest.raises(ModelError, match=r"wrong-answer rate of 0\.01: wanted 0\.02 or more"):
        thresholds_of(GroundingSettings(wrong_answer_rate=0.01), CALIBRATION)


def test_report_says_where_nothing_was_calibrated_or_recorded() -> None:
    sentence = VERIFIER.model_copy(update={"checked_files": 0}).sentence
    assert "sha256 53aa51172d14… (measured, none is recorded)" in sentence
    assert "not calibrated" in sentence


def test_first_item_loads_the_model_and_is_not_timed() -> None:
    seen: list[list[str]] = []

    def run(items: Sequence[str]) -> None:
        seen.append(list(items))

    assert rate(run, ("a", "b", "c")) > 0
    assert seen == [["a"], ["b", "c"]]
