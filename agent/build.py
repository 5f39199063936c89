"""Where the parts of the agent are chosen, in one place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, partial

from agent.actions.action_records import ActionRecords
from agent.actions.opening import open_actions, open_book
from agent.agent import Agent
from agent.assembling import Assembler
from agent.checkpoints import open_conversations
from agent.claims import ClaimSplitter
from agent.context.fitting import ContextFitter
from agent.context.formatting import ContextFormatter
from agent.context.ordering import EdgeOrdering
from agent.context.tokens import UpperBoundCounter
from agent.deciding import Decider
from agent.drafting import Drafter
from agent.fingerprints import made_with, opened_with
from agent.gathering import ContextSource, Gatherer, KnowledgeSource, OrderSource
from agent.graph import TurnGraph
from agent.grounding.answer_words import AnswerWords
from agent.grounding.cascade import Cascade
from agent.grounding.conflicts import ConflictReview
from agent.grounding.embedding import EmbeddingTier
from agent.grounding.exact import ExactTier
from agent.grounding.grounder import Grounder
from agent.grounding.judge import Judge, JudgeTier
from agent.grounding.missing_conditions import MissingConditions
from agent.grounding.nli import NliTier
from agent.grounding.reported import ReportedSpeech
from agent.grounding.safe_cut import SafeCut
from agent.grounding.spoken_for import OrderSpeakers
from agent.grounding.tiers import PersonTier, Tier
from agent.handoff import HandoffWriter
from agent.identity.opening import open_intake
from agent.intents.languages import LanguageReader
from agent.intents.opening import open_intents, open_topics
from agent.ledger import Ledger
from agent.llm.opening import open_spending
from agent.memory.episodic import EpisodicMemory
from agent.memory.fact_keys import all_keys
from agent.memory.procedural import ProceduralMemory
from agent.memory.recalling import EpisodeRanker
from agent.memory.recorder import TurnRecorder
from agent.memory.semantic import SemanticMemory
from agent.memory.skill_files import read_skills
from agent.memory.store import MemoryStore
from agent.memory.working import WorkingMemory
from agent.open_models import (
    open_blurb_writer,
    open_drafter,
    open_embedder,
    open_judge,
    open_nli,
    open_reranker,
    open_rewriter,
)
from agent.privacy.notes import CleanNotes
from agent.privacy.opening import open_redactor
from agent.privacy.proposals import CleanApprovals
from agent.privacy.records import CleanRecord
from agent.privacy.redacting import Redactor
from agent.receiving import Receiver
from agent.replying import Replier
from agent.rewriting import Searched
from agent.routing import Router
from agent.settings import Settings
from agent.stages import Stages
from agent.stores import Stores, stores_of
from agent.turn_clock import TurnClock
from knowledge.caching import CachingEmbedder
from knowledge.embedding import Embedder
from knowledge.filters import Filter
from knowledge.intents.topic_head import NAME as TOPIC_HEAD
from knowledge.open_files import OpenFiles
from knowledge.orders import OrderStore
from knowledge.query_memo import QueryMemo
from knowledge.reranking import Reranker
from knowledge.rolling_back import Rollback
from knowledge.search import KnowledgeBase, SearchResult
from knowledge.settings import index_folder
from knowledge.sparse_encoding import SparseEncoder, open_sparse_encoder
from knowledge.syncing import Syncer
from policies.gatekeeper import Gatekeeper
from policies.rules import load_policy, load_rules
from policies.topics import TopicGuard


@dataclass(frozen=True)
class Parts:
    """What the commands share; each part is built once and only when asked for by `open_parts`."""

    settings: Settings
    embedder: Embedder
    reranker: Reranker | None
    knowledge: KnowledgeBase
    orders: OrderStore
    ledger: Ledger
    sparse: SparseEncoder | None = None
    """The learned sparse encoder, where `knowledge.retrievers` has `sparse`."""
    files: OpenFiles = field(default_factory=OpenFiles)
    """Where the stores' connections wait between calls."""

    @property
    def syncer(self) -> Syncer:
        """Writes the index that `knowledge` reads."""
        blurbs = open_blurb_writer(self.settings)
        index = index_folder(self.settings.home)
        return Syncer(index, self.embedder, self.settings.knowledge, blurbs, sparse=self.sparse)

    @property
    def memory(self) -> MemoryStore:
        """What is remembered of customers."""
        return self.stores.memory

    @property
    def stores(self) -> Stores:
        """Where the stores are."""
        return stores_of(self.settings, self.files)

    @property
    def recorder(self) -> TurnRecorder:
        """Writes finished turns into memory and into the ledger."""
        keys, orders = all_keys(self.settings.memory.keys), self.orders
        return TurnRecorder(self.ledger.record, self.memory, keys, self.embedder, orders.customer, orders.orders_of)

    @cached_property
    def redactor(self) -> Redactor:
        """Takes personal data out of messages, notes and records."""
        return open_redactor(self.settings.privacy)

    def keeping(self, files: OpenFiles) -> Parts:
        """The same parts, whose stores leave their connections there between calls."""
        orders, ledger = replace(self.orders, files=files), replace(self.ledger, files=files)
        return replace(self, files=files, orders=orders, ledger=ledger)

    @property
    def rollback(self) -> Rollback:
        """Moves that index to another of its versions."""
        return Rollback(index_folder(self.settings.home), self.embedder, self.settings.knowledge)


