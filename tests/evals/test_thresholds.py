import numpy as np

from agent.grounding.checking import whole_claim
from agent.types import Verdict
from evals.grounding_files import GroundingRow
from evals.grounding_scoring import Checked
from evals.thresholds import AtBoth, ByKind, KindReport, PassRates, Thresholds, by_kind, mean_pass_rates, pass_rates

AT = Thresholds(balanced=0.5, served=0.9)


def checked(supported, entailment, kind=None):
    row = GroundingRow(evidence=(), claim="A.", supported=supported, kind=kind)
    label = "supported" if entailment >= AT.balanced else "not_enough_info"
    tier = "nli" if label == "supported" else "person"
    said = Verdict(claim=whole_claim("A."), label=label, tier=tier, confidence=0.5, reason="so", entailment=entailment)
    return Checked(row, (said,))


def flags(text):
    return np.array([sign == "+" for sign in text])


def test_rates_of_what_passes_are_shares_of_each_class():
    found = pass_rates(flags("++++----"), flags("+++-+---"))
    assert found == PassRates(balanced_accuracy=0.75, passed=0.75, let_through=0.25, wrong_answer_rate=0.25)


def test_wrong_answer_rate_does_not_depend_on_how_many_rows_are_bad():
    half_of_two, half_of_eight = (pass_rates(flags("++" + "--" * n), flags("++" + "+-" * n)) for n in (1, 4))
    assert half_of_two.wrong_answer_rate == half_of_eight.wrong_answer_rate == 0.3333


def test_where_nothing_passes_there_is_no_rate_and_where_a_class_is_missing_no_share():
    assert pass_rates(flags("+-"), flags("--")).wrong_answer_rate is None
    good = pass_rates(flags("++"), flags("+-"))
    assert (good.passed, good.let_through, good.wrong_answer_rate) == (0.5, None, None)


def test_mean_rate_is_that_of_the_mean_shares():
    one = pass_rates(flags("++--"), flags("++--"))
    other = pass_rates(flags("++--"), flags("+-+-"))
    assert mean_pass_rates([one, other]) == PassRates(
        balanced_accuracy=0.75, passed=0.75, let_through=0.25, wrong_answer_rate=0.25
    )
    lone = pass_rates(flags("++"), flags("++"))
    assert mean_pass_rates([lone]).let_through is None
    assert mean_pass_rates([lone, other]).let_through == 0.5


def test_each_kind_is_told_at_both_thresholds_supported_ones_first():
    rows = [
        checked(False, 0.6, "negated"),
        checked(False, 0.2, "negated"),
        checked(True, 0.95, "paraphrase"),
        checked(True, 0.7, "paraphrase"),
        checked(True, 0.3, "join"),
        checked(False, 0.95, "negated"),
    ]
    found = by_kind(rows, AT)
    assert list(found.kinds) == ["join", "paraphrase", "negated"]
    assert found.kinds["paraphrase"] == KindReport(rows=2, supported=2, passed=AtBoth(balanced=1.0, served=0.5))
    assert found.kinds["join"] == KindReport(rows=1, supported=1, passed=AtBoth(balanced=0.0, served=0.0))
    assert found.kinds["negated"] == KindReport(rows=3, supported=0, passed=AtBoth(balanced=0.6667, served=0.3333))
    assert found.caught == AtBoth(balanced=0.3333, served=0.6667)
    assert found.refused == AtBoth(balanced=0.3333, served=0.6667)


def test_a_set_without_kinds_says_nothing_of_them():
    assert by_kind([checked(True, 0.9), checked(False, 0.1)], AT) == ByKind()


def test_a_set_of_one_class_has_no_share_of_the_other():
    found = by_kind([checked(False, 0.6, "negated")], AT)
    assert found.caught == AtBoth(balanced=0.0, served=1.0)
    assert found.refused == AtBoth(balanced=None, served=None)
