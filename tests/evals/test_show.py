from evals.calibration_store import Stored
from evals.show import bars, print_calibration
from knowledge.models.calibration import Calibration, OperatingPoint

CALIBRATION = Calibration(
    model_sha256="ab" * 32,
    temperature=1.5,
    balanced=0.4321,
    points=(
        OperatingPoint(wrong_answer_rate=0.02, entailed=0.95, contradicted=0.9, passed=0.31),
        OperatingPoint(wrong_answer_rate=0.1, entailed=0.8, contradicted=0.7, passed=0.62),
    ),
    rows=1200,
    made_from=("claims",),
    measured={
        "sets": [
            {
                "name": "claims",
                "rows": 1200,
                "balanced_accuracy": 0.81,
                "auroc": 0.9,
                "calibration_error_before": 0.12,
                "calibration_error_after": None,
            }
        ]
    },
)


def shown(capsys, manifest_sha256):
    print_calibration(Stored(path="nli/calibration.json", calibration=CALIBRATION, manifest_sha256=manifest_sha256))
    return capsys.readouterr().out


def test_a_calibration_is_told_point_by_point_and_set_by_set(capsys):
    found = [line.split() for line in shown(capsys, None).splitlines()]
    assert ["2%", "0.950", "0.900", "0.310"] in found
    assert ["10%", "0.800", "0.700", "0.620"] in found
    assert ["claims", "1,200", "0.810", "0.900", "0.120", "–"] in found
    assert found[-1] == ["Written:", "nli/calibration.json"]


def test_the_manifests_hash_is_told_with_the_place_where_a_shipped_models_is_recorded(capsys):
    text = shown(capsys, "cd" * 32)
    assert "cd" * 32 in text
    assert "knowledge/models/registry.py" in text


def test_bars_are_silent_where_nobody_looks(capsys):
    with bars("shop") as progress:
        progress("checking", 1, 2)
        progress("checking", 2, 2)
    assert capsys.readouterr() == ("", "")
