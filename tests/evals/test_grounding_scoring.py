import pytest

from agent.grounding.checking import whole_claim
from agent.types import Verdict
from evals.grounding_files import GroundingRow
from evals.grounding_scoring import LEFT_OPEN, NOT_HELD, Checked, passing, support_score, three_way_accuracy


def verdict(label, confidence=1.0, tier="nli", entailment=None):
    return Verdict(
        claim=whole_claim("A."), label=label, tier=tier, confidence=confidence, reason="so", entailment=entailment
    )


def checked(*labels, gold=None):
    row = GroundingRow(evidence=(), claim="A.", supported=gold == "entailment", label=gold)
    return Checked(row, tuple(verdict(label) for label in labels))


@pytest.mark.parametrize(
    ("labels", "whole"),
    [
        (("supported", "supported"), "supported"),
        (("supported", "not_enough_info"), "not_enough_info"),
        (("not_enough_info", "refuted", "supported"), "refuted"),
    ],
)
def test_a_row_is_supported_where_all_claims_are_and_refuted_where_any_is(labels, whole):
    assert checked(*labels).label == whole


def test_a_row_scores_as_the_mean_of_its_claims():
    assert support_score([verdict("supported", 0.97), verdict("supported", 0.93)]) == pytest.approx(0.95)
    assert support_score([verdict("supported", 1.0), verdict("refuted", 0.9)]) == pytest.approx(0.55)


def test_a_claim_that_the_verifier_read_scores_its_best_entailment():
    assert support_score([verdict("not_enough_info", 0.0, "person", entailment=0.61)]) == 0.61


def test_a_claim_that_nobody_read_scores_by_whether_a_tier_settled_it():
    assert support_score([verdict("not_enough_info", 0.0, "person")]) == LEFT_OPEN
    assert support_score([verdict("not_enough_info", 0.9, "embedding")]) == NOT_HELD
    assert support_score([verdict("not_enough_info", 1.0, "exact")]) == NOT_HELD


def test_three_way_accuracy_counts_rows_with_an_inference_label_only():
    rows = [
        checked("supported", gold="entailment"),
        checked("refuted", gold="contradiction"),
        checked("refuted", gold="neutral"),
        checked("not_enough_info", gold="contradiction"),
        checked("supported"),
    ]
    assert three_way_accuracy(rows) == 0.5
    assert three_way_accuracy(rows[-1:]) is None


def test_not_entailed_is_met_by_neutral_and_by_contradiction():
    rows = [checked(label, gold="not_entailment") for label in ("refuted", "not_enough_info", "supported", "supported")]
    assert three_way_accuracy(rows) == 0.5


@pytest.mark.parametrize(
    ("said", "at", "passes"),
    [
        (verdict("supported", 0.6, entailment=0.6), 0.5, True),
        (verdict("supported", 0.6, entailment=0.6), 0.9, False),
        (verdict("refuted", 0.9, entailment=0.4), 0.3, True),
        (verdict("not_enough_info", 0.0, "person", entailment=0.4), 0.3, True),
        (verdict("not_enough_info", 0.0, "person"), 0.0, False),
        (verdict("supported", 1.0, "exact"), 1.0, True),
        (verdict("refuted", 1.0, "exact"), 0.0, False),
        (verdict("supported", 0.9, "judge", entailment=0.1), 0.5, True),
    ],
)
def test_a_claim_that_the_verifier_read_passes_by_its_entailment_any_other_as_it_was_settled(said, at, passes):
    row = GroundingRow(evidence=(), claim="A.", supported=True)
    assert Checked(row, (said,)).passes(at) is passes
    assert passing([Checked(row, (said, verdict("supported", 1.0, "exact")))], at).tolist() == [passes]
    assert not Checked(row, (said, verdict("refuted", 1.0, "exact"))).passes(at)
