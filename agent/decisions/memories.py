"""Turns that speak of the customer's past conversations or of what is known about them: told back by code, never drafted."""

from __future__ import annotations

from agent.decisions.so_far import TurnSoFar
from agent.types import Decided


def told_back(so_far: TurnSoFar) -> Decided | None:
    """The message asks what is remembered: the record answers, with the customer's own words in quotation marks."""
    told = _told(so_far, "answer")
    if not told or so_far.route.wants is not None:
        return None
    return Decided(outcome="answered", text="\n".join(told), why="told back from memory, as code recorded it")


def with_recollection(decided: Decided, so_far: TurnSoFar) -> Decided:
    """Where the message takes up a past conversation, when that was and how it ended stands before the reply."""
    told = _told(so_far, "tell")
    if not told or not decided.text:
        return decided
    return decided.model_copy(update={"text": "\n\n".join((*told, decided.text))})


def _told(so_far: TurnSoFar, use: str) -> list[str]:
    recalled = so_far.gathered.recalled if so_far.gathered else ()
    return [one.told for one in recalled if one.use == use and one.kept and one.told]
