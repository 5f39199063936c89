"""Opening the models that the settings name; none is loaded before it is asked for the first time."""

from __future__ import annotations

from agent.answer_sections import SectionFinder
from agent.blurbs import ChatBlurbWriter
from agent.context.formatting import ContextFormatter
from agent.drafting import ChatDrafter, Drafter
from agent.extractive import ExtractiveDrafter
from agent.grounding.judge import Judge
from agent.grounding.nli import NliTier
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
        SettingsError: the model cannot be opened.
    """
    grounding = settings.grounding
    if grounding.judge is None:
        return None
    from agent.chat_models import open_chat_model

    model = open_chat_model(
        grounding.judge,
        timeout_s=grounding.judge_timeout_s,
        max_retries=grounding.judge_max_retries,
        base_url=grounding.judge_base_url,
        max_tokens=grounding.judge_max_tokens,
    )
    return Judge(model, grounding.judge, grounding.judge_timeout_s)


def open_blurb_writer(settings: Settings) -> BlurbWriter | None:
    """The model that writes about passages at sync time; None where the settings name none."""
    name, drafting = settings.knowledge.blurbs, settings.drafting
    if name == "none":
        return None
    from agent.chat_models import open_chat_model

    model = open_chat_model(
        name, timeout_s=drafting.timeout_s, max_retries=drafting.max_retries, base_url=drafting.base_url
    )
    return ChatBlurbWriter(model, name)


def open_rewriter(settings: Settings, names: Names) -> Rewriter:
    """The rewriter that the settings name; `names` are those of the articles that a filter allows.

    Raises:
        SettingsError: the model cannot be opened.
    """
    conversation, rewriting = ConversationRewriter(names), settings.rewriting
    if rewriting.model is None:
        return conversation
    from agent.chat_models import open_chat_model

    model = open_chat_model(
        rewriting.model,
        timeout_s=rewriting.timeout_s,
        max_retries=rewriting.max_retries,
        base_url=rewriting.base_url,
        max_tokens=rewriting.max_tokens,
    )
    return ModelRewriter(model, rewriting.model, conversation)


def open_drafter(settings: Settings, embedder: Embedder) -> Drafter:
    """The drafter that the settings name."""
    drafting = settings.drafting
    if drafting.drafter == "extractive":
        return ExtractiveDrafter(SectionFinder(CachingEmbedder(embedder), drafting.answer_floor))
    from agent.chat_models import open_chat_model

    model = open_chat_model(
        drafting.drafter,
        timeout_s=drafting.timeout_s,
        max_retries=drafting.max_retries,
        base_url=drafting.base_url,
        max_tokens=drafting.max_tokens,
    )
    return ChatDrafter(model, ContextFormatter(), drafting.drafter)
