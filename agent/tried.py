"""What was tried in a turn, one line each, so that a person need not do it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from agent.decisions.so_far import TurnSoFar
from agent.gathering import Gathered
from agent.grounding.grounder import Grounded
from agent.types import Draft

LISTED = 5
"""Passages of a search that are named."""


def tried(so_far: TurnSoFar) -> tuple[str, ...]:
    """The searches with their words, the orders, the draft, its checks, the rules; never empty."""
    return tuple(_lines(so_far)) or ("nothing was looked up for this message",)


def _lines(so_far: TurnSoFar) -> Iterator[str]:
    if so_far.gathered:
        yield from _gathered(so_far.gathered)
    if so_far.certified and (decision := so_far.certified.decision):
        yield f"asked the Gatekeeper: {decision.outcome} by rule {decision.rule}: {decision.reason}"
    if so_far.certified and (record := so_far.certified.record):
        detail = f": {record.detail}" if record.detail else ""
        yield f"asked the shop ({record.gateway}) for action {record.reference}: {record.outcome}{detail}"
    if so_far.draft:
        yield _drafted(so_far.draft)
    if so_far.grounded:
        yield _checked(so_far.grounded)


def _drafted(draft: Draft) -> str:
    if draft.failed:
        return f"asked {draft.drafter} for a draft, and got none to use: {draft.failed.why}"
    instead = f", because {draft.fell_back[0].lower()}{draft.fell_back[1:]}" if draft.fell_back else ""
    return f"drafted with {draft.drafter}{instead}" + (f", which declined: {draft.declined}" if draft.declined else "")


def _gathered(gathered: Gathered) -> Iterator[str]:
    yield from gathered.notes
    for search in gathered.searched:
        yield _search(search)
    if gathered.orders:
        yield f"read the customer's {_orders(gathered.orders)}"
    if gathered.unknown_orders:
        yield f"looked for {_orders(gathered.unknown_orders)}, which this customer cannot see"


def _search(search: Mapping[str, Any]) -> str:
    asked = " and ".join(f"“{text}”" for text in (search.get("query", ""), *search.get("also", ())))
    found = [hit["passage_id"] for hit in search.get("hits", ())]
    if not found:
        return f"searched the help articles for {asked}: nothing found"
    more = f" and {len(found) - LISTED} more" if len(found) > LISTED else ""
    return f"searched the help articles for {asked}: {', '.join(found[:LISTED])}{more}"


def _orders(ids: tuple[str, ...]) -> str:
    return f"order{'s' if len(ids) > 1 else ''} {', '.join(ids)}"


def _checked(grounded: Grounded) -> str:
    checked = [verdict for verdict in grounded.verdicts if verdict.claim.checkworthy]
    proved = sum(verdict.label == "supported" for verdict in checked)
    noun = "statement" if len(checked) == 1 else "statements"
    return f"checked {len(checked)} {noun} of the draft: {proved} proved, {len(checked) - proved} not"
