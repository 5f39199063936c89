import re
from dataclasses import replace

import numpy as np
import pytest

from evals.binomial import rows_needed
from evals.bounded_points import CANDIDATES, ERROR, bounded_point, coverage_curve, parse_share
from evals.errors import CalibrationError
from evals.operating_points import ScoredSet


def scored(gold, entailment):
    gold, entailment = np.array(gold, dtype=bool), np.array(entailment, dtype=float)
    nothing = np.zeros(len(gold))
    return ScoredSet("shop", gold, entailment, nothing, entailment, np.ones(len(gold), dtype=bool))


def ranked(*gold):
    """Rows with falling scores, all different."""
    return scored(gold, np.linspace(0.99, 0.01, len(gold)))


GOOD = ranked(*[True] * 900, *[False] * 100)
"""The verifier ranks every good row above every bad one."""


def test_candidates_go_from_the_fewest_that_could_do_to_all_in_even_steps():
    curve = coverage_curve([GOOD], 0.01)
    passing = [point.passing for point in curve]
    assert (len(passing), passing[0], passing[-1]) == (CANDIDATES, rows_needed(0.01, ERROR), 1_000)
    assert np.ptp(np.diff(passing)) <= 1
    assert (curve[-1].wrong, curve[-1].coverage, curve[0].wrong) == (100, 1.0, 0)


def test_lowest_candidate_that_keeps_the_rate_by_its_limit_is_taken():
    found = bounded_point([GOOD], 0.01)
    assert found.bound is not None
    assert found.bound.wrong == 0
    assert found.bound.upper <= 0.01
    assert (GOOD.entailment >= found.entailed).sum() == found.bound.passing > 840


def test_labels_do_not_move_the_candidates():
    other = replace(GOOD, gold=~GOOD.gold)
    assert [one.entailed for one in coverage_curve([GOOD], 0.01)] == [
        one.entailed for one in coverage_curve([other], 0.01)
    ]


def test_sets_are_pooled_and_what_the_exact_tier_settles_has_no_say():
    settled = replace(ranked(*[False] * 50), reaches=np.zeros(50, dtype=bool))
    assert coverage_curve([GOOD, settled], 0.01) == coverage_curve([GOOD], 0.01)
    assert coverage_curve([GOOD, GOOD], 0.01)[-1].passing == 2_000


def test_too_few_labels_are_refused_with_the_number_that_it_takes():
    needed = rows_needed(0.01, ERROR)
    with pytest.raises(CalibrationError, match=f"Too few labels: 40 .* takes {needed} .* Label {needed - 40} more"):
        bounded_point([ranked(*[True] * 40)], 0.01)
    assert bounded_point([ranked(*[True] * needed)], 0.01).passed == 1.0
    with pytest.raises(CalibrationError, match="Too few labels: 0 labelled claims"):
        bounded_point([ranked()], 0.01)


def test_enough_labels_and_too_many_wrong_are_refused_with_what_was_seen():
    everywhere = ranked(*[n % 10 != 0 for n in range(1, 2_001)])
    with pytest.raises(
        CalibrationError, match=r"No threshold keeps that rate\. .* 2[0-9]+ that pass|With so many wrong"
    ):
        bounded_point([everywhere], 0.01)


def test_limit_holds_for_the_candidate_that_is_taken():
    """Of many drawn sets in which the truth is known, the rate is broken in no more than the told share."""
    random = np.random.default_rng(7)
    truth = np.repeat(np.linspace(0.98, 0.5, 10), 40)  # share of right rows in each tenth, best scores first
    broken, taken = 0, 0
    for _ in range(200):
        try:
            found = bounded_point([ranked(*(random.random(400) < truth))], 0.15)
        except CalibrationError:
            continue
        taken += 1
        assert found.bound is not None
        broken += 1 - truth[: found.bound.passing].mean() > 0.15
    assert taken > 100
    assert broken <= 0.05 * 200


@pytest.mark.parametrize(("text", "share"), [("1%", 0.01), ("0.01", 0.01), (" 2.5% ", 0.025), ("50%", 0.5)])
def test_percent_and_share_are_both_read(text, share):
    assert parse_share(text) == pytest.approx(share)


@pytest.mark.parametrize("text", ["1", "0", "-1%", "one", "%", "nan", "60%", ""])
def test_what_is_no_rate_is_refused(text):
    with pytest.raises(
        CalibrationError, match=re.escape(repr(text)) + " is no rate: wanted a share such as 1% or 0.01"
    ):
        parse_share(text)
