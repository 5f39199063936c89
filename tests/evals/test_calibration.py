from datetime import date

import pytest

from evals.calibration import Calibrator, RowScores, curve_of, figures_of, row_scores
from evals.errors import CalibrationError
from evals.grounding_files import GroundingRow, GroundingSet
from knowledge.models.calibration import Calibration
from tests.evals.scripted_verifier import ScriptedVerifier

TODAY = date(2026, 11, 30)
SHA256 = "ab" * 32
BANK = "Your bank shows the refund on your card a week after we send it."
ARRIVE = "Parcels arrive within 3 days."


def row(claim, *evidence, supported=True, label=None):
    return GroundingRow(evidence=evidence or (BANK,), claim=claim, supported=supported, label=label)


CLAIMS = GroundingSet(
    name="claims",
    rows=(
        row("The bank shows it on the card."),
        row("The card shows it in a week."),
        row("The bank shows it on paper.", supported=False),
        row("The bank shows it at night.", supported=False),
    ),
)
SAYS = {
    "The bank shows it on the card.": (0.9, 0.0),
    "The card shows it in a week.": (0.6, 0.1),
    "The bank shows it on paper.": (0.3, 0.65),
    "The bank shows it at night.": (0.1, 0.2),
}
PAIRS = GroundingSet(
    name="pairs",
    rows=(
        *[row("A card.", label="entailment")] * 3,
        row("A card.", supported=False, label="not_entailment"),
    ),
)
"""The verifier is surer of the pair, 0.9, than it is right, 0.75."""


def calibrated(*sets, says=None, progress=lambda step, done, total: None, like=()):
    verifier = ScriptedVerifier((says or SAYS) | {"A card.": (0.9, 0.05)})
    return Calibrator(verifier, SHA256, TODAY).run(sets, progress, like)


def test_grounding_rows_alone_give_thresholds_at_temperature_one():
    found = calibrated(CLAIMS)
    assert (found.model_sha256, found.temperature, found.balanced) == (SHA256, 1.0, 0.6)
    assert [point.wrong_answer_rate for point in found.points] == [0.01, 0.02, 0.05, 0.1, 0.2]
    assert {(point.entailed, point.contradicted, point.passed) for point in found.points} == {(0.6, 0.2, 1.0)}
    assert (found.rows, found.made_from) == (4, ("claims",))


def test_inference_rows_give_the_temperature_at_which_thresholds_are_chosen():
    found = calibrated(CLAIMS, PAIRS)
    shares = [share ** (1 / found.temperature) for share in (0.9, 0.05, 0.05)]
    assert found.temperature > 1
    assert shares[0] / sum(shares) == pytest.approx(0.75, abs=1e-3)
    softer = [share ** (1 / found.temperature) for share in (0.6, 0.3, 0.1)]
    assert found.balanced == pytest.approx(softer[0] / sum(softer), abs=1e-5)


def test_every_set_is_told_with_its_calibration_error_before_and_after():
    claims, pairs = figures_of(calibrated(CLAIMS, PAIRS))
    assert (claims.name, claims.rows, claims.balanced_accuracy, claims.auroc) == ("claims", 4, 1.0, 1.0)
    assert claims.calibration_error_before is claims.calibration_error_after is None
    assert (pairs.calibration_error_before, pairs.calibration_error_after) == pytest.approx((0.15, 0.0), abs=1e-3)
    assert pairs.auroc == 0.5


def test_the_same_rows_give_the_same_calibration():
    assert calibrated(CLAIMS, PAIRS) == calibrated(CLAIMS, PAIRS)


def test_rates_hold_on_the_sets_that_resemble_what_is_served():
    wrong = row("The card shows it in a week.", supported=False)
    harder = GroundingSet(name="harder", rows=(wrong, row("The bank shows it on the card.")))
    everywhere, at_ours = calibrated(CLAIMS, harder), calibrated(CLAIMS, harder, like=("claims",))
    assert [point.entailed for point in at_ours.points] == [0.6] * 5
    assert [point.entailed for point in everywhere.points] == [0.9] * 5
    assert (everywhere.balanced, at_ours.served_like) == (at_ours.balanced, ("claims",))


