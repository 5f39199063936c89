"""Turns about orders that cannot be shown, or that could be several."""

from __future__ import annotations

from agent.decisions.so_far import TurnSoFar
from agent.gathering import Gathered
from agent.identity.words import ASK, HALF, LOCKED, NOT_MATCHED
from agent.types import Decided

NO_SUCH_ORDER = (
    "I cannot find {ids} among the orders I can open for you here. I can only open orders of the customer who is "
    "signed in, so please check the number, or sign in with the account that placed the order."
)
SIGN_IN = "To look into an order of yours I need you to be signed in. Please sign in and ask me again."
WHICH_ORDER = "Which of your orders do you mean?"
ORDERS_LISTED = 6
NO_ORDERS = "I cannot find an order on your account that this could be about. Do you have an order number?"


def not_proved(so_far: TurnSoFar) -> Decided | None:
    """A proof of identity that did not match, that is half of one, or one too many: the same words whatever was wrong."""
    match so_far.identity:
        case "half":
            return Decided(outcome="asked_back", text=HALF, why="half a proof of identity was given")
        case "not_matched":
            return Decided(outcome="asked_back", text=NOT_MATCHED, why="a proof of identity did not match")
        case "locked":
            why = "too many proofs of identity did not match: somebody may be guessing"
            return Decided(outcome="handed_off", reason="policy_topic", notice=LOCKED, why=why)
        case _:
            return None


def unknown_order(so_far: TurnSoFar) -> Decided | None:
    """The same words for an order that does not exist, one of somebody else, and one nobody is signed in for."""
    gathered = so_far.gathered
    if gathered is None or not gathered.unknown_orders or gathered.orders:
        return None
    text = ASK if so_far.identity == "open" else NO_SUCH_ORDER.format(ids=_named(gathered.unknown_orders))
    return Decided(outcome="asked_back", text=text, why="an order was named that this customer cannot see")


def which_order(so_far: TurnSoFar) -> Decided | None:
    """Ask which order is meant where it could be several, or none."""
    route, gathered = so_far.route, so_far.gathered
    if gathered is None or not route.about_one_order or so_far.turn.customer_id is None:
        return None
    acts = route.wants is not None
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


def not_signed_in(so_far: TurnSoFar) -> Decided | None:
    """An order question from nobody in particular: the articles may help, the order stays closed."""
    if so_far.turn.customer_id is not None or not so_far.route.about_one_order or so_far.draft is None:
        return None
    grounded, ask = so_far.grounded, ASK if so_far.identity == "open" else SIGN_IN
    why = "an order question, and no customer is verified"
    if so_far.route.wants == "refund" or grounded is None or not grounded.cut.answers or grounded.cut.cut:
        return Decided(outcome="asked_back", text=ask, why=why)
    return Decided(outcome="answered", text=f"{grounded.cut.text}\n\n{ask}", why=f"{why}; the articles answer")


def with_unknown_orders(decided: Decided, so_far: TurnSoFar) -> Decided:
    """Where some of the orders named can be shown and some cannot, the words for these stand below the answer."""
    gathered = so_far.gathered
    if gathered is None or not gathered.orders or not gathered.unknown_orders or not decided.text:
        return decided
    unknown = NO_SUCH_ORDER.format(ids=_named(gathered.unknown_orders))
    return decided.model_copy(update={"text": f"{decided.text}\n\n{unknown}"})


def _named(ids: tuple[str, ...]) -> str:
    return "order " + ids[0] if len(ids) == 1 else "orders " + ", ".join(ids)
