"""A data folder for a case, and the product's agent on it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import Path

from agent.agent import Agent
from agent.build import Parts, agent_on, build_grounder, build_stages
from agent.case_types import Case
from agent.chat_scripts import Script, ScriptedReply
from agent.context.formatting import ContextFormatter
from agent.drafting import ChatDrafter, Drafter
from agent.llm.falling_back import FallbackDrafter
from agent.open_models import open_drafter, open_judge
from agent.settings import PolicySettings, Settings
from agent.stages import Stages
from agent.stores import Stores
from agent.types import Draft, DraftRequest
from evals.case_models import SharedModels
from evals.case_shops import CaseShop, settings_of_case
from knowledge.open_files import OpenFiles
from knowledge.search import KnowledgeBase
from knowledge.settings import index_folder
from knowledge.syncing import Syncer

CANARY = "HJ7QKZ3WMX9TRVB5NDPC"
"""Stands in the instructions of every scripted model, so that a case can write a draft that repeats it."""

ChangeStages = Callable[[Stages], Stages]
"""Puts other parts in the place of the product's, to see which cases notice."""


@dataclass
class TurnDrafter:
    """Drafts what the case's model writes in a turn; where it writes nothing, the drafter of the settings is asked."""

    otherwise: Drafter
    reply: ScriptedReply | None = None
    """Of the turn that runs."""
    canary: str = CANARY

    @property
    def name(self) -> str:
        """Of the drafter that is asked where the case writes nothing."""
        return self.otherwise.name

    def draft(self, request: DraftRequest) -> Draft:
        """Unverified text."""
        if self.reply is None:
            return self.otherwise.draft(request)
        from agent.chat_models import ScriptedChatModel

        model = ScriptedChatModel(script=Script(replies=(self.reply,)))
        return FallbackDrafter(
            ChatDrafter(model, ContextFormatter(), "scripted", canary=lambda: self.canary), None
        ).draft(request)


@dataclass
class Clock:
    """The day of the case, which a turn may move."""

    day: date


@dataclass(frozen=True)
class OpenedCase:
    """A case's data folder with the parts, stages and drafter of its agent."""

    parts: Parts
    stages: Stages
    drafter: TurnDrafter
    clock: Clock

    @property
    def home(self) -> Path:
        """The data folder."""
        return self.parts.settings.home

    def agent(self) -> Agent:
        """The product's agent; closing it closes the files of the parts."""
        return replace(agent_on(self.parts, self.stages), today=lambda: self.clock.day)


@dataclass(frozen=True)
class CaseHomes:
    """Makes the data folders of cases; the index is built once for each set of articles."""

    settings: Settings
    work: Path
    """Where folders are made."""
    models: SharedModels = field(default_factory=SharedModels)
    change: ChangeStages = lambda stages: stages

    def prepare(self, case: Case, shop: CaseShop) -> None:
        """Build the index of a case where it is not there yet.

        Raises:
            KnowledgeError: a model or the articles cannot be used.
        """
        settings = settings_of_case(self.settings, case)
        home = self.work / "indexes" / shop.index_key(settings)
        if (home / "done").exists():
            return
        folder = shop.write_articles(home / "articles")
        embedder = self.models.embedder(settings)
        syncer = Syncer(index_folder(home), embedder, settings.knowledge, sparse=self.models.sparse(settings))
        syncer.sync(folder, force=not shop.articles)
        (home / "done").touch()

    def open(self, case: Case, shop: CaseShop, home: Path, *, keeps_open: bool = False) -> OpenedCase:
        """A new data folder for one run of a case; `keeps_open` where its agent is used and closed.

        Raises:
            KnowledgeError, AgentError: a model, the articles, the orders, the policy or a setting cannot be used.
        """
        self.prepare(case, shop)
        settings = self._settings(case, home)
        indexed = self.work / "indexes" / shop.index_key(settings)
        shutil.copytree(index_folder(indexed), index_folder(home))
        parts = self._parts(settings, index_folder(indexed)).keeping(OpenFiles(keeps=keeps_open))
        parts.orders.load(shop.write_orders(home / "orders.json"))
        drafter = TurnDrafter(open_drafter(settings, parts.embedder))
        stages = self.change(self._stages(parts, drafter))
        return OpenedCase(parts, stages, drafter, Clock(case.today))

    def _settings(self, case: Case, home: Path) -> Settings:
        home.mkdir(parents=True)
        settings = settings_of_case(self.settings, case).in_folder(home)
        policies = settings.policies
        return settings.model_copy(
            update={
                "policies": PolicySettings(
                    text=_policy_file(case.shop.policy, home / "policy.md") or policies.text,
                    rules=_policy_file(case.shop.rules, home / "rules.toml") or policies.rules,
                )
            }
        )

    def _parts(self, settings: Settings, index: Path) -> Parts:
        embedder, reranker = self.models.embedder(settings), self.models.reranker(settings)
        sparse = self.models.sparse(settings)

        def opened() -> KnowledgeBase:
            return KnowledgeBase(index, embedder, reranker, settings.knowledge, sparse)

        return Parts(
            settings=settings,
            embedder=embedder,
            reranker=reranker,
            sparse=sparse,
            knowledge=self.models.once(f"knowledge {index} {settings.knowledge.model_dump_json()}", opened),
            orders=Stores(settings.home).orders,
            ledger=Stores(settings.home).ledger,
        )

    def _stages(self, parts: Parts, drafter: Drafter) -> Stages:
        settings = parts.settings
        grounder = partial(
            build_grounder,
            settings,
            parts.embedder,
            self.models.nli(settings),
            judge=open_judge(settings),
            articles=parts.embedder,
        )
        return replace(build_stages(parts, drafter), grounder_of=grounder)


def _policy_file(named: str | None, own: Path) -> Path | None:
    """The file of a policy, which is written where the case holds its text."""
    if named is None:
        return None
    if "\n" not in named:
        return Path(named)
    own.write_text(named, encoding="utf-8")
    return own
