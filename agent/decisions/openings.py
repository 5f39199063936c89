"""Turns that their route alone decides: topics for people, other languages, conversations that go round, small talk."""

from __future__ import annotations

from agent.decisions.so_far import TurnSoFar
from agent.types import Decided

GREETING = "Hello! Ask me about our articles or about one of your orders, and I will look it up."
THANKS = "You are welcome. I am here if anything else comes up."
TOO_LONG = "That is more than I can read at once. Could you tell me in a few sentences what you would like to know?"
REGRET = "I am sorry for the trouble this is giving you."
NOTHING_ASKED = "I am not waiting for a yes or a no from you just now. What would you like me to look up, or to do?"
EMPTY = "I could not read a question in that. What would you like to know?"


def handed_over_by_route(so_far: TurnSoFar) -> Decided | None:
    """A topic for people, a customer who asks for one, or a message that this agent cannot go on with."""
    route = so_far.route
    # Wrong proofs go round in circles too, and have words of their own.
    if route.handoff is None or (route.kind == "loop" and so_far.identity in ("half", "not_matched", "locked")):
        return None
    why = route.why or "a topic that people decide"
    return Decided(outcome="handed_off", reason=route.handoff, notice=route.notice, why=why)


def with_regret(decided: Decided, so_far: TurnSoFar) -> Decided:
    """A word of regret above the answer to an angry message; that it was angry stands in the ledger."""
    if so_far.route.tone != "angry" or so_far.route.kind != "question":
        return decided
    text = f"{REGRET}\n\n{decided.text}" if decided.text else ""
    return decided.model_copy(update={"text": text, "why": f"{decided.why}; the customer is angry"})


def small_talk(so_far: TurnSoFar) -> Decided | None:
    """Courtesies, and messages that cannot be read."""
    match so_far.route.kind:
        case "greeting":
            return Decided(outcome="asked_back", text=GREETING, why="a greeting")
        case "thanks":
            return Decided(outcome="answered", text=THANKS, why="thanks or goodbye")
        case "yes_or_no":
            return Decided(outcome="asked_back", text=NOTHING_ASKED, why="a yes or a no, and nothing was asked")
        case "empty":
            return Decided(outcome="asked_back", text=EMPTY, why="no words in the message")
        case "too_long":
            return Decided(outcome="asked_back", text=TOO_LONG, why="the message is longer than is read")
        case _:
            return None
