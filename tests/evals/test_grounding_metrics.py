import numpy as np
import pytest

from evals.grounding_metrics import (
    auroc,
    balanced_accuracy,
    bootstrap_interval,
    expected_calibration_error,
    f1_of,
    precision_at_base_rate,
    recall_of,
)


def flags(text):
    """One row a letter: `s` supported, `u` unsupported."""
    return np.array([letter == "s" for letter in text])


def scores(*values):
    return np.array(values, dtype=float)


def test_recall_looks_at_the_rows_of_one_class_only():
    gold, said = flags("sssuu"), flags("ssuus")
    assert recall_of(True, gold, said) == pytest.approx(2 / 3)
    assert recall_of(False, gold, said) == 0.5


def test_balanced_accuracy_weighs_both_classes_alike_however_rare_one_is():
    assert balanced_accuracy(flags("sssu"), flags("sssu")) == 1.0
    assert balanced_accuracy(flags("sssu"), flags("ssss")) == 0.5
    assert balanced_accuracy(flags("ssuu"), flags("suuu")) == 0.75


def test_f1_is_the_harmonic_mean_of_precision_and_recall():
    gold, said = flags("sssuuu"), flags("ssuuus")
    assert f1_of(False, gold, said) == pytest.approx(2 / 3)
    assert f1_of(False, flags("ssu"), flags("sss")) == 0.0


def test_auroc_is_the_share_of_pairs_in_the_right_order():
    gold = flags("ssuu")
    assert auroc(gold, scores(0.9, 0.8, 0.2, 0.1)) == 1.0
    assert auroc(gold, scores(0.9, 0.3, 0.5, 0.1)) == 0.75
    assert auroc(gold, scores(0.1, 0.2, 0.8, 0.9)) == 0.0


def test_auroc_counts_ties_half():
    assert auroc(flags("su"), scores(0.5, 0.5)) == 0.5
    assert auroc(flags("ssu"), scores(0.5, 0.9, 0.5)) == 0.75


def test_a_flag_is_worth_less_the_rarer_bad_rows_are():
    assert precision_at_base_rate(0.8, 0.1, 0.5) == pytest.approx(8 / 9)
    assert precision_at_base_rate(0.8, 0.1, 0.1) == pytest.approx(8 / 17)
    assert precision_at_base_rate(0.8, 0.1, 0.02) == pytest.approx(0.016 / 0.114)


def test_without_false_alarms_every_flag_is_right_and_without_flags_there_is_no_precision():
    assert precision_at_base_rate(0.3, 0.0, 0.02) == 1.0
    assert precision_at_base_rate(0.0, 0.0, 0.02) is None


def test_scores_that_are_as_often_right_as_they_say_have_no_calibration_error():
    assert expected_calibration_error(flags("ssssu"), scores(0.8, 0.8, 0.8, 0.8, 0.8)) == pytest.approx(0.0)


def test_calibration_error_is_the_gap_of_each_bin_weighted_by_its_rows():
    gold, found = flags("susu"), scores(1.0, 0.92, 0.05, 0.0)
    assert expected_calibration_error(gold, found) == pytest.approx((0.92 + 0.95) / 4)


def test_calibration_error_does_not_let_one_bin_make_up_for_another():
    assert expected_calibration_error(flags("us"), scores(0.9, 0.1)) == pytest.approx(0.9)


def test_interval_of_a_perfect_checker_is_a_point():
    assert bootstrap_interval(flags("ssuu"), flags("ssuu")) == (1.0, 1.0)


def test_interval_holds_the_measure_narrows_with_rows_and_is_the_same_every_time():
    gold, said = flags("ssssuuuu"), flags("sssuuuus")
    few, many = bootstrap_interval(gold, said), bootstrap_interval(np.tile(gold, 50), np.tile(said, 50))
    assert few[0] < many[0] < 0.75 < many[1] < few[1]
    assert bootstrap_interval(gold, said) == few


def test_interval_is_that_of_the_normal_approximation_where_rows_are_many():
    gold, said = flags("s" * 800 + "u" * 800), flags("s" * 640 + "u" * 160 + "u" * 640 + "s" * 160)
    half_width = 1.96 * np.sqrt(0.8 * 0.2 / 1600)
    assert bootstrap_interval(gold, said) == pytest.approx((0.8 - half_width, 0.8 + half_width), abs=0.003)


@pytest.mark.parametrize("letter", ["s", "u"])
def test_what_compares_both_classes_is_not_defined_on_one(letter):
    gold, said = flags(letter * 3), flags("sus")
    assert balanced_accuracy(gold, said) is None
    assert auroc(gold, scores(0.1, 0.2, 0.3)) is None
    assert bootstrap_interval(gold, said) is None


def test_f1_and_recall_of_a_class_without_rows_are_not_defined():
    assert f1_of(False, flags("ss"), flags("su")) is None
    assert recall_of(False, flags("ss"), flags("su")) is None
    assert f1_of(False, flags("uu"), flags("us")) == pytest.approx(2 / 3)
