"""`support trace`: a turn from the ledger, for a person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agent.cli.show import console, print_json, row, say, table
from agent.ledger import Ledger
from agent.settings import Settings
from agent.types import TurnResult


def run_trace(settings: Settings, turn: str, *, as_json: bool) -> None:
    """Show one turn."""
    result = Ledger(settings.home / "ledger.db").turn(turn)
    if as_json:
        print_json(result.model_dump(mode="json"))
    else:
        print_trace(result)


def print_trace(result: TurnResult) -> None:
    """All of a turn, in the order in which it happened."""
    for name, value in (
        ("turn", f"{result.turn_id} at {result.asked_at}"),
        ("customer", result.customer_id or "nobody is verified"),
        ("question", result.question),
        ("outcome", f"{result.outcome}: {result.why}"),
    ):
        say(f"{name:>9}  {value}")
    for note in result.notes:
        say(f"{'note':>9}  {note}")
    print_context(result)
    if result.draft.get("text"):
        say(f"\nDraft by {result.draft['drafter']}, unverified:\n{result.draft['text']}")
    print_claims(result)
    say(f"\nReply:\n{result.reply}")
    if result.handoff:
        say(f"\nHandoff ({result.handoff.reason}): {result.handoff.packet['missing']}")
    took = ", ".join(f"{stage} {ms:g} ms" for stage, ms in result.timings_ms.items())
    say(f"\n{took}\n{', '.join(f'{role}: {name}' for role, name in result.models.items())}")


def print_claims(result: TurnResult) -> None:
    """The ledger of a reply: each sentence, its verdict, and what decided."""
    if not result.claims:
        say("\nNo claim was made.")
        return
    found = table("sentence", "verdict", "tier", "score", "because", "evidence")
    for claim in result.claims:
        verdict = f"{'CUT ' if claim['cut'] else ''}{claim['label']}"
        row(found, claim["text"], verdict, claim["tier"] or "-", claim["confidence"], claim["reason"], _refs(claim))
    console().print(found)


def print_context(result: TurnResult) -> None:
    """What the drafter was shown, what was dropped, and the budget."""
    context = result.context
    if not context.get("items") and not context.get("dropped"):
        say("\nNothing was shown to a drafter.")
        return
    found = table("label", "item", "trust", "score", "tokens")
    for item in context["items"]:
        row(found, item["label"], item["id"], item["trust"], f"{item['score']:.3f}", item["tokens"])
    console().print(found)
    say(f"{context['used']} of {context['budget']} tokens, policy and question included")
    for drop in context["dropped"]:
        say(f"  dropped {drop['id']}: {drop['reason']}")


def _refs(claim: dict[str, Any]) -> str:
    refs: Iterable[dict[str, Any]] = claim["evidence"]
    return "; ".join(f"{ref['id']} ({ref['trust']})" for ref in refs) or "-"
