"""Deciding how a turn ends: the rules in order, the first that holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent.actions import Certified
from agent.gathering import Gathered, Turn
from agent.grounding.grounder import Grounded
from agent.routing import Route
from agent.types import Decided, Draft, HandoffReason
from knowledge.types import Value

GREETING = "Hello! Ask me about our articles or about one of your orders, and I will look it up."
THANKS = "You are welcome. I am here if anything else comes up."
TOO_LONG = "That is more than I can read at once. Could you tell me in a few sentences what you would like to know?"
EMPTY = "I could not read a question in that. What would you like to know?"
NO_SUCH_ORDER = (
    "I cannot find {ids} among the orders I can open for you here. I can only open orders of the customer who is "
    "signed in, so please check the number, or sign in with the account that placed the order."
)
SIGN_IN = "To look into an order of yours I need you to be signed in. Please sign in and ask me again."
WHICH_ORDER = "Which of your orders do you mean?"
ORDERS_LISTED = 6
NO_ORDERS = "I cannot find an order on your account that this could be about. Do you have an order number?"
NOT_FOUND = "I could not find an answer to that in our help articles."
NOT_IN_ORDERS = "I could not find an answer to that in your orders or in our help articles."
SWITCHED_OFF = "I cannot answer that: the help articles are switched off for this conversation."
CERTIFIED = (
    "A refund of order {order} is within our rules. I have passed it on to a colleague, who carries refunds out."
)
APPROVAL = "I have passed your refund request for order {order} on to a colleague, who decides about it."
CHANGE = "I cannot change order {order} myself, so I have passed your request on to a colleague."


class TurnSoFar(Value):
    """What the stages before have found; None where a stage did not run."""

    turn: Turn
    route: Route
    gathered: Gathered | None = None
    certified: Certified | None = None
    draft: Draft | None = None
    grounded: Grounded | None = None


Rule = Callable[[TurnSoFar], Decided | None]


@dataclass(frozen=True)
class Decider:
    """Takes the first rule that holds; the last always does."""

    def decide(self, so_far: TurnSoFar) -> Decided:
        """How the turn ends, with the reason for a person."""
        for rule in RULES:
            if decided := rule(so_far):
                return _with_unknown_orders(decided, so_far)
        return Decided(outcome="handed_off", reason="failure", why="no rule says how this turn ends")


def needs_no_draft(so_far: TurnSoFar) -> bool:
    """Whether the turn can be decided from the route and the gathered sources alone."""
    return any(rule(so_far) for rule in EARLY_RULES)


def _handed_over_by_route(so_far: TurnSoFar) -> Decided | None:
    route = so_far.route
    if route.handoff is None:
        return None
    why = "the customer asked for a person" if route.kind == "person" else "a topic that people decide"
    return Decided(outcome="handed_off", reason=route.handoff, notice=route.notice, why=why)


def _small_talk(so_far: TurnSoFar) -> Decided | None:
    match so_far.route.kind:
        case "greeting":
            return Decided(outcome="asked_back", text=GREETING, why="a greeting")
        case "thanks":
            return Decided(outcome="answered", text=THANKS, why="thanks or goodbye")
        case "empty":
            return Decided(outcome="asked_back", text=EMPTY, why="no words in the message")
        case "too_long":
            return Decided(outcome="asked_back", text=TOO_LONG, why="the message is longer than is read")
        case _:
            return None


def _unknown_order(so_far: TurnSoFar) -> Decided | None:
    """The same words for an order that does not exist, one of somebody else, and one nobody is signed in for."""
    gathered = so_far.gathered
    if gathered is None or not gathered.unknown_orders or gathered.orders:
        return None
    text = NO_SUCH_ORDER.format(ids=_named(gathered.unknown_orders))
    return Decided(outcome="asked_back", text=text, why="an order was named that this customer cannot see")


def _which_order(so_far: TurnSoFar) -> Decided | None:
    route, gathered = so_far.route, so_far.gathered
    if gathered is None or not route.about_one_order or so_far.turn.customer_id is None:
        return None
    acts = route.wants_refund or route.wants_change
    if route.lists_orders and gathered.orders and not acts:
        return None
    if len(gathered.orders) == 1 or (route.order_ids and not acts):
        return None
    if not gathered.orders:
        return Decided(outcome="asked_back", text=NO_ORDERS, why="the customer has no order this could be about")
    shown = "\n".join(f"- {_labelled(order, gathered)}" for order in gathered.orders[:ORDERS_LISTED])
    more = len(gathered.orders) - ORDERS_LISTED
    rest = f"\n- and {more} more: please give me the order number" if more > 0 else ""
    why = f"it could be about {len(gathered.orders)} orders"
    return Decided(outcome="asked_back", text=f"{WHICH_ORDER}\n{shown}{rest}", why=why)


def _labelled(order_id: str, gathered: Gathered) -> str:
    """An order id with the names of its items, by which a customer knows it."""
    lines = [item.text for item in gathered.evidence if item.owner == order_id and (item.field or "").endswith(".name")]
    names = [line.split(" × ", 1)[1].rsplit(" at ", 1)[0] for line in lines if " × " in line]
    return f"{order_id} ({', '.join(names)})" if names else order_id


def _not_signed_in(so_far: TurnSoFar) -> Decided | None:
    """An order question from nobody in particular: the articles may help, the order stays closed."""
    if so_far.turn.customer_id is not None or not so_far.route.about_one_order or so_far.draft is None:
        return None
    grounded = so_far.grounded
    why = "an order question, and no customer is verified"
    if so_far.route.wants_refund or grounded is None or not grounded.cut.answers or grounded.cut.cut:
        return Decided(outcome="asked_back", text=SIGN_IN, why=why)
    return Decided(outcome="answered", text=f"{grounded.cut.text}\n\n{SIGN_IN}", why=f"{why}; the articles answer")


def _refund(so_far: TurnSoFar) -> Decided | None:
    if so_far.certified is None:
        return None
    decision, order = so_far.certified.decision, so_far.certified.request.order_id
    why = f"Gatekeeper: {decision.outcome} by rule {decision.rule}: {decision.reason}"
    if decision.outcome == "refused":
        return Decided(outcome="answered", text=f"I cannot refund order {order}: {decision.reason}", why=why)
    notice = CERTIFIED if decision.outcome == "certified" else APPROVAL
    return Decided(outcome="handed_off", reason="approval_needed", notice=notice.format(order=order), why=why)


def _change(so_far: TurnSoFar) -> Decided | None:
    """Nothing is changed by this agent yet, and nothing may be said to have been."""
    gathered = so_far.gathered
    if gathered is None or not so_far.route.wants_change or len(gathered.orders) != 1:
        return None
    notice = CHANGE.format(order=gathered.orders[0])
    return Decided(
        outcome="handed_off", reason="approval_needed", notice=notice, why="a change to an order is asked for"
    )


def _declined(so_far: TurnSoFar) -> Decided | None:
    draft = so_far.draft
    if draft is None or draft.declined is None:
        return None
    off = not so_far.turn.use_knowledge
    because = "the help articles are switched off for this conversation" if off else draft.declined
    looked_in_orders = so_far.gathered is not None and bool(so_far.gathered.orders)
    text = SWITCHED_OFF if off else NOT_IN_ORDERS if looked_in_orders else NOT_FOUND
    return Decided(outcome="declined", text=text, reason="no_evidence", why=f"{draft.drafter} declined: {because}")


def _too_late(so_far: TurnSoFar) -> Decided | None:
    """What was not checked in time is cut, whether it is true or not, and a person has the last word."""
    grounded = so_far.grounded
    if grounded is None or not grounded.late:
        return None
    checked = sum(verdict.claim.checkworthy for verdict in grounded.verdicts)
    why = f"{len(grounded.late)} of {checked} claims were not checked in time"
    if not grounded.cut.answers:
        return Decided(outcome="handed_off", reason="deadline", why=why)
    return Decided(outcome="answered_with_cuts", text=grounded.cut.text, reason="deadline", why=why)


def _nothing_left(so_far: TurnSoFar) -> Decided | None:
    grounded = so_far.grounded
    if grounded is None or grounded.cut.answers:
        return None
    if not grounded.cut.cut and grounded.cut.text.rstrip().endswith("?"):
        return Decided(outcome="asked_back", text=grounded.cut.text, why="the draft asks back")
    checked = {verdict.claim.index for verdict in grounded.verdicts if verdict.claim.checkworthy}
    cut = len(checked & set(grounded.cut.cut))
    if cut:
        reason, objected = _objected(grounded)
        return Decided(outcome="handed_off", reason=reason, why=f"all {cut} claims were cut{objected}")
    return Decided(outcome="handed_off", reason="no_evidence", why="the draft states nothing that answers")


def _some_cut(so_far: TurnSoFar) -> Decided | None:
    grounded = so_far.grounded
    if grounded is None or not grounded.cut.cut:
        return None
    reason, objected = _objected(grounded)
    why = f"{len(grounded.cut.cut)} of {len(grounded.verdicts)} sentences were cut{objected}"
    return Decided(outcome="answered_with_cuts", text=grounded.cut.text, reason=reason, why=why)


def _objected(grounded: Grounded) -> tuple[HandoffReason, str]:
    """Why a person takes over, and what was objected to of what was cut: two passages that disagree before all else."""
    found = [one for one in grounded.objections if one.claim in grounded.cut.cut]
    reason: HandoffReason = next((one.reason for one in found), "unsupported_claim")
    if any(one.reason == "conflict" for one in found):
        reason = "conflict"
    return reason, "".join(f"; {one.why}" for one in found if one.reason == reason)


def _answered(so_far: TurnSoFar) -> Decided | None:
    grounded = so_far.grounded
    if grounded is None:
        return None
    return Decided(outcome="answered", text=grounded.cut.text, why="every claim is supported")


def _with_unknown_orders(decided: Decided, so_far: TurnSoFar) -> Decided:
    """Where some of the orders named can be shown and some cannot, the words for these stand below the answer."""
    gathered = so_far.gathered
    if gathered is None or not gathered.orders or not gathered.unknown_orders or not decided.text:
        return decided
    unknown = NO_SUCH_ORDER.format(ids=_named(gathered.unknown_orders))
    return decided.model_copy(update={"text": f"{decided.text}\n\n{unknown}"})


def _named(ids: tuple[str, ...]) -> str:
    return "order " + ids[0] if len(ids) == 1 else "orders " + ", ".join(ids)


EARLY_RULES: tuple[Rule, ...] = (_handed_over_by_route, _small_talk, _unknown_order, _which_order, _change)
RULES: tuple[Rule, ...] = (
    *EARLY_RULES,
    _refund,
    _not_signed_in,
    _declined,
    _too_late,
    _nothing_left,
    _some_cut,
    _answered,
)
