"""A head is fitted on what is told apart, and its confidence is that of held-out folds."""

from __future__ import annotations

import numpy as np
import pytest

from knowledge.intents.fitting import NEVER, expected_calibration_error, fit_head, folds_of, macro_f1


def clouds(spread: float) -> tuple[np.ndarray, np.ndarray]:
    """Two labels of 60 points each, in four numbers."""
    random = np.random.default_rng(1)
    targets = np.repeat([0, 1], 60)
    centres = np.array([[1.0, 0, 0, 0], [0, 1.0, 0, 0]])
    return (centres[targets] + spread * random.normal(size=(120, 4))).astype(np.float32), targets


def test_what_lies_apart_is_told_apart() -> None:
    rows, targets = clouds(0.1)
    fitted = fit_head(rows, targets, ("left", "right"))
    assert fitted.macro_f1 == 1.0
    assert fitted.head.probabilities(rows).argmax(axis=1).tolist() == targets.tolist()


def test_label_that_is_never_right_is_never_believed() -> None:
    rows, targets = clouds(0.1)
    noise = np.random.default_rng(0).permutation(targets)
    assert fit_head(rows, noise, ("left", "right")).head.sure_from == (NEVER, NEVER)


def test_every_label_is_spread_over_all_folds() -> None:
    fold = folds_of(np.repeat([0, 1], [6, 9]))
    assert [np.bincount(fold[:6]).tolist(), np.bincount(fold[6:]).tolist()] == [[2, 2, 2], [3, 3, 3]]


def test_macro_f1_by_hand() -> None:
    given, said = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])
    assert macro_f1(given, said, 3) == pytest.approx((2 / 3 + 4 / 5) / 2)


def test_calibration_error_by_hand() -> None:
    probabilities = np.array([[0.9, 0.1], [0.9, 0.1]])
    assert expected_calibration_error(probabilities, np.array([0, 1])) == pytest.approx(0.4)
