"""The stages of a turn, chosen in `build.py`, and how each is called on a conversation's state.

A method here reads the state's JSON, calls one stage, and returns the stage's value; `graph.py` only wires.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from pydantic import TypeAdapter

from agent.actions.acting import Acted, ActionDesk, Pending, Said
from agent.actions.announcements import Announcements
from agent.assembling import Assembler
from agent.basis import Basis, orders_alone
from agent.deciding import Decider, needs_no_draft
from agent.decisions.actions import without_address
from agent.decisions.so_far import TurnSoFar
from agent.drafting import Drafter
from agent.gathering import Gathered, Gatherer, Turn
from agent.grounding.grounder import Grounded, Grounder
from agent.grounding.reported import said_by_customer
from agent.handoff import HandoffWriter
from agent.llm.spending import Spent
from agent.memory.episodes import recorded_actions
from agent.memory.working import WorkingMemory
from agent.receiving import Received, Receiver
from agent.replying import Replier, Reply
from agent.results import turn_result
from agent.routing import Route, Router
from agent.state import TurnState
from agent.types import ContextPack, Decided, Draft, DraftRequest, Evidence, Handoff, Message, TurnResult

HISTORY = TypeAdapter(tuple[Message, ...])


@dataclass(frozen=True)
class Stages:
    """Every part of a turn."""

    receiver: Receiver
    router: Router
    gatherer: Gatherer
    actions: ActionDesk
    announcements: Announcements
    """What customers are still to be told of actions decided after their turn."""
    assembler: Assembler
    drafter: Drafter
    grounder_of: Callable[[date], Grounder]
    """A grounder for the turn's date, which relative dates are read against."""
    decider: Decider
    replier: Replier
    handoffs: HandoffWriter
    memory: WorkingMemory
    record: Callable[[TurnResult], None]
    policy: str
    models: dict[str, str]
    """Role and name, for the ledger."""
    made_with: Callable[[], Mapping[str, str]] = dict
    """What a turn runs on besides its models: see `fingerprints.made_with`."""
    spent: Callable[[str], Spent] = lambda turn_id: Spent()
    """What the chat models took in a turn so far."""

    def receive(self, state: TurnState) -> Received:
        """Clean the message."""
        return self.receiver.receive(state["message"])

    def route(self, state: TurnState) -> Route:
        """What the message needs."""
        received = Received.model_validate(state["received"])
        if received.cut_at is not None:
            return Route(kind="too_long")
        return self.router.route(received.text, _history(state))

    def gather(self, state: TurnState) -> Gathered:
        """Candidates of all sources; nothing where the route alone decides the turn."""
        route = Route.model_validate(state["routed"])
        if route.kind != "question":
            return Gathered()
        known = {"history": _history(state), "conversation_id": state["conversation_id"]}
        return self.gatherer.gather(route, _turn(state).model_copy(update=known))

    def acts(self, state: TurnState) -> bool:
        """Whether the message asks for an action on one order, or answers what was asked about one."""
        route = Route.model_validate(state["routed"])
        if route.kind in ("topic", "person", "too_long"):
            return False
        asks = route.handoff is None and wants_action(state)
        return asks or self.actions.takes(_pending(state), _said(state))

    def act(self, state: TurnState) -> Acted | None:
        """What was done about what the customer asks for, or what stands in its way."""
        pending, said = _pending(state), _said(state)
        if pending is not None and (acted := self.actions.answer(pending, said)):
            return acted
        route, orders = Route.model_validate(state["routed"]), Gathered.model_validate(state["gathered"]).orders
        said = replace(said, text=route.wish_said or said.text)
        return self.actions.act(route.wants, orders[0], said) if route.wants and orders else None

    def assemble(self, state: TurnState) -> ContextPack:
        """What the drafter is shown."""
        gathered = Gathered.model_validate(state["gathered"])
        return self.assembler.assemble(self._request(state, ContextPack(budget=0, used=0)), gathered.candidates)

    def draft(self, state: TurnState) -> Draft:
        """Unverified text."""
        return self.drafter.draft(self._request(state, ContextPack.model_validate(state["assembled"])))

    def ground(self, state: TurnState) -> Grounded:
        """The verdict on every claim, and what is left."""
        draft = Draft.model_validate(state["drafted"])
        today, question = _turn(state).today, _question(state)
        evidence = [*self._evidence(state), *said_by_customer(question, _history(state))]
        return self.grounder_of(today).ground(draft.text, evidence, today, question)

    def decide(self, state: TurnState) -> Decided:
        """How the turn ends."""
        return self.decider.decide(so_far(state))

    def reply(self, state: TurnState) -> Reply:
        """What the customer reads."""
        found = so_far(state)
        evidence = found.gathered.evidence if found.gathered else ()
        return self.replier.reply(Decided.model_validate(state["decided"]), found.grounded, evidence)

    def hand_off(self, state: TurnState) -> Handoff:
        """What a person needs."""
        return self.handoffs.write(_question(state), Decided.model_validate(state["decided"]), so_far(state))

    def remember(self, state: TurnState) -> tuple[TurnResult, tuple[Message, ...]]:
        """Store the turn, then add its lines to the history."""
        result = turn_result(state, self.models, self.made_with(), self.spent(state["turn_id"]))
        result = result.model_copy(update={"memory": (*self.memory.recalled(_history(state)), *result.memory)})
        told = self.announcements.untold(state["conversation_id"], result.customer_id, result.turn_id)
        texts = [one.text for one in told]
        basis = self._basis(state).model_copy(update={"announced": tuple(texts)}).kept()
        result = result.model_copy(update={"reply": "\n\n".join([*texts, result.reply]), "basis": basis})
        self.record(result)
        self.announcements.told(told, result.turn_id)
        return result, self.memory.remember(
            _history(state),
            _question(state),
            without_address(result.reply, so_far(state).certified),
            result.orders,
            outcome=result.outcome,
            reason=result.handoff.reason if result.handoff else None,
            actions=recorded_actions(result),
        )

    def _basis(self, state: TurnState) -> Basis:
        """What the checks and the decision read."""
        found = state["gathered"] or {}
        evidence = self._evidence(state) if state["grounded"] else orders_alone(Gathered.model_validate(found).evidence)
        unknown = tuple(found.get("unknown_orders", ()))
        return Basis(evidence=tuple(evidence), unknown_orders=unknown, left_open=_left_open(state))

    def _request(self, state: TurnState, context: ContextPack) -> DraftRequest:
        gathered = Gathered.model_validate(state["gathered"])
        route = Route.model_validate(state["routed"])
        return DraftRequest(
            question=_question(state),
            search_query=route.search_query,
            questions=route.questions,
            about_order=route.about_one_order,
            policy=self.policy,
            context=context,
            fields=tuple(item for item in gathered.evidence if item.source in ("order", "action")),
            history=self.memory.recall(_history(state)),
            summary=self.memory.summarise(_history(state)),
            skills=gathered.skills,
            today=_turn(state).today.isoformat(),
        )

    def _evidence(self, state: TurnState) -> Sequence[Evidence]:
        """What claims are checked against: the passages that were shown, and every field of the orders.

        The policy is written for the agent; a sentence of it proves nothing that a customer should read.
        """
        gathered = Gathered.model_validate(state["gathered"])
        pack = ContextPack.model_validate(state["assembled"])
        shown = {item.evidence.evidence_id for item in pack.items}
        kept = [item for item in gathered.evidence if item.source in ("order", "action") or item.evidence_id in shown]
        # Where two passages say the same, the one that the drafter read it in is named as its source.
        cited = Draft.model_validate(state["drafted"]).cited
        kept.sort(key=lambda item: item.evidence_id not in cited)
        return kept


