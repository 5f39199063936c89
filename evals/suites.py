"""The suites with the models that the settings name."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from agent.agent import Agent
from agent.build import build_cascade, open_agent, open_parts
from agent.grounding.nli import NliTier
from agent.open_models import open_embedder, open_judge, open_nli, open_reranker, open_rewriter
from agent.routing import Router
from agent.settings import Settings
from agent.types import TurnResult
from evals.beir import RetrievalSet
from evals.calibration import Calibrator
from evals.calibration_store import Stored, copied, refuse_place, store, uncalibrated
from evals.gold_adding import Added, GoldAdder
from evals.gold_retrieval import GoldRetrievalSuite
from evals.gold_sections import SectionCheck
from evals.gold_sets import GoldQuestion, GoldSet, SectionName
from evals.grounding import GroundingSuite
from evals.grounding_files import GroundingSet
from evals.grounding_report import GroundingReport
from evals.grounding_report import report as grounding_report
from evals.grounding_scoring import Checked
from evals.refusals import RefusalReport, RefusalSuite
from evals.refusals import report as refusal_report
from evals.retrieval import RetrievalSuite
from evals.retrieval_report import RetrievalReport
from evals.retrieval_report import report as retrieval_report
from evals.show import bars
from evals.thresholds import Thresholds
from knowledge.errors import ModelError
from knowledge.filters import Filter
from knowledge.models.calibration import read_calibration
from knowledge.models.registry import locate
from knowledge.types import Value
from knowledge.verification import open_verifier
from policies.rules import load_rules
from policies.topics import TopicGuard


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


@dataclass(frozen=True)
class Shop:
    """The shop that a gold set asks about."""

    articles: Path
    as_of: date
    """The day of every question: only articles in force on it are seen."""


def measure_retrieval(
    settings: Settings, sets: Sequence[RetrievalSet | GoldSet], shop: Shop, cache: Path
) -> tuple[RetrievalReport, SearchModels]:
    """Run the sets through the search of the settings; indexes are kept below the cache.

    Raises:
        DatasetError: a gold set names sections that the shop does not have.
        KnowledgeError: a model or an index cannot be used.
    """
    embedder = open_embedder(settings)
    reranker = open_reranker(settings, embedder)
    router = Router(TopicGuard(load_rules(settings.policies.rules)))
    suite = RetrievalSuite(embedder, reranker, settings.knowledge, cache)
    gold = GoldRetrievalSuite(
        embedder,
        reranker,
        settings.knowledge,
        router,
        shop.articles,
        cache,
        shop.as_of,
        rewriter_of=lambda names: open_rewriter(settings, names),
    )
    measured = []
    for dataset in sets:
        with bars(dataset.name) as progress:
            run = gold.run(dataset, progress) if isinstance(dataset, GoldSet) else suite.run(dataset, progress)
            measured.append(run)
    models = SearchModels(embedder=embedder.name, reranker=reranker.name if reranker else None)
    return retrieval_report(measured), models


def measure_refusals(settings: Settings, sets: Sequence[GoldSet], shop: Shop) -> RefusalReport:
    """Ask the agent of the settings every question, with the shop's articles, no orders and no customer.

    Raises:
        DatasetError: a set names sections that the shop does not have.
        KnowledgeError: a model or the articles cannot be used.
    """
    with tempfile.TemporaryDirectory() as home:
        parts = open_parts(settings.in_folder(Path(home)))
        with bars("articles") as progress:
            parts.syncer.sync(shop.articles, progress=progress)
        state = parts.knowledge.searcher.state
        check = SectionCheck(state.passages, Filter(as_of=shop.as_of))
        for dataset in sets:
            check.check(dataset)
        asked = []
        with _opened(replace(open_agent(parts), today=lambda: shop.as_of)) as agent:
            suite = RefusalSuite(lambda question: ask_gold(agent, question))
            for dataset in sets:
                with bars(dataset.name) as progress:
                    asked.append((dataset.name, suite.run(dataset, progress)))
        state.close()
        return refusal_report(asked)


def add_gold(settings: Settings, turn: str, answers: Sequence[SectionName], place: Path) -> Added:
    """Append the question of a turn to a file of questions; the sections are looked up in the index of the settings.

    Raises:
        InputError: there is no such turn.
        DatasetError: a section does not exist, or the file cannot be used, or has the question already.
        KnowledgeError: the index cannot be opened.
    """
    parts = open_parts(settings)
    state = parts.knowledge.searcher.state
    try:
        return GoldAdder(parts.ledger, SectionCheck(state.passages, Filter(as_of=date.today()))).add(
            turn, answers, place
        )
    finally:
        state.close()


def ask_gold(agent: Agent, question: GoldQuestion) -> TurnResult:
    """The turn of a question, in a conversation of its own that begins with the customer's earlier lines."""
    conversation = uuid.uuid4().hex
    for line in question.context:
        if line.role == "customer":
            agent.ask(line.text, conversation_id=conversation)
    return agent.ask(question.text, conversation_id=conversation)


@contextmanager
def _opened(agent: Agent) -> Iterator[Agent]:
    try:
        yield agent
    finally:
        agent.close()


def measure_grounding(
    settings: Settings,
    sets: Sequence[GroundingSet],
    tiers: Collection[str],
    *,
    each_tier: bool,
    seen: Callable[[Checked], None] = lambda checked: None,
) -> GroundingReport:
    """Run the sets through the cascade of the settings, or through some of its tiers; `seen` is told of every row.

    Raises:
        ModelError: a model cannot be used, or the verifier's tier is asked for and there is none.
    """
    nli = _nli(settings, tiers, each_tier)
    today = date.today()
    cascade = build_cascade(settings, open_embedder(settings), nli.tier, today, ours=False, judge=open_judge(settings))
    suite = GroundingSuite(cascade, nli.thresholds, today, tiers, seen)
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


def calibrate(
    folder: Path,
    sets: Sequence[GroundingSet],
    like: Sequence[str] = (),
    wrong_at_most: float | None = None,
    copy: Path | None = None,
) -> Stored:
    """Calibrate the verifier of a folder and store what was measured there, or in a copy of the folder.

    Raises:
        ModelError: the folder holds no verifier that can be used, or is no place for another calibration.
        CalibrationError: the rows give no thresholds.
    """
    refuse_place(folder, copy)
    with uncalibrated(folder) as model, bars("calibrating") as progress:
        calibrator = Calibrator(open_verifier(model), model.sha256, date.today())
        calibration = calibrator.run(sets, progress, like, wrong_at_most)
    return store(copied(folder, copy) if copy else folder, calibration)


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