def test_set_that_is_not_among_the_files_is_refused():
    with pytest.raises(CalibrationError, match=r"--like names chats: wanted sets among the files, which are claims\."):
        calibrated(CLAIMS, like=("chats",))


def test_rows_of_one_class_give_no_thresholds():
    with pytest.raises(CalibrationError, match="each of claims are all supported or all unsupported: wanted a set"):
        calibrated(CLAIMS.model_copy(update={"rows": CLAIMS.rows[:2]}))


def test_a_verifier_that_knows_nothing_of_the_rows_is_not_calibrated():
    says = dict.fromkeys(SAYS, (0.5, 0.2))
    with pytest.raises(CalibrationError, match=r"scripted lets 1% of the supported rows pass, more than 20% of what"):
        calibrated(CLAIMS, says=says)


def test_a_row_has_its_weakest_claim_the_mean_of_all_and_its_worst_contradiction():
    both = "Hello! The bank shows it on the card. The bank shows it on paper."
    assert row_scores(ScriptedVerifier(SAYS), row(both), TODAY) == RowScores(0.3, pytest.approx(0.6), 0.65, True)


@pytest.mark.parametrize(
    ("claim", "scores"),
    [
        (BANK, RowScores(0.7, 0.7, 0.1, False)),
        (f"{BANK} The bank shows it on paper.", RowScores(0.3, 0.5, 0.65, True)),
        (f"{ARRIVE} The bank shows it on the card.", RowScores(0.9, 0.5, 0.0, True)),
        ("Parcels arrive within 5 days. The bank shows it on the card.", RowScores(0.9, 0.45, 0.0, False)),
    ],
)
def test_what_the_exact_tier_settles_does_not_reach_the_verifier(claim, scores):
    verifier = ScriptedVerifier(SAYS | {BANK: (0.7, 0.1)})
    found = row_scores(verifier, row(claim, BANK, ARRIVE), TODAY)
    assert (found.weakest, found.reaches) == (scores.weakest, scores.reaches)
    assert found.mean == pytest.approx(scores.mean)


def test_a_row_without_evidence_is_neither():
    bare = GroundingRow(evidence=(), claim="The bank shows it on paper.", supported=False)
    assert row_scores(ScriptedVerifier(SAYS), bare, TODAY) == RowScores(0.0, 0.0, 0.0, True)


def test_the_two_best_pieces_of_evidence_are_read_as_one_text_too():
    verifier = ScriptedVerifier(SAYS)
    row_scores(verifier, row("The bank shows it on the card.", BANK, ARRIVE), TODAY)
    assert [premise for premise, _ in verifier.asked] == [BANK, ARRIVE, f"{BANK} {ARRIVE}"]


def test_progress_is_told_set_by_set():
    told = []
    calibrated(CLAIMS, PAIRS, progress=lambda *step: told.append(step))
    assert told[:2] == [("pairs, pairs", 4, 4), ("claims, claims", 1, 4)]
    assert told[-1] == ("pairs, claims", 4, 4)


def test_one_rate_is_kept_by_its_limit_where_that_is_wanted():
    many = GroundingSet(name="turns", rows=CLAIMS.rows[:2] * 300)
    verifier = ScriptedVerifier(SAYS)
    found = Calibrator(verifier, SHA256, TODAY).run([many], like=(), wrong_at_most=0.01)
    (point,) = found.points
    assert (point.wrong_answer_rate, point.entailed, point.passed) == (0.01, 0.6, 1.0)
    assert point.bound is not None
    assert (point.bound.passing, point.bound.wrong, point.bound.confidence) == (600, 0, 0.95)
    assert found.balanced == point.entailed  # rows of one kind part nothing
    assert [one.passing for one in curve_of(found)] == [600]  # of two scores, both above the fewest that could do
    assert Calibration.model_validate_json(found.model_dump_json()) == found
    assert curve_of(calibrated(CLAIMS)) == ()


def test_too_few_labels_for_a_limit_are_refused():
    with pytest.raises(CalibrationError, match="Too few labels: 4 labelled claims reach the verifier"):
        Calibrator(ScriptedVerifier(SAYS), SHA256, TODAY).run([CLAIMS], wrong_at_most=0.01)
