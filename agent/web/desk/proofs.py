"""The draft sentence by sentence: what was decided about each, why, and the words that it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from agent.packet import Packet, Quoted
from agent.types import TurnResult
from agent.web.desk.wording import words
from knowledge.types import Value


class Proof(Value):
    """Words of a source."""

    where: str
    trust: str
    quote: str
    dated: str = ""
    url: str = ""


class Part(Value):
    """One claim: a sentence, or what one says beside other things."""

    text: str
    label: str
    """`supported`, `refuted`, `not enough info`, `not checkworthy`."""
    cut: bool
    decided_by: str
    """The tier and its score; empty where nothing was to be checked."""
    why: str
    proofs: tuple[Proof, ...] = ()
    nearest: tuple[Proof, ...] = ()
    """Where it rests on nothing: the words of the evidence that come nearest."""


class Sentence(Value):
    """A sentence of the draft."""

    text: str
    parts: tuple[Part, ...]

    @property
    def fate(self) -> str:
        """`cut`, `kept`, or `unchecked` where it states nothing to check."""
        if any(part.cut for part in self.parts):
            return "cut"
        return "kept" if any(part.label == "supported" for part in self.parts) else "unchecked"


def sentences_of(turn: TurnResult, packet: Packet | None) -> tuple[Sentence, ...]:
    """The sentences of a turn's draft, in their order; none where nothing was drafted."""
    places = _places(turn, packet)
    nearest = {claim.text: claim.nearest for claim in packet.cut_claims} if packet else {}
    grouped = groupby(turn.claims, key=lambda claim: str(claim.get("sentence") or claim["text"]))
    return tuple(
        Sentence(text=text, parts=tuple(_part(claim, places, nearest.get(claim["text"], ())) for claim in claims))
        for text, claims in grouped
    )


def proof_of(quoted: Quoted) -> Proof:
    """What a packet quotes."""
    return Proof(where=quoted.where, trust=quoted.trust, quote=quoted.quote, dated=quoted.dated or "")


def _part(claim: Mapping[str, Any], places: Mapping[str, Proof], nearest: tuple[Quoted, ...]) -> Part:
    tier = claim["tier"]
    proofs = tuple(_found(ref, places) for ref in claim["evidence"])
    return Part(
        text=claim["text"],
        label=words(str(claim["label"])),
        cut=bool(claim["cut"]),
        decided_by=f"{tier} tier, score {claim['confidence']:.2f}" if tier else "",
        why=str(claim.get("reason", "")),
        proofs=proofs,
        nearest=() if proofs else tuple(proof_of(one) for one in nearest),
    )


def _found(ref: Mapping[str, Any], places: Mapping[str, Proof]) -> Proof:
    """The evidence that a verdict names, with its place as the turn has it elsewhere."""
    known = places.get(str(ref["id"]), Proof(where=str(ref["id"]), trust="", quote=""))
    return known.model_copy(update={"quote": str(ref["quote"]), "trust": str(ref["trust"])})


def _places(turn: TurnResult, packet: Packet | None) -> dict[str, Proof]:
    """Where each piece of evidence stands, by its id; citations know their link, too."""
    found = {quoted.id: proof_of(quoted) for quoted in _quoted(packet)} if packet else {}
    for one in turn.citations:
        before = found.get(one.passage_id)
        where = " › ".join(one.heading_path) or one.article
        dated = before.dated if before else ""
        found[one.passage_id] = Proof(where=where, trust="", quote="", dated=dated, url=_web(one.url))
    return found


def _quoted(packet: Packet) -> Iterator[Quoted]:
    for fact in packet.verified_facts:
        yield from fact.sources
    for claim in packet.cut_claims:
        yield from claim.nearest


def _web(url: str | None) -> str:
    """A link that a person may follow; anything but a page of the web is left out."""
    return url if url and url.startswith(("https://", "http://")) else ""
