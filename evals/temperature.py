"""Temperature scaling: one number that makes a verifier's probabilities mean what they say.

Logits are divided by the temperature before the softmax, which for probabilities is to raise each to the power of
1 / temperature and to divide by the sum; the order of the three stays as it is.
Source: Guo et al., On Calibration of Modern Neural Networks (ICML 2017), section 4.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np
from numpy.typing import NDArray

from evals.grounding_files import GoldLabel
from knowledge.verification import Entailment, Verifier

Probabilities = NDArray[np.float64]
"""Shape (rows, 3): entailment, neutral, contradiction."""

HIGHEST = 20.0
"""A fitted temperature is between 1 / HIGHEST and HIGHEST."""
STEPS = 40
"""Of the search; each leaves 0.618 of the interval."""

_MEANS: Mapping[GoldLabel, tuple[bool, bool, bool]] = {
    "entailment": (True, False, False),
    "neutral": (False, True, False),
    "contradiction": (False, False, True),
    "not_entailment": (False, True, True),
}
"""The outputs that make a label true."""


@dataclass(frozen=True)
class TemperedVerifier:
    """A verifier of temperature 1 as it speaks at another temperature."""

    verifier: Verifier
    temperature: float

    @property
    def name(self) -> str:
        """The verifier's name."""
        return self.verifier.name

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """One result per (premise, hypothesis), in the order given."""
        rows = tempered(as_rows(self.verifier.judge(pairs)), self.temperature)
        return [Entailment(entailment=row[0], neutral=row[1], contradiction=row[2]) for row in rows.tolist()]


def as_rows(results: Sequence[Entailment]) -> Probabilities:
    """Results as an array."""
    rows = [(one.entailment, one.neutral, one.contradiction) for one in results]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 3)


def tempered(rows: Probabilities, temperature: float) -> Probabilities:
    """Probabilities of temperature 1 at another one; what is certain stays so."""
    raised = rows ** (1 / temperature)
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def negative_log_likelihood(rows: Probabilities, labels: Sequence[GoldLabel], temperature: float = 1.0) -> float:
    """Mean over at least one row of -log of the probability that its label is given, in nats."""
    means = np.array([_MEANS[label] for label in labels])
    given = np.where(means, tempered(rows, temperature), 0.0).sum(axis=1)
    return float(-np.log(np.maximum(given, np.finfo(np.float32).tiny)).mean())


def fit_temperature(rows: Probabilities, labels: Sequence[GoldLabel]) -> float:
    """The temperature, to four digits, that makes the labels of at least one row most likely."""
    found = _least(lambda point: negative_log_likelihood(rows, labels, exp(point)), -log(HIGHEST), log(HIGHEST))
    return round(exp(found), 4)


def _least(height: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that falls and then rises is least, by golden-section search.

    Source: Kiefer, Sequential minimax search for a maximum (Proceedings of the AMS 4, 1953).
    """
    golden = (sqrt(5) - 1) / 2
    left, right = high - golden * (high - low), low + golden * (high - low)
    at_left, at_right = height(left), height(right)
    for _ in range(STEPS):
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - golden * (high - low)
            at_left = height(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + golden * (high - low)
            at_right = height(right)
    return (low + high) / 2