def open_parts(settings: Settings) -> Parts:
    """The knowledge base, the order store and the ledger of a data folder; no model is loaded yet.

    Raises:
        ModelError: a model that the settings name is not there, or a file of it is not the recorded one.
    """
    embedder = QueryMemo(open_embedder(settings))
    reranker = open_reranker(settings, embedder)
    sparse = open_sparse_encoder(settings.knowledge, settings.models.allow_fetch)
    return Parts(
        settings=settings,
        embedder=embedder,
        reranker=reranker,
        sparse=sparse,
        knowledge=KnowledgeBase(index_folder(settings.home), embedder, reranker, settings.knowledge, sparse),
        orders=stores_of(settings).orders,
        ledger=stores_of(settings).ledger,
    )


def open_agent(parts: Parts) -> Agent:
    """The agent of these parts.

    Raises:
        SettingsError: the drafter cannot be opened.
        PolicyError: the policy or the rules cannot be read.
    """
    parts = parts.keeping(OpenFiles(keeps=True))
    return agent_on(parts, build_stages(parts, open_drafter(parts.settings, parts.embedder)))


def agent_on(parts: Parts, stages: Stages) -> Agent:
    """The agent that runs these stages; closing it closes what the parts hold open."""
    settings = parts.settings
    graph = TurnGraph(stages, open_conversations(settings.home, settings.service.driver_url))
    intake = open_intake(parts.stores, settings.identity, parts.orders, parts.redactor)
    clean = parts.redactor.redact_record
    locks, recorded = parts.stores.locks, parts.ledger.recorded
    clock = TurnClock(settings.service.turn_s)
    return Agent(
        graph,
        locks,
        stages.record,
        stages.models,
        intake=intake,
        clean=clean,
        files=parts.files,
        recorded=recorded,
        clock=clock,
    )


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
    actions = open_actions(parts.stores, settings.actions, Gatekeeper(rules), parts.orders)
    actions = replace(actions, approvals=CleanApprovals(actions.approvals, parts.redactor))
    intents = open_intents(settings.routing, parts.embedder)
    meaning = open_topics(settings.routing, parts.embedder, rules)
    nli, judge, seen = open_nli(settings), open_judge(settings), CachingEmbedder(parts.embedder)
    weights = {"embedder": parts.embedder, "reranker": parts.reranker, "verifier": nli.verifier}
    opened = opened_with(policy, rules, weights, (nli.entailed, nli.contradicted))
    return Stages(
        receiver=Receiver(settings.max_message_chars, settings.context.budget_tokens // 2),
        router=Router(TopicGuard(rules), LanguageReader(settings.routing.languages), intents, meaning),
        gatherer=Gatherer(
            (
                OrderSource(CleanNotes(orders_of, parts.redactor), seen),
                ActionRecords(actions.gateway.records_of),
                knowledge_source(settings, parts.knowledge),
                *memories(settings, parts),
            )
        ),
        actions=actions,
        announcements=open_book(parts.stores),
        assembler=Assembler(fitter, EdgeOrdering()),
        drafter=drafter,
        grounder_of=partial(build_grounder, settings, parts.embedder, nli, judge=judge, articles=seen),
        decider=Decider(),
        replier=Replier(),
        handoffs=HandoffWriter(),
        memory=WorkingMemory(settings.context.history_messages, summary_tokens=settings.memory.summary_tokens),
        record=CleanRecord(parts.recorder.record, parts.redactor),
        policy=policy,
        models={
            "embedder": parts.embedder.name,
            "reranker": parts.reranker.name if parts.reranker else "none",
            "verifier": nli.verifier.name if nli.verifier else "none",
            "judge": judge.name if judge else "none",
            "intents": settings.routing.intents if intents else "none",
            "topics": TOPIC_HEAD if meaning else "none",
            "rewriter": settings.rewriting.model or "conversation",
            "drafter": drafter.name,
        },
        made_with=partial(made_with, settings, opened),
        spent=open_spending(settings, parts.files).report,
    )


def memories(settings: Settings, parts: Parts) -> tuple[ContextSource, ...]:
    """The memories as sources; they come after the orders, which tell them what the turn speaks of.

    Raises:
        SettingsError: a skill file cannot be used; InputError: a key of facts.
    """
    memory, store = settings.memory, parts.memory
    ranker = EpisodeRanker(parts.embedder, memory.half_life_days)
    return (
        EpisodicMemory(store, ranker, memory.episodes, memory.searched_episodes),
        SemanticMemory(store, all_keys(memory.keys), memory.facts),
        ProceduralMemory(read_skills(memory.skills_folder), memory.skills, memory.skill_tokens),
    )


def knowledge_source(settings: Settings, knowledge: KnowledgeBase) -> KnowledgeSource:
    """The articles, looked for by what a message and its conversation are about."""

    def search(searched: Searched, condition: Filter) -> SearchResult:
        return knowledge.search(searched.query, condition, also=searched.also)

    return KnowledgeSource(search, open_rewriter(settings, knowledge.names), settings.articles.only)


def build_grounder(
    settings: Settings,
    embedder: Embedder,
    nli: NliTier,
    today: date,
    *,
    judge: Judge | None = None,
    articles: Embedder | None = None,
) -> Grounder:
    """Claims, cascade and cut for one day, within the deadline of a turn.

    `judge` and `articles` as `build_cascade` takes them.
    """
    cascade = build_cascade(settings, embedder, nli, today, judge=judge, articles=articles)
    conditions = MissingConditions()
    return Grounder(
        ClaimSplitter(),
        replace(cascade, deadline_s=settings.grounding.deadline_s),
        SafeCut(),
        reviews=(OrderSpeakers(), ConflictReview(today), conditions),
        repairs=(AnswerWords(), conditions, ReportedSpeech(today)),
    )


def build_cascade(
    settings: Settings,
    embedder: Embedder,
    nli: NliTier,
    today: date,
    *,
    ours: bool = True,
    judge: Judge | None = None,
    articles: Embedder | None = None,
) -> Cascade:
    """The tiers for one day, cheapest first, without a deadline.

    Args:
        settings: the thresholds.
        embedder: for the embedding tier.
        nli: as `open_nli` opens it.
        today: the day that "tomorrow" counts from.
        ours: whether the claims are our own words to a customer.
        judge: as `open_judge` opens it; without one there is no judge tier.
        articles: embeds what any customer may read, and may remember it; None for `embedder`.
    """
    open_because = (
        "no tier could prove it"
        if nli.verifier
        else "not proved by the exact and embedding tiers, and no verifier (NLI model) is installed"
    )
    near, same = settings.grounding.nothing_near, settings.grounding.nearly_identical
    cheap: tuple[Tier, ...] = (ExactTier(today=today, ours=ours), EmbeddingTier(embedder, near, same, today, articles))
    judges: tuple[Tier, ...] = (JudgeTier(judge, today, ours),) if judge else ()
    return Cascade((*cheap, nli, *judges, PersonTier(open_because)))


def is_empty(settings: Settings) -> bool:
    """Whether there is neither an index in the data folder nor a customer in the order store."""
    if (index_folder(settings.home) / "CURRENT").exists():
        return False
    orders = stores_of(settings).orders
    return not orders.path.exists() or not orders.customer_ids()
