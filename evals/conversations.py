"""Holding a conversation case: a data folder of its own, the customer's lines one by one, and what is expected of each."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from agent.case_types import Case, Turn
from agent.errors import InputError
from agent.types import TurnResult
from evals.case_checks import Miss, TurnChecks
from evals.case_finals import finals_of
from evals.case_homes import CaseHomes, OpenedCase
from evals.case_means import MeaningReader
from evals.case_person import decide_newest
from evals.case_results import CaseResult, CaseRun, Unmet
from evals.case_shops import CaseShop, shop_of_case
from evals.case_turns import held_turns
from evals.degenerate import Answering, degenerate_agents


@dataclass(frozen=True)
class NamedCase:
    """A case, and the file it stands in."""

    case: Case
    file: str


@dataclass(frozen=True)
class ConversationRunner:
    """Takes a case in and gives a result out; one runner holds all cases of a process."""

    homes: CaseHomes
    keep: Path | None = None
    """Where the data folders of failing cases are kept; None throws them away."""
    latency: bool = False
    """Whether time budgets are looked at."""
    degenerate: bool = True
    """Whether the case is also held against the agents that do no work."""

    def run(self, named: NamedCase) -> CaseResult:
        """Hold the conversation as often as the case says, each time in a data folder of its own.

        Raises:
            KnowledgeError, AgentError: a model, the articles, the orders or a setting cannot be used.
        """
        case, shop = named.case, shop_of_case(named.case)
        runs = tuple(self._held(case, shop, number) for number in range(case.repeat))
        passed_by = tuple(self._passed_by(case, shop)) if self.degenerate else ()
        return CaseResult(case=case.name, file=named.file, tags=case.tags, why=case.why, runs=runs, passed_by=passed_by)

    def _held(self, case: Case, shop: CaseShop, number: int) -> CaseRun:
        home = self._home(case, str(number + 1))
        opened, begun = self.homes.open(case, shop, home, keeps_open=True), time.perf_counter()
        agent = opened.agent()
        try:
            conversation = Conversation(case, shop, opened, agent, self._checks(opened))
            unmet = tuple(conversation.unmet())
            held = tuple(held_turns(conversation.turns, opened.parts.ledger if unmet else None))
        finally:
            agent.close()
        took = round(time.perf_counter() - begun, 3)
        kept = self._kept(home, failed=bool(unmet))
        return CaseRun(unmet=unmet, home=kept, turns=len(case.turns), seconds=took, held=held)

    def _kept(self, home: Path, *, failed: bool) -> str | None:
        if not failed or self.keep is None:
            shutil.rmtree(home)
            return None
        target = self.keep / home.name
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(home, target)
        return str(target)

    def _passed_by(self, case: Case, shop: CaseShop) -> Iterator[str]:
        """The agents that do no work and still pass."""
        home = self._home(case, "degenerate")
        opened = self.homes.open(case, shop, home)
        checks = self._checks(opened)
        try:
            for agent in degenerate_agents(opened.stages, opened.clock):
                if next(Conversation(case, shop, opened, agent, checks).unmet(), None) is None:
                    yield agent.name
        finally:
            shutil.rmtree(home)

    def _home(self, case: Case, name: str) -> Path:
        return self.homes.work / "homes" / f"{_slug(case.name)}-{name}"

    def _checks(self, opened: OpenedCase) -> TurnChecks:
        reader = MeaningReader(self.homes.models.nli(opened.parts.settings), opened.parts.embedder)
        return TurnChecks(reader.far, self.latency)


class Conversation:
    """A conversation that is held with an agent on a data folder."""

    def __init__(self, case: Case, shop: CaseShop, opened: OpenedCase, agent: Answering, checks: TurnChecks) -> None:
        self.case, self.shop, self.opened, self.agent, self.checks = case, shop, opened, agent, checks
        self.turns: list[TurnResult] = []
        self._customer = case.customer
        self._conversations = 1

    def unmet(self) -> Iterator[Unmet]:
        """Say the lines one by one; every expectation that is not met, as soon as it is known."""
        self.opened.clock.day = self.case.today
        for number, turn in enumerate(self.case.turns):
            try:
                self._before(turn)
            except InputError as error:
                yield self._unmet(number, ("decided", f"a request to {turn.decided}", str(error)), None)
            result = self._said(number, turn)
            self.turns.append(result)
            if turn.expect:
                yield from (self._unmet(number, miss, result) for miss in self.checks.misses(turn.expect, result))
        if self.case.finally_:
            finals = finals_of(self.case, self.shop, self.opened.home)
            yield from (self._unmet(None, miss, None) for miss in finals.misses(self.case.finally_, self.turns))

    def _before(self, turn: Turn) -> None:
        """What happens before a line is said."""
        if "customer" in turn.model_fields_set:
            self._customer = turn.customer
        if turn.today is not None:
            self.opened.clock.day = turn.today
        if turn.conversation == "new":
            self._conversations += 1
        if turn.decided:
            decide_newest(self.opened.parts.settings, turn.decided, self.opened.clock.day)

    def _said(self, number: int, turn: Turn) -> TurnResult:
        self.opened.drafter.reply = self.case.draft_of(number)
        suffix = f" {self._conversations}" if self._conversations > 1 else ""
        return self.agent.ask(
            turn.say,
            conversation_id=f"{self.case.name}{suffix}",
            customer_id=self._customer,
            use_knowledge=self.case.articles,
        )

    def _unmet(self, number: int | None, miss: Miss, result: TurnResult | None) -> Unmet:
        key, expected, got = miss
        return Unmet(
            case=self.case.name,
            turn="finally" if number is None else number + 1,
            key=key,
            expected=expected,
            got=got,
            turn_id=result.turn_id if result else None,
        )


def _slug(name: str) -> str:
    """A folder's name for a case: its letters, and a hash of all of it."""
    letters = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:40]
    return f"{letters}-{sha256(name.encode()).hexdigest()[:8]}"
