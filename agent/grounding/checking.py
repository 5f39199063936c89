"""Checking a text against texts, where there is no conversation, no order and no customer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from agent.claims import ClaimSplitter
from agent.types import Claim, Evidence, EvidenceRef

_PREFIX = "evidence "


def evidence_of(texts: Sequence[str]) -> tuple[Evidence, ...]:
    """Texts as evidence that may prove a claim and is no order's, named by its place."""
    return tuple(
        Evidence(evidence_id=f"{_PREFIX}{n}", source="article", trust="retrieved", text=text)
        for n, text in enumerate(texts)
    )


def place_of(ref: EvidenceRef) -> int:
    """Place, from 0, among the texts that `evidence_of` was given."""
    return int(ref.id.removeprefix(_PREFIX))


def whole_claim(text: str) -> Claim:
    """A text as one claim that is worth checking, whatever it says: what the caller wants to know is whether it holds."""
    return Claim(index=0, text=text, start=0, end=len(text))


def claims_of(text: str, today: date) -> tuple[Claim, ...]:
    """A text as a draft's claims, none of them an order's, as the evidence is none's either.

    What its first sentence may lean on is not known, as for a claim that is checked alone. Where the splitter finds
    nothing worth checking the text is taken whole, so that every text has something to settle.
    """
    claims = ClaimSplitter().split(text, today)
    if not any(claim.checkworthy for claim in claims):
        return (whole_claim(text),)
    first, *rest = claims
    alone = first.model_copy(update={"owner": None, "leads": None})
    return (alone, *(claim.model_copy(update={"owner": None}) for claim in rest))
