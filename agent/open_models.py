"""Opening the models that the settings name; none is loaded before it is asked for the first time."""

from __future__ import annotations

from agent.answer_sections import SectionFinder
from agent.blurbs import ChatBlurbWriter
from agent.context.formatting import ContextFormatter
from agent.drafting import ChatDrafter, Drafter
from agent.extractive import ExtractiveDrafter
from agent.grounding.judge import Judge
from agent.grounding.nli import NliTier
from agent.llm.falling_back import FallbackDrafter
from agent.llm.opening import Wanted, open_metered
from agent.model_rewriting import ModelRewriter
from agent.rewriting import ConversationRewriter, Names, Rewriter
from agent.settings import Settings
from knowledge import cross_encoder, onnx_embedding
from knowledge.blurbs import BlurbWriter
from knowledge.caching import CachingEmbedder
from knowledge.embedding import Embedder
from knowledge.errors import ModelError
from knowledge.models.calibration import read_calibration
from knowledge.models.registry import is_installed, locate
from knowledge.reranking import LateInteractionReranker, Reranker
from knowledge.verification import open_verifier


def open_embedder(settings: Settings) -> Embedder:
    """The embedder that the settings name."""
    model = locate("embedder", settings.knowledge.embedder, settings.models.allow_fetch)
    return onnx_embedding.open_embedder(model)


def open_reranker(settings: Settings, embedder: Embedder) -> Reranker | None:
    """The reranker that the settings name; late interaction where the shipped one is not installed."""
    name = settings.knowledge.reranker
    if name == "none":
        return None
    if name == "late-interaction" or not is_installed("reranker", name):
        return LateInteractionReranker(embedder)
    return cross_encoder.open_reranker(locate("reranker", name, settings.models.allow_fetch))


def open_nli(settings: Settings) -> NliTier:
    """The NLI tier with the thresholds of its model's calibration; one that settles nothing where no model is there.

    Raises:
        ModelError: the verifier is damaged, or neither calibrated nor given a threshold.
    """
    name, entailed = settings.grounding.verifier, settings.grounding.entailed
    if name == "none" or not is_installed("verifier", name):
        return NliTier()
    model = locate("verifier", name, settings.models.allow_fetch)
    verifier = open_verifier(model)
    if entailed is not None:
        return NliTier(verifier, entailed, entailed)
    calibration = read_calibration(model)
    if calibration is None:
        raise ModelError(
            f"The verifier {model.name} has no calibration: wanted calibration.json beside its weights, or a threshold. "
            f"Run `support eval calibrate {model.folder} FILE...`, or set `grounding.entailed` in support.toml."
        )
    point = calibration.at(settings.grounding.wrong_answer_rate)
    return NliTier(verifier, point.entailed, point.contradicted)


def open_judge(settings: Settings) -> Judge | None:
    """The chat model that is asked about what the verifier leaves open; None where the settings name none.

    Raises:
        SettingsError: the model cannot be opened, or a budget cannot be kept to with it.
    """
    grounding = settings.grounding
    if grounding.judge is None:
        return None
    wanted = Wanted(
        "judge",
        grounding.judge,
        timeout_s=grounding.judge_timeout_s,
        max_retries=grounding.judge_max_retries,
        deadline_s=grounding.judge_timeout_s,
        base_url=grounding.judge_base_url,
        max_tokens=grounding.judge_max_tokens,
    )
    model = open_metered(settings, wanted)
    return Judge(model, grounding.judge, grounding.judge_timeout_s)


def open_blurb_writer(settings: Settings) -> BlurbWriter | None:
    """The model that writes about passages at sync time; None where the settings name none."""
    name, drafting = settings.knowledge.blurbs, settings.drafting
    if name == "none":
        return None
    wanted = Wanted(
        "blurbs",
        name,
        timeout_s=drafting.timeout_s,
        max_retries=drafting.max_retries,
        deadline_s=drafting.deadline_s,
        base_url=drafting.base_url,
        max_tokens=drafting.max_tokens,
    )
    return ChatBlurbWriter(open_metered(settings, wanted), name)


def open_rewriter(settings: Settings, names: Names) -> Rewriter:
    """The rewriter that the settings name; `names` are those of the articles that a filter allows.

    Raises:
        SettingsError: the model cannot be opened, or a budget cannot be kept to with it.
    """
    conversation, rewriting = ConversationRewriter(names), settings.rewriting
    if rewriting.model is None:
        return conversation
    wanted = Wanted(
        "rewriter",
        rewriting.model,
        timeout_s=rewriting.timeout_s,
        max_retries=rewriting.max_retries,
        deadline_s=rewriting.timeout_s * (rewriting.max_retries + 1),
        base_url=rewriting.base_url,
        max_tokens=rewriting.max_tokens,
    )
    return ModelRewriter(open_metered(settings, wanted), rewriting.model, conversation)


def open_drafter(settings: Settings, embedder: Embedder) -> Drafter:
    """The drafter that the settings name, and behind a chat model what takes its place where it fails.

    Raises:
        SettingsError: the model cannot be opened, or a budget cannot be kept to with it.
    """
    drafting = settings.drafting
    if drafting.drafter == "extractive":
        return _extractive(settings, embedder)
    wanted = Wanted(
        "drafter",
        drafting.drafter,
        timeout_s=drafting.timeout_s,
        max_retries=drafting.max_retries,
        deadline_s=drafting.deadline_s,
        base_url=drafting.base_url,
        max_tokens=drafting.max_tokens,
        stream=drafting.stream,
    )
    main = ChatDrafter(open_metered(settings, wanted), ContextFormatter(), drafting.drafter, drafting.structured)
    return FallbackDrafter(main, _extractive(settings, embedder) if drafting.fallback == "extractive" else None)


def _extractive(settings: Settings, embedder: Embedder) -> ExtractiveDrafter:
    return ExtractiveDrafter(SectionFinder(CachingEmbedder(embedder), settings.drafting.answer_floor))
