"""Where the parts of the agent are chosen, in one place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from agent.actions import RefundDesk
from agent.agent import Agent
from agent.answer_sections import SectionFinder
from agent.assembling import Assembler
from agent.claims import ClaimSplitter
from agent.context.fitting import ContextFitter
from agent.context.formatting import ContextFormatter
from agent.context.ordering import EdgeOrdering
from agent.context.tokens import UpperBoundCounter
from agent.deciding import Decider
from agent.drafting import ChatDrafter, Drafter
from agent.extractive import ExtractiveDrafter
from agent.gathering import Gatherer, KnowledgeSource, OrderSource
from agent.graph import TurnGraph, open_checkpoints
from agent.grounding.cascade import Cascade, Grounder
from agent.grounding.embedding import EmbeddingTier
from agent.grounding.exact import ExactTier
from agent.grounding.nli import NliTier
from agent.grounding.safe_cut import SafeCut
from agent.grounding.tiers import PersonTier
from agent.handoff import HandoffWriter
from agent.ledger import Ledger
from agent.memory.working import WorkingMemory
from agent.receiving import Receiver
from agent.replying import Replier
from agent.routing import Router
from agent.settings import Settings
from agent.stages import Stages
from knowledge.caching import CachingEmbedder
from knowledge.embedding import Embedder, SentenceTransformerEmbedder
from knowledge.models.registry import locate
from knowledge.orders import OrderStore
from knowledge.reranking import LateInteractionReranker
from knowledge.search import KnowledgeBase
from knowledge.settings import index_folder, orders_path
from knowledge.syncing import Syncer
from knowledge.verification import TransformersVerifier, Verifier
from policies.gatekeeper import Gatekeeper
from policies.rules import load_policy, load_rules
from policies.topics import TopicGuard


@dataclass(frozen=True)
class Parts:
    """What the commands share; each part is built once and only when asked for by `open_parts`."""

    settings: Settings
    embedder: Embedder
    knowledge: KnowledgeBase
    orders: OrderStore
    ledger: Ledger

    @property
    def syncer(self) -> Syncer:
        """Writes the index that `knowledge` reads."""
        return Syncer(index_folder(self.settings.home), self.embedder, self.settings.knowledge)


def open_parts(settings: Settings) -> Parts:
    """The knowledge base, the order store and the ledger of a data folder; no model is loaded yet.

    Raises:
        ModelError: the embedder is not installed or its weights are not the recorded ones.
    """
    embedder = SentenceTransformerEmbedder(locate("embedder", settings.knowledge.embedder))
    knowledge = KnowledgeBase(
        index_folder(settings.home), embedder, LateInteractionReranker(embedder), settings.knowledge
    )
    return Parts(
        settings=settings,
        embedder=embedder,
        knowledge=knowledge,
        orders=OrderStore(orders_path(settings.home)),
        ledger=Ledger(settings.home / "ledger.db"),
    )


def open_agent(parts: Parts) -> Agent:
    """The agent of these parts.

    Raises:
        SettingsError: the drafter cannot be opened.
        PolicyError: the policy or the rules cannot be read.
    """
    settings = parts.settings
    stages = build_stages(parts, open_drafter(settings, parts.embedder))
    graph = TurnGraph(stages, open_checkpoints(settings.home / "checkpoints.db"))
    return Agent(graph, settings.home / "locks", parts.ledger.record, stages.models)


def build_stages(parts: Parts, drafter: Drafter) -> Stages:
    """The stages of a turn with a given drafter."""
    settings = parts.settings
    rules = load_rules(settings.policies.rules)
    policy = load_policy(settings.policies.text)
    formatter = ContextFormatter()
    fitter = ContextFitter(
        UpperBoundCounter(),
        formatter,
        settings.context.budget_tokens,
        settings.context.max_items,
        settings.context.floor,
    )
    orders_of = parts.orders.orders_of
    return Stages(
        receiver=Receiver(settings.max_message_chars, settings.context.budget_tokens // 2),
        router=Router(TopicGuard(rules)),
        gatherer=Gatherer((OrderSource(orders_of, parts.embedder), KnowledgeSource(parts.knowledge.search))),
        refunds=RefundDesk(Gatekeeper(rules), orders_of),
        assembler=Assembler(fitter, EdgeOrdering()),
        drafter=drafter,
        grounder_of=partial(build_grounder, settings, parts.embedder, open_verifier(settings)),
        decider=Decider(),
        replier=Replier(),
        handoffs=HandoffWriter(),
        memory=WorkingMemory(settings.context.history_messages),
        record=parts.ledger.record,
        policy=policy,
        models={
            "embedder": parts.embedder.name,
            "reranker": LateInteractionReranker(parts.embedder).name,
            "verifier": settings.grounding.verifier or "none",
            "drafter": drafter.name,
        },
    )


def build_grounder(settings: Settings, embedder: Embedder, verifier: Verifier | None, today: date) -> Grounder:
    """Claims, cascade and cut for one day."""
    return Grounder(ClaimSplitter(), build_cascade(settings, embedder, verifier, today), SafeCut())


def build_cascade(settings: Settings, embedder: Embedder, verifier: Verifier | None, today: date) -> Cascade:
    """The tiers for one day, cheapest first."""
    open_because = (
        "no tier could prove it"
        if verifier
        else "not proved by the exact and embedding tiers, and no verifier (NLI model) is installed"
    )
    tiers = (
        ExactTier(today=today),
        EmbeddingTier(embedder, settings.grounding.nothing_near, settings.grounding.nearly_identical, today),
        NliTier(verifier, settings.grounding.entailed),
        PersonTier(open_because),
    )
    return Cascade(tiers)


def open_verifier(settings: Settings) -> Verifier | None:
    """The local NLI model that the settings name; None where they name none."""
    if settings.grounding.verifier is None:
        return None
    return TransformersVerifier(locate("verifier", settings.grounding.verifier))


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


def is_empty(home: Path) -> bool:
    """Whether a data folder holds neither an index nor a customer."""
    if (index_folder(home) / "CURRENT").exists():
        return False
    return not orders_path(home).exists() or not OrderStore(orders_path(home)).customer_ids()
