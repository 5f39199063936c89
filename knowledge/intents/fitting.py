"""Fitting an intent head: multinomial logistic regression with an L2 penalty that held-out folds choose.

The folds also give the temperature and the confidence from which a label is believed, so neither sees what it was
fitted on. Nothing here sees a development split.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knowledge.embedding import Vectors
from knowledge.intents.head import Floats, IntentHead, softmax

Targets = NDArray[np.int64]

PENALTIES = (3e-6, 1e-5, 3e-5)
"""Weights of the squared norm beside the mean loss; chosen among by the macro-F1 of held-out folds."""
FOLDS = 3
STEPS = 60
"""Steps of L-BFGS at most."""
PRECISION = 0.9
"""Of what is believed, so much is to be right on held-out folds."""
FEWEST = 15
"""Held-out messages that a threshold is chosen on."""
LEAST = 0.5
"""Nothing less likely than not is believed, however well it went."""
NEVER = 1.01


@dataclass(frozen=True)
class Fitted:
    """A head and what held-out folds say of it."""

    head: IntentHead
    penalty: float
    held_out: Floats
    """Calibrated probabilities of every training message, by a head that was not fitted on it."""
    macro_f1: float
    ece_before: float
    """Expected calibration error of the held-out folds without the temperature."""
    ece: float


def fit_head(
    rows: Vectors,
    targets: Targets,
    labels: Sequence[str],
    weights: Floats | None = None,
    penalties: Sequence[float] = PENALTIES,
) -> Fitted:
    """A head for vectors, shape (n, dimension), and the places of their labels.

    Args:
        rows: of unit length.
        targets: places in `labels`.
        labels: names, in the order of the outputs.
        weights: how much each message counts; all alike where None.
        penalties: to choose among.
    """
    count, weights = len(labels), np.ones(len(rows)) if weights is None else weights
    tried = [(_held_out(rows, targets, count, weights, penalty), penalty) for penalty in penalties]
    scores = [macro_f1(targets, logits.argmax(axis=1), count) for logits, _ in tried]
    best = int(np.argmax(scores))
    logits, penalty = tried[best]
    temperature = _temperature(logits, targets)
    held_out = softmax(logits / temperature)
    found = _regression(rows, targets, count, weights, penalty)
    head = IntentHead(tuple(labels), found[:-1], found[-1], temperature, _sure_from(held_out, targets))
    before = expected_calibration_error(softmax(logits), targets)
    return Fitted(head, penalty, held_out, scores[best], before, expected_calibration_error(held_out, targets))


def macro_f1(targets: Targets, guesses: Targets, count: int) -> float:
    """Mean of the F1 of every label that the targets hold."""
    right = np.bincount(targets[targets == guesses], minlength=count)
    given, said = np.bincount(targets, minlength=count), np.bincount(guesses, minlength=count)
    held = given > 0
    return float(np.mean(2 * right[held] / (given[held] + said[held])))


def expected_calibration_error(probabilities: Floats, targets: Targets, bins: int = 15) -> float:
    """Mean distance of confidence and accuracy over bins of equal width, weighted by the messages in each."""
    confidence, right = probabilities.max(axis=1), probabilities.argmax(axis=1) == targets
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    apart = [abs(float((confidence[place == one] - right[place == one]).sum())) for one in range(bins)]
    return sum(apart) / max(1, len(targets))


def folds_of(targets: Targets, folds: int = FOLDS) -> Targets:
    """A fold for each message, every label spread over all of them; the same for the same targets."""
    order = np.random.default_rng(0).permutation(len(targets))
    fold = np.zeros(len(targets), dtype=np.int64)
    for label in np.unique(targets):
        own = order[targets[order] == label]
        fold[own] = np.arange(len(own)) % folds
    return fold


def _held_out(rows: Vectors, targets: Targets, count: int, weights: Floats, penalty: float) -> Floats:
    logits = np.zeros((len(rows), count))
    fold = folds_of(targets)
    for one in range(FOLDS):
        rest, own = fold != one, fold == one
        found = _regression(rows[rest], targets[rest], count, weights[rest], penalty)
        logits[own] = rows[own] @ found[:-1] + found[-1]
    return logits


def _regression(rows: Vectors, targets: Targets, count: int, weights: Floats, penalty: float) -> Floats:
    """Shape (dimension + 1, labels), the biases last."""
    import torch

    inputs, wanted = torch.tensor(rows), torch.tensor(targets)
    share = torch.tensor(weights / weights.sum(), dtype=torch.float32)
    found = torch.zeros(rows.shape[1], count, requires_grad=True)
    bias = torch.zeros(count, requires_grad=True)
    steps = torch.optim.LBFGS([found, bias], max_iter=STEPS, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        steps.zero_grad()
        each = torch.nn.functional.cross_entropy(inputs @ found + bias, wanted, reduction="none")
        total = (each * share).sum() + penalty * (found**2).sum()
        total.backward()  # type: ignore[no-untyped-call]
        return total

    steps.step(loss)  # type: ignore[no-untyped-call]
    return np.concatenate([found.detach().numpy(), bias.detach().numpy()[None]]).astype(np.float64)


def _temperature(logits: Floats, targets: Targets) -> float:
    """The temperature of the least log loss, between 1/10 and 10; the loss has one valley."""
    low, high = -1.0, 1.0
    for _ in range(40):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if _log_loss(logits / 10**left, targets) < _log_loss(logits / 10**right, targets):
            high = right
        else:
            low = left
    return float(10 ** ((low + high) / 2))


def _log_loss(logits: Floats, targets: Targets) -> float:
    return float(-np.log(softmax(logits)[np.arange(len(targets)), targets] + 1e-12).mean())


def _sure_from(probabilities: Floats, targets: Targets) -> tuple[float, ...]:
    """For each label the least confidence from which `PRECISION` of what is taken for it is it."""
    guesses, confidence = probabilities.argmax(axis=1), probabilities.max(axis=1)
    found: list[float] = []
    for label in range(probabilities.shape[1]):
        own = np.flatnonzero(guesses == label)
        own = own[np.argsort(-confidence[own], kind="stable")]
        precise = np.cumsum(targets[own] == label) / np.arange(1, len(own) + 1)
        enough = np.flatnonzero((precise >= PRECISION) & (np.arange(len(own)) >= FEWEST - 1))
        found.append(max(LEAST, round(float(confidence[own[enough[-1]]]), 4)) if len(enough) else NEVER)
    return tuple(found)
