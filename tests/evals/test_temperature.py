from math import exp, log

import numpy as np
import pytest

from evals.temperature import (
    HIGHEST,
    TemperedVerifier,
    as_rows,
    fit_temperature,
    negative_log_likelihood,
    tempered,
)
from knowledge.verification import UNDECIDED, Entailment
from tests.evals.scripted_verifier import ScriptedVerifier


def softmax(*logits):
    raised = [exp(logit) for logit in logits]
    return [one / sum(raised) for one in raised]


def sure(share):
    """A row that gives entailment this probability, and the rest to neutral and contradiction in halves."""
    return [share, (1 - share) / 2, (1 - share) / 2]


def test_probabilities_at_another_temperature_are_those_of_the_divided_logits():
    rows = np.array([softmax(3.0, 1.0, -2.0)])
    assert tempered(rows, 2.0)[0].tolist() == pytest.approx(softmax(1.5, 0.5, -1.0))


def test_temperature_one_changes_nothing_and_certainty_stays():
    rows = np.array([softmax(3.0, 1.0, -2.0), [0.0, 1.0, 0.0]])
    assert tempered(rows, 1.0) == pytest.approx(rows)
    assert tempered(rows, 5.0)[1].tolist() == [0.0, 1.0, 0.0]


def test_likelihood_of_not_entailment_is_that_of_neutral_or_contradiction():
    rows = np.array([[0.2, 0.5, 0.3]])
    assert negative_log_likelihood(rows, ["entailment"]) == pytest.approx(-log(0.2))
    assert negative_log_likelihood(rows, ["neutral"]) == pytest.approx(-log(0.5))
    assert negative_log_likelihood(rows, ["contradiction"]) == pytest.approx(-log(0.3))
    assert negative_log_likelihood(rows, ["not_entailment"]) == pytest.approx(-log(0.8))


def test_a_label_that_was_ruled_out_costs_much_and_not_everything():
    assert 80 < negative_log_likelihood(np.array([[0.0, 1.0, 0.0]]), ["entailment"]) < 100


def test_fitted_temperature_makes_a_sure_model_as_sure_as_it_is_right():
    rows = np.array([sure(0.98)] * 10)
    labels = ["entailment"] * 6 + ["neutral"] * 2 + ["contradiction"] * 2
    found = fit_temperature(rows, labels)
    assert found > 1
    assert tempered(rows, found)[0].tolist() == pytest.approx([0.6, 0.2, 0.2], abs=1e-3)


def test_fitted_temperature_sharpens_a_model_that_doubts_too_much():
    rows = np.array([sure(0.5)] * 10)
    found = fit_temperature(rows, ["entailment"] * 9 + ["not_entailment"])
    assert found < 1
    assert tempered(rows, found)[0, 0] == pytest.approx(0.9, abs=1e-3)


def test_fitted_temperature_is_bounded_where_the_model_is_always_right_or_always_wrong():
    rows = np.array([sure(0.6)] * 3)
    assert fit_temperature(rows, ["entailment"] * 3) == pytest.approx(1 / HIGHEST, abs=1e-3)
    assert fit_temperature(rows, ["neutral"] * 3) == pytest.approx(HIGHEST, abs=1e-2)


def test_tempered_verifier_keeps_order_and_what_was_not_read():
    verifier = TemperedVerifier(ScriptedVerifier({"A.": (0.8, 0.0), "B.": (0.0, 0.0)}), 2.0)
    first, second = verifier.judge([("text", "A."), ("text", "B.")])
    assert first.entailment == pytest.approx(0.8**0.5 / (0.8**0.5 + 0.2**0.5))
    assert second == UNDECIDED
    assert (verifier.name, verifier.judge([])) == ("scripted", [])


def test_results_become_rows_of_three():
    assert as_rows([Entailment(entailment=0.7, neutral=0.2, contradiction=0.1)]).tolist() == [[0.7, 0.2, 0.1]]
    assert as_rows([]).shape == (0, 3)
