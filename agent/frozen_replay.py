"""Checking and deciding a frozen turn again, on exactly what it read then: without an index, orders or a drafter."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from agent.basis import Basis
from agent.build import build_grounder
from agent.deciding import Decider
from agent.decisions.so_far import TurnSoFar
from agent.errors import InputError
from agent.fingerprints import made_with, opened_with
from agent.frozen import Frozen
from agent.grounding.grounder import Grounded, Grounder
from agent.handoff import HandoffWriter
from agent.open_models import open_embedder, open_judge, open_nli
from agent.privacy.opening import open_redactor
from agent.privacy.records import CleanRecord
from agent.privacy.redacting import Redactor
from agent.rechecking import Rechecker
from agent.replay import day_of
from agent.replay_diff import ReplayDiff, compare
from agent.replying import Replier, Reply
from agent.results import turn_result
from agent.settings import Settings
from agent.state import TurnState
from agent.types import Handoff, TurnResult
from knowledge.types import Value
from policies.rules import load_policy, load_rules

Stage = Literal["ground", "decide", "reply"]


class FrozenReplay(Value):
    """A frozen turn beside the same turn as it ends now."""

    differs: Stage | None
    """The first stage that gives something else: `ground` verdicts or cuts, `decide` outcome or handoff, `reply` words or
    citations; None where all is the same."""
    diff: ReplayDiff
    now: TurnResult


@dataclass(frozen=True)
class FrozenReplayer:
    """Runs grounding, decision and reply; reads no store."""

    grounder_of: Callable[[date], Grounder]
    redactor: Redactor
    made_with: dict[str, str]
    """What is used now."""
    models: dict[str, str]

    def replay(self, frozen: Frozen) -> FrozenReplay:
        """The turn as it ends on what it read then.

        Raises:
            InputError: the record is of another version.
        """
        turn, basis = frozen.turn, Basis.model_validate_json(json.dumps(frozen.turn.basis))
        grounded = self._grounded(turn, basis)
        now = self._ended(turn, basis, grounded)
        diff = compare(turn, now)
        return FrozenReplay(differs=_first(diff), diff=diff, now=now)

    def _grounded(self, turn: TurnResult, basis: Basis) -> Grounded | None:
        if not turn.grounding:
            return None
        return Rechecker(self.grounder_of).recheck(turn, basis.evidence)

    def _ended(self, turn: TurnResult, basis: Basis, grounded: Grounded | None) -> TurnResult:
        found = _so_far(turn, basis, grounded)
        decided = Decider().decide(found)
        reply = Replier().reply(decided, found.grounded, basis.evidence)
        handoff: Handoff | None = None
        if decided.reason or not decided.text:
            handoff = HandoffWriter().write(turn.question, decided, found)
        state = _state(turn, grounded, reply, handoff) | {"decided": decided.model_dump(mode="json")}
        ended = turn_result(_typed(state), {**turn.models, **self.models}, self.made_with)
        ended = ended.model_copy(update={"reply": "\n\n".join([*basis.announced, ended.reply])})
        cleaned = CleanRecord(lambda result: None, self.redactor).cleaned(ended)
        return turn.model_copy(update={name: getattr(cleaned, name) for name in ENDS})


ENDS = ("outcome", "reply", "citations", "claims", "handoff", "why", "grounding", "models", "made_with")
"""What a replay finds anew; all else stays as it was frozen."""


def open_frozen_replayer(settings: Settings) -> FrozenReplayer:
    """A replayer with the models, the thresholds and the rules of the settings.

    Raises:
        ModelError: a model that the settings name is not there; PolicyError: the policy or the rules cannot be read.
    """
    embedder, nli, judge = open_embedder(settings), open_nli(settings), open_judge(settings)
    policy, rules = load_policy(settings.policies.text), load_rules(settings.policies.rules)
    opened = opened_with(
        policy, rules, {"embedder": embedder, "verifier": nli.verifier}, (nli.entailed, nli.contradicted)
    )
    used = {name: value for name, value in made_with(settings, opened).items() if name != "index"}
    names = {
        "embedder": embedder.name,
        "verifier": nli.verifier.name if nli.verifier else "none",
        "judge": judge.name if judge else "none",
    }
    return FrozenReplayer(
        lambda today: build_grounder(settings, embedder, nli, today, judge=judge),
        open_redactor(settings.privacy),
        used,
        names,
    )


def _so_far(turn: TurnResult, basis: Basis, grounded: Grounded | None) -> TurnSoFar:
    gathered = {
        "evidence": [item.model_dump(mode="json") for item in basis.evidence],
        "orders": turn.orders,
        "unknown_orders": basis.unknown_orders,
        "notes": turn.notes,
        "searched": turn.searched,
        "recalled": [one.model_dump(mode="json") for one in turn.memory],
    }
    found = {
        "turn": {
            "customer_id": turn.customer_id,
            "today": day_of(turn).isoformat(),
            "use_knowledge": turn.use_knowledge,
        },
        "identity": turn.intake.get("identity", "off"),
        "route": turn.route,
        "left_open": basis.left_open,
        "gathered": gathered,
        "certified": turn.decision,
        "draft": turn.draft or None,
        "grounded": grounded.model_dump(mode="json") if grounded else None,
    }
    try:
        return TurnSoFar.model_validate_json(json.dumps(found))
    except ValueError as error:
        raise InputError(
            f"Turn {turn.turn_id} cannot be decided again from its file ({error}): wanted one of this version's turns. "
            f"Run `support replay {turn.turn_id}` on the data folder it came from."
        ) from error


def _state(turn: TurnResult, grounded: Grounded | None, reply: Reply, handoff: Handoff | None) -> dict[str, Any]:
    """The end of the turn as `turn_result` reads it."""
    return {
        "turn_id": turn.turn_id,
        "conversation_id": turn.conversation_id,
        "asked_at": turn.asked_at,
        "message": turn.question,
        "turn": {"customer_id": turn.customer_id},
        "intake": turn.intake,
        "history": [line.model_dump(mode="json") for line in turn.history],
        "received": None,
        "routed": turn.route,
        "gathered": None,
        "certified": turn.decision,
        "assembled": None,
        "drafted": turn.draft,
        "grounded": grounded.model_dump(mode="json") if grounded else None,
        "replied": reply.model_dump(mode="json"),
        "handed_off": handoff.model_dump(mode="json") if handoff else None,
        "timings_ms": {},
    }


def _typed(state: Any) -> TurnState:
    found: TurnState = state
    return found


def _first(diff: ReplayDiff) -> Stage | None:
    """The first stage that gives something else."""
    if diff.verdicts:
        return "ground"
    if diff.outcome or diff.handoff:
        return "decide"
    return None if diff.same else "reply"
