"""Turns that their route alone decides: topics for people, and small talk."""

from __future__ import annotations

from agent.decisions.so_far import TurnSoFar
from agent.types import Decided

GREETING = "Hello! Ask me about our articles or about one of your orders, and I will look it up."
THANKS = "You are welcome. I am here if anything else comes up."
TOO_LONG = "That is more than I can read at once. Could you tell me in a few sentences what you would like to know?"
EMPTY = "I could not read a question in that. What would you like to know?"


def handed_over_by_route(so_far: TurnSoFar) -> Decided | None:
    """A topic for people, or a customer who asks for one."""
    route = so_far.route
    if route.handoff is None:
        return None
    why = "the customer asked for a person" if route.kind == "person" else "a topic that people decide"
    return Decided(outcome="handed_off", reason=route.handoff, notice=route.notice, why=why)


def small_talk(so_far: TurnSoFar) -> Decided | None:
    """Courtesies, and messages that cannot be read."""
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
