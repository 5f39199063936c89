from dataclasses import replace

import numpy as np
import pytest

from evals.operating_points import NEVER, ScoredSet, balanced_threshold, operating_points


def scored(*rows, name="shop"):
    """A set of (supported, entailment) or (supported, entailment, contradiction)."""
    gold, entailment, contradiction = zip(*((*row, 0.0)[:3] for row in rows), strict=True)
    return ScoredSet(
        name,
        np.array(gold, dtype=bool),
        np.array(entailment),
        np.array(contradiction),
        np.array(entailment),
        np.ones(len(gold), dtype=bool),
    )


GOOD, BAD = True, False
SHOP = scored((GOOD, 0.95), (GOOD, 0.9), (GOOD, 0.6), (GOOD, 0.4), (BAD, 0.7), (BAD, 0.3), (BAD, 0.2), (BAD, 0.1))
"""Of four good and four bad rows the bad one at 0.7 stands among the good."""


def test_balanced_threshold_parts_the_classes_best():
    assert balanced_threshold([SHOP]) == 0.4


def test_balanced_threshold_counts_each_set_alike_whatever_its_size():
    large = scored(*[(GOOD, 0.9), (BAD, 0.5)] * 50)
    small = scored((GOOD, 0.4), (BAD, 0.1))
    smaller = scored((GOOD, 0.4), (BAD, 0.1), name="other")
    assert balanced_threshold([large]) == 0.9
    assert balanced_threshold([large, small, smaller]) == 0.4


def test_balanced_threshold_leaves_out_a_set_of_one_class():
    assert balanced_threshold([SHOP, scored((BAD, 0.99), (BAD, 0.98), name="bad")]) == 0.4


def test_threshold_of_a_rate_is_the_lowest_that_keeps_it():
    # from 0.9 on nothing bad passes; from 0.4 on one of four, beside four of four: 0.25 / 1.25 is 0.2
    strict, lax = operating_points([SHOP], rates=(0.02, 0.2))
    assert (strict.wrong_answer_rate, strict.entailed, strict.passed) == (0.02, 0.9, 0.5)
    assert (lax.wrong_answer_rate, lax.entailed, lax.passed) == (0.2, 0.4, 1.0)


def test_rows_that_never_reach_the_verifier_have_no_say_in_its_rates():
    settled = replace(SHOP, reaches=SHOP.entailment != 0.7)
    strict, _ = operating_points([settled], rates=(0.02, 0.2))
    assert (strict.entailed, strict.passed) == (0.4, 1.0)
    assert balanced_threshold([settled]) == balanced_threshold([SHOP])
    assert operating_points([replace(SHOP, reaches=np.zeros(8, dtype=bool))]) == ()


def test_points_come_by_rising_rate_with_falling_thresholds():
    points = operating_points([SHOP], rates=(0.4, 0.2, 0.02))
    assert [point.wrong_answer_rate for point in points] == [0.02, 0.2, 0.4]
    assert [point.entailed for point in points] == [0.9, 0.4, 0.3]


def test_rate_that_cannot_be_kept_has_no_point():
    best_is_bad = scored((BAD, 0.9), (GOOD, 0.8), (BAD, 0.7), (GOOD, 0.6))
    assert [point.wrong_answer_rate for point in operating_points([best_is_bad], rates=(0.1, 0.5))] == [0.5]


def test_rate_that_only_a_handful_of_rows_keeps_has_no_point():
    rows = [(GOOD, 0.99), *[(GOOD, 0.5)] * 199, *[(BAD, 0.6)] * 200]
    assert operating_points([scored(*rows)], rates=(0.1,)) == ()


def test_rates_are_means_over_the_sets_and_a_set_of_one_class_joins_in_its_own():
    other = scored((GOOD, 0.95), (GOOD, 0.2), name="good")
    (point,) = operating_points([SHOP, other], rates=(0.02,))
    assert (point.entailed, point.passed) == (0.9, 0.5)
    (with_bad,) = operating_points([SHOP, scored((BAD, 0.92), name="bad")], rates=(0.02,))
    assert (with_bad.entailed, with_bad.passed) == (0.95, 0.25)


def test_a_row_reaches_the_threshold_that_its_own_score_made():
    third = 1 / 3
    (point,) = operating_points([scored((GOOD, third), (BAD, 0.1))], rates=(0.02,))
    assert third - 1e-6 < point.entailed <= third


def test_refuting_starts_where_supported_rows_are_rarely_refuted():
    shop = scored(
        (GOOD, 0.9, 0.95),
        (GOOD, 0.3, 0.6),
        (BAD, 0.2, 0.9),
        (BAD, 0.2, 0.7),
        (BAD, 0.2, 0.5),
    )
    # the good row at 0.95 is entailed and cannot be refuted; the one at 0.6 must not be
    (point,) = operating_points([shop], rates=(0.02,))
    assert (point.entailed, point.contradicted) == (0.3, 0.5)
    (strict,) = operating_points([scored((GOOD, 0.9), (GOOD, 0.1, 0.6), (BAD, 0.2, 0.9), (BAD, 0.2, 0.5))], (0.02,))
    assert (strict.entailed, strict.contradicted) == (0.9, 0.9)


def test_where_no_threshold_refutes_well_nothing_is_refuted():
    (point,) = operating_points([scored((GOOD, 0.9), (GOOD, 0.1, 0.8), (BAD, 0.2, 0.8))], rates=(0.02,))
    assert point.contradicted == NEVER


@pytest.mark.parametrize("rates", [(0.01, 0.02, 0.05), (0.3, 0.45, 0.49)])
def test_larger_rate_never_has_a_higher_threshold(rates):
    draw = np.random.default_rng(3)
    gold = draw.random(400) < 0.5
    scores = np.clip(0.3 * gold + draw.random(400) * 0.7, 0, 1)
    noisy = ScoredSet("noisy", gold, scores, draw.random(400), scores, np.ones(400, dtype=bool))
    thresholds = [point.entailed for point in operating_points([noisy], rates)]
    assert len(thresholds) == 3
    assert thresholds == sorted(thresholds, reverse=True)
