import json

import pytest

from agent.grounding.checking import whole_claim
from agent.types import Verdict
from evals.grounding_files import GroundingRow
from evals.grounding_report import report, set_report
from evals.grounding_scoring import Checked
from evals.thresholds import PassRates, Thresholds

TIERS = ("exact", "nli", "person")
AT = Thresholds(balanced=0.9, served=0.94)


def checked(supported, label, confidence, tier="nli", kind=None):
    row = GroundingRow(evidence=(), claim="A.", supported=supported, kind=kind)
    entailment = {"supported": confidence, "refuted": 1 - confidence}.get(label) if tier == "nli" else None
    said = Verdict(
        claim=whole_claim("A."), label=label, tier=tier, confidence=confidence, reason="so", entailment=entailment
    )
    return Checked(row, (said,))


ROWS = [
    checked(True, "supported", 1.0, "exact"),
    checked(True, "supported", 0.95),
    checked(False, "refuted", 1.0, "exact"),
    checked(False, "refuted", 0.95),
    checked(False, "supported", 0.92),
]
"""Two of the three bad rows are flagged, and no good one."""


def measured(rows, name="shop", alone=None, pairs_per_second=80.0):
    return set_report(
        name, rows, AT, tiers=TIERS, alone=alone or {}, rows_per_second=12.34, pairs_per_second=pairs_per_second
    )


def reported(sets):
    return report(sets, AT, "scripted")


def test_figures_of_a_small_set_can_be_worked_out_by_hand():
    found = measured(ROWS)
    assert (found.name, found.rows, found.unsupported, found.note) == ("shop", 5, 3, None)
    assert found.balanced_accuracy == pytest.approx((1 + 2 / 3) / 2, abs=1e-4)
    assert found.interval[0] < found.balanced_accuracy < found.interval[1] <= 1.0
    assert found.f1_unsupported == 0.8
    assert found.auroc == 1.0
    assert found.precision_at == {"0.02": 1.0, "0.05": 1.0, "0.10": 1.0}
    assert found.calibration_error == pytest.approx((0.87 + 0.05) / 5)
    assert found.tiers == {"exact": 0.4, "nli": 0.6, "person": 0.0}
    assert (found.accuracy, found.alone) == (None, {})
    assert (found.rows_per_second, found.pairs_per_second) == (12.3, 80.0)


def test_what_the_product_does_is_told_at_its_own_threshold():
    assert measured(ROWS).served == PassRates(balanced_accuracy=1.0, passed=1.0, let_through=0.0, wrong_answer_rate=0.0)


def test_kinds_are_told_only_where_the_rows_have_them():
    assert (measured(ROWS).kinds, measured(ROWS).caught, measured(ROWS).refused) == ({}, None, None)
    found = measured([*ROWS, checked(False, "supported", 0.92, kind="negated")])
    assert list(found.kinds) == ["negated"]
    assert found.caught.served == 1.0


def test_precision_of_a_flag_is_told_for_the_rate_of_a_shop_not_for_that_of_the_set():
    rows = (
        [checked(True, "supported", 1.0)] * 9 + [checked(True, "refuted", 1.0)] + [checked(False, "refuted", 1.0)] * 10
    )
    assert measured(rows).precision_at == {
        "0.02": pytest.approx(0.02 / 0.118, abs=1e-4),
        "0.05": pytest.approx(0.05 / 0.145, abs=1e-4),
        "0.10": pytest.approx(0.10 / 0.190, abs=1e-4),
    }


def test_a_set_of_one_kind_says_what_it_does_not_define():
    good, bad = measured(ROWS[:2]), measured(ROWS[2:])
    assert good.balanced_accuracy is good.interval is good.auroc is good.f1_unsupported is bad.auroc is None
    assert good.precision_at == bad.precision_at == {"0.02": None, "0.05": None, "0.10": None}
    assert bad.f1_unsupported == 0.8
    assert good.note.startswith("Every row is supported: F1 of the unsupported, balanced accuracy")
    assert bad.note.startswith("Every row is unsupported: balanced accuracy")


def test_tiers_alone_are_measured_on_the_same_rows():
    silent = [checked(one.row.supported, "not_enough_info", 0.0, "person") for one in ROWS]
    assert measured(ROWS, alone={"exact": silent, "nli": ROWS}).alone == {"exact": 0.5, "nli": 0.8333}


def test_the_mean_counts_each_set_alike_and_skips_what_a_set_does_not_define():
    found = reported([measured(ROWS), measured(ROWS[:1] + ROWS[3:4]), measured(ROWS[:2], pairs_per_second=None)])
    assert found.mean.balanced_accuracy == pytest.approx((0.8333 + 1.0) / 2, abs=1e-4)
    assert found.mean.tiers == {"exact": pytest.approx((0.4 + 0.5 + 0.5) / 3, abs=1e-4), "nli": 0.5333, "person": 0.0}
    assert found.mean.precision_at["0.10"] == 1.0
    assert found.mean.pairs_per_second == 80.0
    assert found.mean.served.passed == 1.0


def test_the_mean_of_sets_that_define_nothing_is_nothing():
    mean = reported([measured(ROWS[:2])]).mean
    assert mean.balanced_accuracy is mean.auroc is None
    assert mean.precision_at["0.02"] is None


def test_the_report_has_the_keys_that_scripts_rely_on():
    shown = json.loads(json.dumps(reported([measured(ROWS)]).model_dump(mode="json", by_alias=True)))
    wanted = {"balanced_accuracy", "f1_unsupported", "auroc", "precision_at", "calibration_error", "tiers", "accuracy"}
    wanted |= {"pairs_per_second", "rows_per_second", "served"}
    assert wanted | {"name", "rows", "interval"} <= set(shown["sets"][0])
    assert wanted <= set(shown["mean"])
    assert set(shown["mean"]["served"]) == {"balanced_accuracy", "passed", "let_through", "wrong_answer_rate"}
    assert (shown["thresholds"], shown["verifier"]) == ({"balanced": 0.9, "served": 0.94}, "scripted")
