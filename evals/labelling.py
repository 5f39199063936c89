"""Turns of the ledger as lines that a person labels, claim by claim: what a verifier is calibrated on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from agent.rechecking import evidence_of
from agent.types import Evidence, TurnResult

Ask = Callable[[str], bool | None]
"""Whether a claim holds, by a person who was shown this text; None where they pass it over."""


def labelled_turn(turn: TurnResult, ask: Ask = lambda shown: None) -> dict[str, Any]:
    """A turn as one line: its evidence, and its claims worth checking, sent or cut, each with a label or with null."""
    evidence = tuple(_texts(evidence_of(turn)))
    claims = [claim for claim in turn.claims if claim["label"] != "not_checkworthy"]
    return {
        "turn_id": turn.turn_id,
        "asked_at": turn.asked_at,
        "question": turn.question,
        "evidence": list(evidence),
        "claims": [
            {
                "text": claim["text"],
                "supported": ask(shown(turn, claim, evidence)),
                "said": claim["label"],
                "cut": claim["cut"],
                "tier": claim["tier"],
            }
            for claim in claims
        ],
    }


def shown(turn: TurnResult, claim: dict[str, Any], evidence: tuple[str, ...]) -> str:
    """What a person needs to see to label a claim; not what the agent made of it, which would lead them."""
    asked, given = turn.question, "\n\n".join(evidence) or "(nothing)"
    return f"\nThe evidence:\n\n{given}\n\nThe customer asked: {asked}\nThe claim: {claim['text']}"


def _texts(evidence: tuple[Evidence, ...]) -> Iterator[str]:
    """What may prove: each passage, and all that is known of one order as one text, which then counts for that order."""
    fields: dict[str, list[str]] = {}
    for item in evidence:
        if item.owner is not None and item.trust == "verified":
            fields.setdefault(item.owner, []).append(item.text)
        elif item.source == "article":
            yield item.text
    yield from ("\n".join(texts) for texts in fields.values())
