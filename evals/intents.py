"""The intent suite: how well does a head tell messages apart, and does it know what it does not know?

Each collection gets a head of its own, fitted on its training split by the same code as the shipped one, and is measured
on its development split, or on held-out folds where it has none. Beside it stand the nearest neighbours, the plainest
thing that works on the same vectors, and the largest label. The shipped head is measured on the development splits whose
labels mean something here, and on messages of our own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from evals.intents_sets import OOS, IntentSet, Labelled
from evals.vector_cache import VectorCache
from knowledge.embedding import Vectors
from knowledge.intents.fitting import Targets, expected_calibration_error, fit_head, macro_f1
from knowledge.intents.head import Floats, IntentHead
from knowledge.types import Value

FALSE_ALARMS = 0.05
"""Share of the training messages in scope, held out, that the threshold may take for out of scope."""
NEIGHBOURS = 10
RESAMPLES = 500
"""Of the bootstrap."""

Interval = tuple[float, float]


class Figure(Value):
    """A measure with its 95 % interval, by the percentiles of a bootstrap over messages."""

    value: float
    interval: Interval


class SetReport(Value):
    """One collection."""

    name: str
    measured_on: str
    """`dev`, or `folds` of the training split."""
    messages: int
    labels: int
    macro_f1: Figure
    accuracy: Figure
    ece: float
    """Expected calibration error, 15 bins."""
    penalty: float
    oos_recall: Figure | None = None
    """Share of the messages out of scope that the threshold finds; None where the collection has none."""
    oos_messages: int = 0
    false_alarms: float | None = None
    """Share of the messages in scope that the threshold takes for out of scope."""
    neighbours_macro_f1: float
    neighbours_accuracy: float
    majority_macro_f1: float
    majority_accuracy: float


class LabelReport(Value):
    """One label of the shipped head."""

    label: str
    messages: int
    precision: float | None
    recall: float | None
    f1: float | None


class HeadReport(Value):
    """The shipped head on one group of messages."""

    name: str
    messages: int
    macro_f1: Figure
    accuracy: Figure
    ece: float
    sure: float
    """Share of the messages that it is sure of."""
    accuracy_of_sure: float | None
    oos_recall: float | None
    """Share of the messages out of scope that are taken for it, and surely."""
    oos_false_alarms: float | None
    """Share of the others that are."""
    each: tuple[LabelReport, ...]
    confusion: tuple[tuple[int, ...], ...]
    """A row a given label, a column a label it was taken for, in the order of `each`."""
    mistaken: tuple[tuple[str, str, str], ...] = ()
    """Text, given label, label it was surely taken for: the first ones."""


class IntentReport(Value):
    """All collections, and the shipped head."""

    sets: tuple[SetReport, ...]
    head: tuple[HeadReport, ...]


@dataclass(frozen=True)
class IntentSuite:
    """Measures heads on the vectors of one embedder."""

    vectors: VectorCache

    def measure(self, found: IntentSet) -> SetReport:
        """A head fitted on the training split, on the development split or on held-out folds."""
        train = [*found.train, *found.oos_train]
        labels = sorted({one.label for one in train})
        rows, targets = self.vectors.rows([one.text for one in train]), _places(train, labels)
        fitted = fit_head(rows, targets, labels)
        scope = [place for place, label in enumerate(labels) if label != OOS]
        if found.dev:
            wanted, probabilities = found.dev, fitted.head.probabilities(self._rows(found.dev))
            near = _neighbours(rows, targets, self._rows(found.dev), len(labels))
        else:
            inside = np.array([one.label != OOS for one in train])
            wanted = tuple(one for one in train if one.label != OOS)
            probabilities = fitted.held_out[inside]
            near = _neighbours(rows, targets, rows[inside], len(labels), leave_out=np.flatnonzero(inside))
        given, said = _places(wanted, labels), probabilities[:, scope].argmax(axis=1)
        said = np.array(scope)[said]
        largest = np.full(len(given), Counter(targets.tolist()).most_common(1)[0][0])
        return SetReport(
            name=found.name,
            measured_on="dev" if found.dev else "folds",
            messages=len(given),
            labels=len(scope),
            macro_f1=bootstrapped(lambda pick: macro_f1(given[pick], said[pick], len(labels) + 1), len(given)),
            accuracy=bootstrapped(lambda pick: float((given[pick] == said[pick]).mean()), len(given)),
            ece=round(expected_calibration_error(probabilities, given), 4),
            penalty=fitted.penalty,
            **self._out_of_scope(
                found, fitted.head, fitted.held_out[:, scope].max(axis=1), targets, labels, probabilities
            ),
            neighbours_macro_f1=round(macro_f1(given, near, len(labels) + 1), 4),
            neighbours_accuracy=round(float((given == near).mean()), 4),
            majority_macro_f1=round(macro_f1(given, largest, len(labels) + 1), 4),
            majority_accuracy=round(float((given == largest).mean()), 4),
        )

    def _out_of_scope(
        self, found: IntentSet, head: IntentHead, held_out: Floats, targets: Targets, labels: list[str], dev: Floats
    ) -> dict[str, object]:
        """The threshold is chosen on held-out training messages alone."""
        if not found.oos_dev:
            return {}
        scope = [place for place, label in enumerate(labels) if label != OOS]
        threshold = float(np.quantile(held_out[targets != labels.index(OOS)], FALSE_ALARMS))
        missed = head.probabilities(self._rows(found.oos_dev))[:, scope].max(axis=1) < threshold
        recall = bootstrapped(lambda pick: float(missed[pick].mean()), len(missed))
        alarms = float((dev[:, scope].max(axis=1) < threshold).mean())
        return {"oos_recall": recall, "oos_messages": len(missed), "false_alarms": round(alarms, 4)}

    def measure_head(self, name: str, head: IntentHead, messages: Sequence[Labelled], mistakes: int = 0) -> HeadReport:
        """The shipped head on messages with our own labels."""
        given, probabilities = _places(messages, head.labels), head.probabilities(self._rows(messages))
        said, confidence = probabilities.argmax(axis=1), probabilities.max(axis=1)
        sure = confidence >= np.array(head.sure_from)[said]
        count, out = len(head.labels), head.labels.index("out_of_scope")
        confusion = np.zeros((count, count), dtype=int)
        np.add.at(confusion, (given, said), 1)
        wrong = np.flatnonzero(sure & (given != said))[:mistakes]
        return HeadReport(
            name=name,
            messages=len(given),
            macro_f1=bootstrapped(lambda pick: macro_f1(given[pick], said[pick], count), len(given)),
            accuracy=bootstrapped(lambda pick: float((given[pick] == said[pick]).mean()), len(given)),
            ece=round(expected_calibration_error(probabilities, given), 4),
            sure=round(float(sure.mean()), 4),
            accuracy_of_sure=_mean((given == said)[sure]),
            oos_recall=_mean((sure & (said == out))[given == out]),
            oos_false_alarms=_mean((sure & (said == out))[given != out]),
            each=tuple(_label(name, confusion, place) for place, name in enumerate(head.labels)),
            confusion=tuple(tuple(row) for row in confusion.tolist()),
            mistaken=tuple((messages[one].text, messages[one].label, head.labels[said[one]]) for one in wrong),
        )

    def _rows(self, messages: Sequence[Labelled]) -> Vectors:
        return self.vectors.rows([one.text for one in messages])


def bootstrapped(measure: Callable[[Targets], float], count: int, resamples: int = RESAMPLES) -> Figure:
    """A measure of all messages, and where it lies in 95 % of samples drawn from them with replacement."""
    random = np.random.default_rng(0)
    drawn = [measure(random.integers(0, count, count)) for _ in range(resamples)]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Figure(value=round(measure(np.arange(count)), 4), interval=(round(float(low), 4), round(float(high), 4)))


def _places(messages: Sequence[Labelled], labels: Sequence[str]) -> Targets:
    """Places of the labels; one that the training does not hold is a label of its own, which nothing is taken for."""
    known = {label: place for place, label in enumerate(labels)}
    return np.array([known.get(one.label, len(labels)) for one in messages], dtype=np.int64)


def _neighbours(
    rows: Vectors, targets: Targets, asked: Vectors, count: int, leave_out: Targets | None = None
) -> Targets:
    """The label that most of the nearest training messages have, the nearer ones first where it is even."""
    found = np.zeros(len(asked), dtype=np.int64)
    for begin in range(0, len(asked), 1_000):
        similar = asked[begin : begin + 1_000] @ rows.T
        if leave_out is not None:
            similar[np.arange(len(similar)), leave_out[begin : begin + 1_000]] = -1.0
        near = np.argpartition(-similar, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
        for place, own in enumerate(near):
            found[begin + place] = np.bincount(targets[own], similar[place, own], count).argmax()
    return found


def _label(name: str, confusion: Floats, place: int) -> LabelReport:
    right, given, said = confusion[place, place], confusion[place].sum(), confusion[:, place].sum()
    return LabelReport(
        label=name,
        messages=int(given),
        precision=round(float(right / said), 4) if said else None,
        recall=round(float(right / given), 4) if given else None,
        f1=round(float(2 * right / (given + said)), 4) if given else None,
    )


def _mean(values: Targets) -> float | None:
    return round(float(values.mean()), 4) if len(values) else None
