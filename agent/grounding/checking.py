"""Checking a text against texts, where there is no conversation, no order and no customer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from agent.claims import ClaimSplitter
from agent.types import Claim, Evidence, EvidenceRef
from knowledge.order_ids import find_order_ids
from knowledge.sentences import sentences

_PREFIX = "evidence "


def evidence_of(pieces: Sequence[str | Evidence]) -> tuple[Evidence, ...]:
    """Texts as evidence that may prove a claim, named by its place: each for claims about no order, and what it says of an
    order for claims about that one. What is evidence already stays as it is.
    """
    return tuple(item for n, piece in enumerate(pieces) for item in _evidence(n, piece))


def _evidence(place: int, piece: str | Evidence) -> Iterator[Evidence]:
    if isinstance(piece, Evidence):
        yield piece
        return
    for owner, part in ((None, piece), *_by_order(piece)):
        yield Evidence(evidence_id=f"{_PREFIX}{place}", source="article", trust="retrieved", owner=owner, text=part)


def _by_order(text: str) -> list[tuple[str, str]]:
    """The orders that a text names, each with the sentences that name it alone; of one order all of the text."""
    orders = list(dict.fromkeys(find_order_ids(text)))
    if len(orders) == 1:
        return [(orders[0], text)]
    found: dict[str, list[str]] = {}
    for sentence in sentences(text):
        named = set(find_order_ids(sentence))
        if len(named) == 1:
            found.setdefault(named.pop(), []).append(sentence)
    return [(order, "\n".join(said)) for order, said in found.items()]


def place_of(ref: EvidenceRef) -> int:
    """Place, from 0, among the texts that `evidence_of` was given."""
    return int(ref.id.removeprefix(_PREFIX))


def whole_claim(text: str) -> Claim:
    """A text as one claim that is worth checking, whatever it says: what the caller wants to know is whether it holds."""
    named = set(find_order_ids(text))
    return Claim(index=0, text=text, start=0, end=len(text), owner=named.pop() if len(named) == 1 else None)


def claims_of(text: str, today: date) -> tuple[Claim, ...]:
    """A text as a draft's claims.

    Each is read by itself, as a claim that is checked alone: what its first words lean on may stand in the evidence.
    Where the splitter finds nothing worth checking the text is taken whole, so that every text has something to settle.
    """
    claims = ClaimSplitter().split(text, today)
    if not any(claim.checkworthy for claim in claims):
        return (whole_claim(text),)
    return tuple(claim.model_copy(update={"leads": None}) for claim in claims)
