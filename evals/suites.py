"""The suites with the models that the settings name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from agent.build import build_cascade, open_embedder, open_nli, open_reranker
from agent.grounding.nli import NliTier
from agent.settings import Settings
from evals.beir import RetrievalSet
from evals.calibration import Calibrator
from evals.calibration_store import Stored, store, uncalibrated
from evals.grounding import GroundingSuite
from evals.grounding_files import GroundingSet
from evals.grounding_report import GroundingReport
from evals.grounding_report import report as grounding_report
from evals.retrieval import RetrievalReport, RetrievalSuite
from evals.retrieval import report as retrieval_report
from evals.show import bars
from evals.thresholds import Thresholds
from knowledge.errors import ModelError
from knowledge.models.calibration import read_calibration
from knowledge.models.registry import locate
from knowledge.types import Value
from knowledge.verification import open_verifier


class SearchModels(Value):
    """Names of the models that a search uses."""

    embedder: str
    reranker: str | None
    """None where the fused order is kept."""


@dataclass(frozen=True)
class OpenNli:
    """The NLI tier at its balanced threshold, and both of its thresholds."""

    tier: NliTier
    thresholds: Thresholds

    @property
    def verifier(self) -> str | None:
        """The verifier's name; None without one."""
        return self.tier.verifier.name if self.tier.verifier else None


def measure_retrieval(
    settings: Settings, sets: Sequence[RetrievalSet], cache: Path
) -> tuple[RetrievalReport, SearchModels]:
    """Run the sets through the search of the settings; indexes are kept below the cache.

    Raises:
        KnowledgeError: a model or an index cannot be used.
    """
    embedder = open_embedder(settings)
    reranker = open_reranker(settings, embedder)
    suite = RetrievalSuite(embedder, reranker, settings.knowledge, cache)
    measured = []
    for dataset in sets:
        with bars(dataset.name) as progress:
            measured.append(suite.run(dataset, progress))
    models = SearchModels(embedder=embedder.name, reranker=reranker.name if reranker else None)
    return retrieval_report(measured), models


def measure_grounding(
    settings: Settings, sets: Sequence[GroundingSet], tiers: Collection[str], *, each_tier: bool
) -> GroundingReport:
    """Run the sets through the cascade of the settings, or through some of its tiers.

    Raises:
        ModelError: a model cannot be used, or the verifier's tier is asked for and there is none.
    """
    nli = _nli(settings, tiers, each_tier)
    today = date.today()
    cascade = build_cascade(settings, open_embedder(settings), nli.tier, today, ours=False)
    suite = GroundingSuite(cascade, nli.thresholds, today, tiers)
    measured = []
    for dataset in sets:
        with bars(dataset.name) as progress:
            measured.append(suite.run(dataset, progress, each_tier=each_tier))
    return grounding_report(measured, nli.thresholds, nli.verifier)


def open_balanced_nli(settings: Settings) -> OpenNli:
    """The verifier of the settings; both thresholds are `grounding.entailed` where that is set.

    Raises:
        ModelError: the verifier is damaged, or neither calibrated nor given a threshold.
    """
    served = open_nli(settings)
    balanced = served.entailed
    if served.verifier and settings.grounding.entailed is None:
        calibration = read_calibration(locate("verifier", settings.grounding.verifier, settings.models.allow_fetch))
        balanced = calibration.balanced if calibration else balanced
    return OpenNli(replace(served, entailed=balanced), Thresholds(balanced=balanced, served=served.entailed))


def calibrate(folder: Path, sets: Sequence[GroundingSet]) -> Stored:
    """Calibrate the verifier of a folder and store what was measured there.

    Raises:
        ModelError: the folder holds no verifier that can be used.
        CalibrationError: the rows give no thresholds.
    """
    with uncalibrated(folder) as model, bars("calibrating") as progress:
        calibration = Calibrator(open_verifier(model), model.sha256, date.today()).run(sets, progress)
    return store(folder, calibration)


def _nli(settings: Settings, tiers: Collection[str], each_tier: bool) -> OpenNli:
    """The verifier is opened only where its tier is run."""
    wanted = each_tier or not tiers or "nli" in tiers
    nli = open_balanced_nli(settings) if wanted else OpenNli(NliTier(), Thresholds(balanced=1.0, served=1.0))
    if nli.verifier is None and "nli" in tiers:
        raise ModelError(
            "The tier nli was asked for and no verifier is there: wanted a local NLI model. "
            "Name one in `grounding.verifier` in support.toml, then run `support doctor`."
        )
    return nli
