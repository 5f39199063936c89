"""What a person finds when they take over: typed, so that no part of it can be forgotten."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import Field

from agent.types import Evidence, EvidenceRef, Label, Source, TierName
from knowledge.types import Trust, Value


class Quoted(Value):
    """Words of a source, and where they stand."""

    id: str
    source: Source
    trust: Trust
    where: str
    """For a person: `Refunds › When the money arrives`, `order ORD-99107, status`."""
    quote: str
    dated: str | None = None
    """ISO date: when the order was read, or since when the article is in force; None where neither is known."""


class Fact(Value):
    """Something that is proved."""

    text: str
    evidence: tuple[str, ...]
    """Ids of what proves it."""
    tier: TierName | None
    """None for a field of an order record, which needs no proof."""
    sources: tuple[Quoted, ...] = ()


class Asserted(Value):
    """Something the customer says, in their own words."""

    text: str
    said_in: str
    """`this message`, or the note on which order."""
    verified: Literal[False] = False


class CutClaim(Value):
    """What the draft said and the customer does not read."""

    text: str
    label: Label
    tier: TierName | None
    why: str
    nearest: tuple[Quoted, ...] = ()
    """What the verdict relied on; else the words of the evidence that come nearest."""


class Packet(Value):
    """Everything that a person needs to go on."""

    question: str
    verified_facts: tuple[Fact, ...] = ()
    customer_asserted: tuple[Asserted, ...] = ()
    cut_claims: tuple[CutClaim, ...] = ()
    tried: tuple[str, ...] = Field(min_length=1)
    """One line for each thing that was looked up, asked or checked."""
    missing: str = Field(min_length=1)
    """What a person has to find out or decide."""
    suggested_reply: str = Field(min_length=1)
    """Proved sentences, and marked blanks for what is open; never a claim that was cut."""
    already_sent: str = ""
    """What the customer has read apart from the notice."""
    decision: dict[str, Any] | None = None
    """What the Gatekeeper was asked and said."""


def quoted(item: Evidence, quote: str, today: date) -> Quoted:
    """Words of a piece of evidence, with its place and date; an order was read on the day of the turn, `today`."""
    dated = today if item.source == "order" else item.effective_from
    return Quoted(
        id=item.evidence_id,
        source=item.source,
        trust=item.trust,
        where=_where(item),
        quote=quote,
        dated=dated.isoformat() if dated else None,
    )


def referred(ref: EvidenceRef) -> Quoted:
    """A reference to evidence that is not at hand."""
    return Quoted(id=ref.id, source=ref.source, trust=ref.trust, where=ref.id, quote=ref.quote)


def _where(item: Evidence) -> str:
    if item.owner is not None:
        return f"order {item.owner}" + (f", {item.field}" if item.field else "")
    return " › ".join(item.heading_path) or item.article or item.evidence_id
