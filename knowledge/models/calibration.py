"""Calibration of a verifier: the temperature and the thresholds that were measured for exactly these weights."""

from __future__ import annotations

from itertools import pairwise

from pydantic import ConfigDict, Field, JsonValue, ValidationError, field_validator

from knowledge.errors import ModelError
from knowledge.models.manifest import Sha256, short
from knowledge.models.registry import LocatedModel
from knowledge.types import Value

CALIBRATION = "calibration.json"
"""Stands beside the weights that it was measured with."""


class Bound(Value):
    """How far a rate of wrong answers is known, where its point was chosen by the upper limit of it."""

    model_config = ConfigDict(strict=True)

    passing: int = Field(ge=1)
    """Labelled claims that pass."""
    wrong: int = Field(ge=0)
    """Of these, the ones that a person called unsupported."""
    upper: float = Field(ge=0, le=1)
    """The rate is no higher than this, among claims such as those that were labelled, whatever candidate was chosen."""
    confidence: float = Field(gt=0, lt=1)
    """With which that is so."""


class OperatingPoint(Value):
    """Thresholds, and what they let pass."""

    model_config = ConfigDict(strict=True)

    wrong_answer_rate: float = Field(ge=0, le=1)
    """At most this share of what counts as supported is not: were every second claim unsupported, or with a bound, where as
    many are unsupported as among the labelled ones."""
    entailed: float = Field(ge=0, le=1)
    """Probability of entailment from which a claim counts as supported."""
    contradicted: float = Field(ge=0, le=1)
    """Probability of contradiction from which a claim counts as refuted, unless it is entailed."""
    passed: float = Field(ge=0, le=1)
    """Share of the supported claims that count as supported."""
    bound: Bound | None = None
    """None where the point is that of an estimate."""


class Calibration(Value):
    """What was measured on labelled rows, and with which weights."""

    model_config = ConfigDict(strict=True)

    model_sha256: Sha256
    """Of the weights file."""
    temperature: float = Field(gt=0, allow_inf_nan=False)
    """Logits are divided by it before the softmax. Source: Guo et al., On Calibration (ICML 2017)."""
    balanced: float = Field(ge=0, le=1)
    """Probability of entailment that parts the two classes best, both counting alike: what benchmarks ask for."""
    points: tuple[OperatingPoint, ...] = Field(min_length=1)
    """By rising rate."""
    rows: int = Field(ge=1)
    """Labelled rows that it was measured on."""
    made_from: tuple[str, ...]
    """Names of their sets."""
    served_like: tuple[str, ...] = ()
    """Names of those that the points were chosen on; all where none is told."""
    measured: dict[str, JsonValue] = {}

    @field_validator("points")
    @classmethod
    def _by_rising_rate(cls, points: tuple[OperatingPoint, ...]) -> tuple[OperatingPoint, ...]:
        rates = [point.wrong_answer_rate for point in points]
        wrong = next((after for before, after in pairwise(rates) if after <= before), None)
        if wrong is not None:
            raise ValueError(
                f"points by rising rate, each once, are wanted, found {wrong:g} after one as large or larger"
            )
        return points

    def at(self, wrong_answer_rate: float) -> OperatingPoint:
        """The point with the largest rate that is not above the wanted one.

        Raises:
            ModelError: every point's rate is above it.
        """
        able = [point for point in self.points if point.wrong_answer_rate <= wrong_answer_rate]
        if not able:
            least = self.points[0].wrong_answer_rate
            raise ModelError(
                f"The verifier is not calibrated for a wrong-answer rate of {wrong_answer_rate:g}: wanted {least:g} or "
                "more. Raise `grounding.wrong_answer_rate` in support.toml, or set `grounding.verifier` to none."
            )
        return able[-1]


def read_calibration(model: LocatedModel) -> Calibration | None:
    """The calibration beside a model's weights; None where there is none.

    Raises:
        ModelError: it cannot be read, or it was measured with other weights.
    """
    path = model.folder / CALIBRATION
    remedy = f"Run `support eval calibrate {model.folder} FILE...`, or remove that file."
    try:
        found = Calibration.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror}): wanted a calibration. {remedy}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file as a whole"
        raise ModelError(f"{path} is not a calibration: {place}: {first['msg']}. {remedy}") from error
    if found.model_sha256 != model.sha256:
        raise ModelError(
            f"{path} was measured with weights of sha256 {short(found.model_sha256)}, "
            f"wanted {short(model.sha256)}, those of {model.weights_file.name}: "
            f"thresholds of one model mean nothing for another. {remedy}"
        )
    return found
