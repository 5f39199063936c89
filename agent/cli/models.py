"""What `support doctor` says of each role's model: which one, from where, checked, calibrated, how fast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter
from typing import Literal, TypeVar

from agent.open_models import open_drafter, open_judge, open_rewriter
from agent.settings import GroundingSettings, Settings
from knowledge.cross_encoder import open_reranker
from knowledge.embedding import Embedder
from knowledge.errors import ModelError
from knowledge.known_names import KnownNames
from knowledge.models.calibration import Calibration, read_calibration
from knowledge.models.entry import LocatedModel, loading
from knowledge.models.registry import Role, entry_of, is_installed, locate
from knowledge.onnx_embedding import OnnxEmbedder, open_embedder
from knowledge.reranking import LateInteractionReranker
from knowledge.sparse_encoding import open_sparse_encoder
from knowledge.sparse_model import locate_sparse_encoder
from knowledge.types import Value
from knowledge.verification import open_verifier

Item = TypeVar("Item")

QUERY = "How long does my refund take?"
TEXTS = tuple(
    f"Refunds › When the money arrives\nA refund to a {way} shows {days} business days after we have issued it. "
    "If it is not there by then, write to us with the number of your order."
    for days, way in enumerate(("credit card", "debit card", "gift card", "bank account", "wallet"), 2)
)
PAIRS = tuple((text, f"A refund shows after {days} business days.") for days, text in enumerate(TEXTS, 2))
"""What speed is measured on: passages of some 40 tokens."""


class Speed(Value):
    """Measured once on a few items, the model already loaded: an order of magnitude."""

    per_second: float
    unit: Literal["texts/s", "pairs/s"]


class Thresholds(Value):
    """From which probabilities on a verifier's word counts."""

    entailed: float
    contradicted: float
    wrong_answer_rate: float | None
    """The rate that they were calibrated for; None where `grounding.entailed` sets them."""

    @property
    def sentence(self) -> str:
        """The thresholds in words."""
        words = f"supported from {self.entailed:.2f}, refuted from {self.contradicted:.2f}"
        if self.wrong_answer_rate is None:
            return f"{words}, as grounding.entailed says"
        return f"{words}, for a wrong-answer rate of {self.wrong_answer_rate:.0%}"


class ModelReport(Value):
    """One role's model."""

    name: str
    backend: str
    licence: str
    origin: str
    sha256: str | None = None
    """First 12 digits of the weights file's; None where there are no weights of its own."""
    checked_files: int = 0
    """Files whose hashes are the recorded ones; 0 where none is recorded."""
    window: int | None = None
    labels: tuple[str, ...] = ()
    calibration: Calibration | None = None
    thresholds: Thresholds | None = None
    """A verifier's, as the settings choose them; None where they name no threshold and there is no calibration."""
    speed: Speed | None = None

    @property
    def sentence(self) -> str:
        """The report in words."""
        parts = [f"{self.name}, {self.backend}, {self.licence}, from: {self.origin}"]
        if self.sha256:
            against = f"{self.checked_files} files as recorded" if self.checked_files else "measured, none is recorded"
            parts.append(f"sha256 {self.sha256}… ({against})")
        if self.window:
            parts.append(f"reads {self.window} tokens")
        if self.labels:
            parts.append(f"labels {', '.join(self.labels)}")
            parts.append(_calibrated(self.calibration))
        if self.thresholds:
            parts.append(self.thresholds.sentence)
        if self.speed:
            parts.append(f"about {self.speed.per_second:,.0f} {self.speed.unit}")
        return "; ".join(parts)


class Missing(Value):
    """A role without a model, and what that means."""

    why: str


