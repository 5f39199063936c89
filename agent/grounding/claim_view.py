"""A claim with what the exact tier needs to know about it and about its neighbours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from agent.claim_text import citation_of, claim_body, sentence_key
from agent.grounding.evidence_book import EvidenceBook, context_keys
from agent.grounding.typed import TypedValue
from agent.grounding.values import find_values
from agent.sentences import MARKER, Gap, Sentence, SentenceKind
from agent.types import Claim
from knowledge.order_ids import find_order_ids

_THIS_CUSTOMERS = re.compile(
    r"\b(?:your|the|this|that) (?:whole |entire )?(?:order|parcel|package|shipment|delivery|purchase|refund|replacement|return)\b",
    re.IGNORECASE,
)

_ANSWER = re.compile(
    r"(?:(?P<yes>yes|yep|yeah|sure|of course|absolutely|certainly|definitely|correct|that's right|indeed)|(?P<no>no|nope))"
    r"(?:,|!|:| -) (?=\S)",
    re.IGNORECASE,
)
_READINGS: tuple[Gap, ...] = ("inline", "line")
"""A claim does not say whether a blank or a line break stands before it."""


@dataclass(frozen=True)
class ClaimView:
    """One claim, read once."""

    claim: Claim
    body: str
    key: str
    values: tuple[TypedValue, ...]
    """Of the body, and the targets of links."""
    owner: str | None
    """The claim's order, or the only order there is where the claim speaks of "your order"."""
    named: tuple[str, ...]
    """Order ids that the sentence itself names."""
    leads: frozenset[tuple[str, ...]]
    """Keys of the lines that govern it, nearest first, as each reading of the line breaks has them."""
    before: str | None
    after: str | None
    """Keys of the sentences next to it; None where there is none, or none worth checking."""
    citation: tuple[str, ...] | None
    answer: Literal["yes", "no"] | None = None
    """The word of answer that the sentence opens with; body and key are without it."""

    @property
    def rest(self) -> str:
        """The body without its typed values."""
        marks = list(self.body)
        for value in self.values:
            if value.end <= len(marks) and value.text == self.body[value.start : value.end]:
                marks[value.start : value.end] = " " * (value.end - value.start)
        return "".join(marks)

    @property
    def speaks_of_order(self) -> bool:
        """Whether it is about one order of this customer, named or not."""
        return self.owner is not None or bool(self.named) or bool(_THIS_CUSTOMERS.search(self.body))


def views_of(claims: Sequence[Claim], book: EvidenceBook, today: date) -> list[ClaimView]:
    """All claims of a draft, each with the lines that govern it and the sentences next to it."""
    answers, bodies = zip(*(_answered(claim_body(claim.text)) for claim in claims), strict=True) if claims else ((), ())
    keys = [sentence_key(body) for body in bodies]
    neutral = {key for key, claim in zip(keys, claims, strict=True) if not claim.checkworthy}
    readings = [context_keys(_outline(claims, gap)) for gap in _READINGS]
    return [
        ClaimView(
            claim=claim,
            body=bodies[n],
            key=keys[n],
            values=_values(claim.text, bodies[n], today),
            owner=claim.owner or _only_order(bodies[n], book),
            named=find_order_ids(bodies[n]),
            leads=_leads(claim)
            or frozenset(tuple(lead for lead in reading[n] if lead not in neutral) for reading in readings),
            before=_neighbour(claims, keys, n, -1),
            after=_neighbour(claims, keys, n, +1),
            citation=citation_of(claim.text),
            answer=answers[n],
        )
        for n, claim in enumerate(claims)
    ]


def _answered(body: str) -> tuple[Literal["yes", "no"] | None, str]:
    """The word of answer before a sentence, and the sentence as it stands without it."""
    found = _ANSWER.match(body)
    if not found:
        return None, body
    rest = body[found.end() :]
    return "yes" if found["yes"] else "no", rest[:1].upper() + rest[1:]


def _values(text: str, body: str, today: date) -> tuple[TypedValue, ...]:
    found = find_values(body, today)
    links = {value.canonical for value in found if value.kind == "link"}
    targets = (value for value in find_values(text, today) if value.kind == "link")
    return found + tuple(value for value in targets if value.canonical not in links)


def _key(text: str | None) -> str | None:
    return None if text is None else sentence_key(claim_body(text))


def _neighbour(claims: Sequence[Claim], keys: Sequence[str], n: int, step: Literal[-1, 1]) -> str | None:
    """Key of the sentence before or after a claim: as the draft has it, else as the claims handed in have it."""
    claim, other = claims[n], n + step
    if claim.leads is not None:
        return _key(claim.before if step < 0 else claim.after)
    follows = 0 <= other < len(claims) and claims[other].index == claim.index + step
    return keys[other] if follows else None


def _leads(claim: Claim) -> frozenset[tuple[str, ...]]:
    """What the draft says governs the claim; nothing where the claim does not know its draft."""
    if claim.leads is None:
        return frozenset()
    return frozenset({tuple(sentence_key(claim_body(lead)) for lead in claim.leads)})


def _only_order(body: str, book: EvidenceBook) -> str | None:
    one = len(book.orders) == 1 and not find_order_ids(body) and _THIS_CUSTOMERS.search(body)
    return next(iter(book.orders)) if one else None


def _outline(claims: Sequence[Claim], one_blank: Gap) -> list[Sentence]:
    """Claims as sentences again; `one_blank` is what a single character between two neighbours is taken for."""
    outline: list[Sentence] = []
    before: Claim | None = None
    for claim in claims:
        neighbours = before is not None and claim.index == before.index + 1
        space = claim.start - before.end if before and neighbours else 0
        kind = _kind(claim.text)
        gap: Gap = one_blank if neighbours and (space == 1 or kind != "text") else "paragraph"
        indent = max(0, space - 1) if kind == "item" else 0
        outline.append(Sentence(claim.text, claim.start, claim.end, kind, indent, gap))
        before = claim
    return outline


def _kind(text: str) -> SentenceKind:
    if MARKER.match(text):
        return "item"
    if text.startswith("|") and text.count("|") > 1:
        return "row"
    return "heading" if re.match(r"#{1,6}\s", text) else "text"