def ends_early(state: TurnState) -> bool:
    """Whether the turn is decided by what was gathered."""
    return needs_no_draft(so_far(state))


def wants_action(state: TurnState) -> bool:
    """Whether the turn asks for an action, other than one that only people take, on one order that was found."""
    found = Gathered.model_validate(state["gathered"])
    wants = Route.model_validate(state["routed"]).wants
    # "Refund ORD-9, not ORD-1" with a number that is not theirs must not be read as a wish about the other one.
    return wants not in (None, "change") and len(found.orders) == 1 and not found.unknown_orders


def so_far(state: TurnState) -> TurnSoFar:
    """What the stages before have found."""
    found = {
        "turn": state["turn"],
        "identity": (state.get("intake") or {}).get("identity", "off"),
        "route": state["routed"],
        "left_open": _left_open(state),
        "gathered": state["gathered"],
        "certified": state["certified"],
        "draft": state["drafted"],
        "grounded": state["grounded"],
    }
    # As JSON, because the policies' values are strict: a date is a date there, not its text.
    return TurnSoFar.model_validate_json(json.dumps(found))


def _left_open(state: TurnState) -> str:
    """The order of a proposal of an earlier turn that this turn has not answered."""
    pending = state.get("pending")
    if not pending or not pending.get("proposal") or pending["asked_in"] == state["turn_id"]:
        return ""
    same = pending["customer_id"] == state["turn"]["customer_id"]
    return str(pending["order_id"]) if same and state["certified"] is None else ""


def _pending(state: TurnState) -> Pending | None:
    found = state.get("pending")
    return Pending.model_validate_json(json.dumps(found)) if found else None


def _said(state: TurnState) -> Said:
    return Said(_question(state), state["conversation_id"], state["turn_id"], _turn(state))


def _turn(state: TurnState) -> Turn:
    return Turn.model_validate(state["turn"])


def _question(state: TurnState) -> str:
    return Received.model_validate(state["received"]).text


def _history(state: TurnState) -> tuple[Message, ...]:
    return HISTORY.validate_python(state.get("history") or [])
