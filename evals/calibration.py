"""Calibrating a verifier: its temperature and its thresholds, measured on labelled rows as the NLI tier reads them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from statistics import fmean

import numpy as np
from pydantic import JsonValue

from agent.grounding.checking import claims_of, evidence_of
from agent.grounding.exact import ExactTier
from agent.grounding.nli import read_claims
from evals import grounding_metrics as metrics
from evals.bounded_points import CurvePoint, bounded_point, coverage_curve
from evals.errors import CalibrationError
from evals.grounding_files import GoldLabel, GroundingRow, GroundingSet
from evals.metered_verifier import MeteredVerifier
from evals.operating_points import LEAST_FOUND, WRONG_ANSWER_RATES, ScoredSet, balanced_threshold, operating_points
from evals.temperature import Probabilities, TemperedVerifier, as_rows, fit_temperature, tempered
from knowledge.models.calibration import Calibration, OperatingPoint
from knowledge.syncing import Progress
from knowledge.types import Value
from knowledge.verification import Verifier

BATCH = 64
"""Pairs handed to the verifier at a time; those of like length share a forward pass."""

Told = Callable[[int, int], None]


class SetFigures(Value):
    """How well a set is told apart; None where it lacks the rows for that."""

    name: str
    rows: int
    balanced_accuracy: float | None
    """At the balanced threshold."""
    auroc: float | None
    calibration_error_before: float | None
    """Of the inference rows, at temperature 1."""
    calibration_error_after: float | None
    """At the fitted temperature."""


@dataclass(frozen=True)
class InferencePairs:
    """The rows of a set that carry an inference label, with what the verifier says of each pair at temperature 1."""

    labels: tuple[GoldLabel, ...]
    rows: Probabilities

    def calibration_error(self, temperature: float) -> float | None:
        """Expected gap between the probability of entailment and the share that is entailed; None without a row."""
        gold = np.array([label == "entailment" for label in self.labels], dtype=bool)
        scores = tempered(self.rows, temperature)[:, 0]
        return metrics.expected_calibration_error(gold, scores) if self.labels else None


@dataclass(frozen=True)
class Calibrator:
    """Measures one verifier; the same rows give the same calibration."""

    verifier: Verifier
    """Of temperature 1."""
    model_sha256: str
    today: date
    """The day that "tomorrow" counts from."""

    def run(
        self,
        sets: Sequence[GroundingSet],
        progress: Progress = lambda step, done, total: None,
        like: Collection[str] = (),
        wrong_at_most: float | None = None,
    ) -> Calibration:
        """The calibration on sets of grounding rows or inference rows, at least one of which holds both classes.

        The temperature is that of the inference rows, and 1 where there are none.

        Args:
            sets: all have a say in the temperature and in the balanced threshold.
            progress: told of every row.
            like: names of the sets that resemble what is served: the rates of wrong answers hold on them; all where none.
            wrong_at_most: the one rate that is wanted, as an upper limit and not as an estimate.

        Raises:
            CalibrationError: no set holds both classes, a name is of none, or no rate of wrong answers can be kept.
            ModelError: the verifier cannot be loaded.
        """
        if wrong_at_most is None:
            _check_classes(sets)
        _check_names(like, sets)
        once = MeteredVerifier(self.verifier)
        pairs = [_inference_pairs(once, one, partial(progress, f"{one.name}, pairs")) for one in sets]
        temperature = _temperature(pairs)
        reader = TemperedVerifier(once, temperature)
        scored = [self._scored(reader, one, partial(progress, f"{one.name}, claims")) for one in sets]
        served = [one for one in scored if not like or one.name in like]
        points = self._points(served) if wrong_at_most is None else (bounded_point(served, wrong_at_most),)
        curve: dict[str, JsonValue] = {}
        if wrong_at_most is not None:
            curve["curve"] = [one.model_dump() for one in coverage_curve(served, wrong_at_most)]
        both = any(one.gold.any() and not one.gold.all() for one in scored)
        balanced = balanced_threshold(scored) if both else points[0].entailed
        measure = partial(_figures, temperature=temperature, balanced=balanced)
        return Calibration(
            model_sha256=self.model_sha256,
            temperature=temperature,
            balanced=balanced,
            points=points,
            rows=sum(len(one.rows) for one in sets),
            made_from=tuple(one.name for one in sets),
            served_like=tuple(one.name for one in sets if not like or one.name in like),
            measured={"sets": [figures.model_dump() for figures in map(measure, scored, pairs)], **curve},
        )

    def _points(self, scored: Sequence[ScoredSet]) -> tuple[OperatingPoint, ...]:
        points = operating_points(scored)
        if not points:
            raise CalibrationError(
                f"At every threshold at which {self.verifier.name} lets {LEAST_FOUND:.0%} of the supported rows pass, "
                f"more than {max(WRONG_ANSWER_RATES):.0%} of what passes is wrong: wanted a verifier that knows more of "
                "such rows. Train it further, or name other files."
            )
        return points

    def _scored(self, verifier: Verifier, dataset: GroundingSet, told: Told) -> ScoredSet:
        read: list[RowScores] = []
        for done, row in enumerate(dataset.rows, 1):
            read.append(row_scores(verifier, row, self.today))
            told(done, len(dataset.rows))
        return ScoredSet(
            name=dataset.name,
            gold=_gold(dataset),
            entailment=np.array([one.weakest for one in read]),
            contradiction=np.array([one.contradiction for one in read]),
            mean=np.array([one.mean for one in read]),
            reaches=np.array([one.reaches for one in read], dtype=bool),
        )


@dataclass(frozen=True)
class RowScores:
    """What is read of a row, as the NLI tier reads it; 0 to 1."""

    weakest: float
    """Entailment of the weakest claim that reaches the verifier: whether a reply may go out whole."""
    mean: float
    """Entailment of all claims on average: how much of a text holds."""
    contradiction: float
    """Of the claim that reaches the verifier and is contradicted most."""
    reaches: bool
    """False where the exact tier settles the row: it refutes a claim, or proves all."""


def row_scores(verifier: Verifier, row: GroundingRow, today: date) -> RowScores:
    """What the verifier says of a row, and whether it is asked at all."""
    claims = [claim for claim in claims_of(row.claim, today) if claim.checkworthy]
    evidence = evidence_of(row.evidence)
    read = read_claims(verifier, claims, evidence)
    exact = ExactTier(today=today, ours=False).settle(claims, evidence)
    left = [one for one, verdict in zip(read, exact, strict=True) if verdict is None]
    stopped = any(verdict is not None and verdict.label != "supported" for verdict in exact)
    asked = left or read
    return RowScores(
        weakest=min(one.entailment for one in asked),
        mean=fmean(one.entailment for one in read),
        contradiction=max(one.contradiction for one in asked),
        reaches=bool(left) and not stopped,
    )


def _gold(dataset: GroundingSet) -> metrics.Flags:
    return np.array([row.supported for row in dataset.rows], dtype=bool)


def _inference_pairs(verifier: Verifier, dataset: GroundingSet, told: Told) -> InferencePairs:
    labelled = [(row.evidence[0], row.claim, row.label) for row in dataset.rows if row.label]
    results = []
    for begin in range(0, len(labelled), BATCH):
        batch = labelled[begin : begin + BATCH]
        results += verifier.judge([(premise, hypothesis) for premise, hypothesis, _ in batch])
        told(len(results), len(labelled))
    return InferencePairs(tuple(label for _, _, label in labelled), as_rows(results))


def _temperature(pairs: Sequence[InferencePairs]) -> float:
    labels = [label for one in pairs for label in one.labels]
    return fit_temperature(np.concatenate([one.rows for one in pairs]), labels) if labels else 1.0


def _check_classes(sets: Sequence[GroundingSet]) -> None:
    if not any(len({row.supported for row in one.rows}) == 2 for one in sets):
        names = ", ".join(one.name for one in sets)
        raise CalibrationError(
            f"The rows of each of {names} are all supported or all unsupported: wanted a set with rows of both kinds. "
            "Name another file."
        )


def _check_names(like: Collection[str], sets: Sequence[GroundingSet]) -> None:
    names = [one.name for one in sets]
    if unknown := [name for name in like if name not in names]:
        raise CalibrationError(
            f"--like names {', '.join(unknown)}: wanted sets among the files, which are {', '.join(names)}."
        )


def figures_of(calibration: Calibration) -> tuple[SetFigures, ...]:
    """What was measured on each set."""
    sets = calibration.measured["sets"]
    return tuple(SetFigures.model_validate(one) for one in sets) if isinstance(sets, list) else ()


def curve_of(calibration: Calibration) -> tuple[CurvePoint, ...]:
    """What each candidate threshold lets pass; empty where no limit was asked for."""
    curve = calibration.measured.get("curve")
    return tuple(CurvePoint.model_validate(one) for one in curve) if isinstance(curve, list) else ()


def _figures(one: ScoredSet, pairs: InferencePairs, temperature: float, balanced: float) -> SetFigures:
    return SetFigures(
        name=one.name,
        rows=len(one.gold),
        balanced_accuracy=_rounded(metrics.balanced_accuracy(one.gold, one.mean >= balanced)),
        auroc=_rounded(metrics.auroc(one.gold, one.mean)),
        calibration_error_before=_rounded(pairs.calibration_error(1.0)),
        calibration_error_after=_rounded(pairs.calibration_error(temperature)),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