@dataclass(frozen=True)
class ModelLook:
    """Looks at each role's model: finds it, checks it, loads it, times it."""

    settings: Settings

    @cached_property
    def _embedder(self) -> Embedder:
        return open_embedder(self._located_embedder)

    @cached_property
    def _located_embedder(self) -> LocatedModel:
        return self._located("embedder", self.settings.knowledge.embedder)

    def _located(self, role: Role, name: str) -> LocatedModel:
        return locate(role, name, self.settings.models.allow_fetch)

    def embedder(self) -> ModelReport:
        """The embedder, which nothing runs without."""
        embedder, found = self._embedder, self._located_embedder
        if isinstance(embedder, OnnxEmbedder):
            found = replace(found, backend="onnx")
        with loading(found.folder, found.backend):
            speed = Speed(per_second=rate(embedder.embed_passages, TEXTS), unit="texts/s")
        return _report(found, speed, window=embedder.window)

    def reranker(self) -> ModelReport | Missing:
        """The reranker; without one the fused order is kept."""
        name = self.settings.knowledge.reranker
        if name == "none":
            return Missing(why="switched off by knowledge.reranker: the fused order is kept")
        entry = entry_of("reranker", name)
        if entry and not entry.has_weights:
            late = LateInteractionReranker(self._embedder)
            speed = Speed(per_second=rate(lambda texts: late.score(QUERY, texts), TEXTS), unit="pairs/s")
            return ModelReport(
                name=name, backend=entry.backend, licence=entry.licence, origin=entry.origin, speed=speed
            )
        if not is_installed("reranker", name):
            return _missing("reranker", name)
        found = self._located("reranker", name)
        reranker = open_reranker(found)
        return _report(found, Speed(per_second=rate(lambda texts: reranker.score(QUERY, texts), TEXTS), unit="pairs/s"))

    def sparse(self) -> ModelReport | None:
        """The learned sparse encoder, where it is one of the retrievers."""
        encoder = open_sparse_encoder(self.settings.knowledge, self.settings.models.allow_fetch)
        if encoder is None:
            return None
        found = locate_sparse_encoder(str(self.settings.knowledge.sparse_encoder))
        return _report(found, Speed(per_second=rate(encoder.encode_passages, TEXTS), unit="texts/s"))

    def rewriter(self) -> ModelReport | None:
        """The chat model that rewrites follow-ups, where one is set; it is opened and not called."""
        open_rewriter(self.settings, lambda condition: KnownNames.of(()))
        if self.settings.rewriting.model is None:
            return None
        name = self.settings.rewriting.model
        return ModelReport(name=name, backend="langchain", licence="its provider's", origin="its provider")

    def verifier(self) -> ModelReport | Missing:
        """The verifier; without one the NLI tier settles nothing."""
        name = self.settings.grounding.verifier
        if name == "none":
            return Missing(why="switched off by grounding.verifier: what exact and embedding cannot prove is cut")
        if not is_installed("verifier", name):
            return _missing("verifier", name)
        found = self._located("verifier", name)
        verifier = open_verifier(found)
        calibration = read_calibration(found)
        report = _report(found, Speed(per_second=rate(verifier.judge, PAIRS), unit="pairs/s"))
        thresholds = thresholds_of(self.settings.grounding, calibration)
        return report.model_copy(update={"calibration": calibration, "thresholds": thresholds})

    def drafter(self) -> ModelReport:
        """The drafter; a chat model is opened and not called."""
        name = open_drafter(self.settings, self._embedder).name
        entry = entry_of("drafter", name)
        if entry is None:
            return ModelReport(name=name, backend="langchain", licence="its provider's", origin="its provider")
        return ModelReport(name=name, backend=entry.backend, licence=entry.licence, origin=entry.origin)

    def judge(self) -> ModelReport | Missing:
        """The chat model that reads what the verifier leaves open; it is opened and not called."""
        judge = open_judge(self.settings)
        if judge is None:
            return Missing(why="no judge model is configured: what the verifier leaves open goes to a person")
        return ModelReport(name=judge.name, backend="langchain", licence="its provider's", origin="its provider")


def rate(run: Callable[[Sequence[Item]], object], sample: Sequence[Item]) -> float:
    """Items per second; the first item loads the model and is not counted."""
    run(sample[:1])
    begin = perf_counter()
    run(sample[1:])
    return (len(sample) - 1) / max(perf_counter() - begin, 1e-6)


def _report(found: LocatedModel, speed: Speed, window: int | None = None) -> ModelReport:
    return ModelReport(
        name=found.name,
        backend=found.backend,
        licence=found.licence,
        origin=found.origin,
        sha256=found.sha256[:12],
        checked_files=found.checked_files,
        window=found.window or window,
        labels=found.labels,
        speed=speed,
    )


def _missing(role: Role, name: str) -> Missing:
    try:
        locate(role, name)
    except ModelError as error:
        return Missing(why=str(error))
    return Missing(why=f"the {role} {name} was not there a moment ago: run `support doctor` again")


def _calibrated(calibration: Calibration | None) -> str:
    if calibration is None:
        return "not calibrated"
    return f"calibrated on {calibration.rows:,} rows (temperature {calibration.temperature:.2f})"


def thresholds_of(settings: GroundingSettings, calibration: Calibration | None) -> Thresholds | None:
    """What the settings make of a calibration; None where neither names a threshold.

    Raises:
        ModelError: the calibration knows no thresholds for so small a wrong-answer rate.
    """
    if settings.entailed is not None:
        return Thresholds(entailed=settings.entailed, contradicted=settings.entailed, wrong_answer_rate=None)
    if calibration is None:
        return None
    point = calibration.at(settings.wrong_answer_rate)
    return Thresholds(
        entailed=point.entailed, contradicted=point.contradicted, wrong_answer_rate=point.wrong_answer_rate
    )
