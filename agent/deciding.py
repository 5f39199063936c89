"""Deciding how a turn ends: the rules in order, the first that holds; the rules are in `decisions`."""

from __future__ import annotations

from dataclasses import dataclass

from agent.decisions.actions import acted, change, with_left_open
from agent.decisions.drafts import answered, declined, nothing_left, partly_answered, some_cut, too_late
from agent.decisions.failed_drafts import not_drafted
from agent.decisions.memories import told_back, with_recollection
from agent.decisions.openings import handed_over_by_route, small_talk, with_regret
from agent.decisions.orders import not_proved, not_signed_in, unknown_order, which_order, with_unknown_orders
from agent.decisions.so_far import Rule, TurnSoFar
from agent.types import Decided

EARLY_RULES: tuple[Rule, ...] = (
    acted,
    handed_over_by_route,
    not_proved,
    small_talk,
    unknown_order,
    told_back,
    which_order,
    change,
)
RULES: tuple[Rule, ...] = (
    *EARLY_RULES,
    not_drafted,
    not_signed_in,
    declined,
    too_late,
    nothing_left,
    some_cut,
    partly_answered,
    answered,
)


@dataclass(frozen=True)
class Decider:
    """Takes the first rule that holds; the last always does."""

    def decide(self, so_far: TurnSoFar) -> Decided:
        """How the turn ends, with the reason for a person."""
        for rule in RULES:
            if decided := rule(so_far):
                told = with_left_open(with_unknown_orders(decided, so_far), so_far)
                return with_regret(with_recollection(told, so_far), so_far)
        return Decided(outcome="handed_off", reason="failure", why="no rule says how this turn ends")


def needs_no_draft(so_far: TurnSoFar) -> bool:
    """Whether the turn can be decided from the route and the gathered sources alone."""
    return any(rule(so_far) for rule in EARLY_RULES)
