"""A claim with what the exact tier needs to know about it and about its neighbours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from agent.claim_text import citation_of, claim_body, sentence_key
from agent.folding import fold
from agent.grounding.draft_lines import ANSWER, DraftLines, answered
from agent.grounding.evidence_book import EvidenceBook
from agent.grounding.identifiers import find_links
from agent.grounding.spoken_keys import SpokenKey
from agent.grounding.typed import TypedValue
from agent.sentences import MARKER
from agent.types import Claim
from knowledge.order_ids import find_order_ids

_THIS_CUSTOMERS = re.compile(
    r"\b(?:your|the|this|that) (?:whole |entire )?(?:order|parcel|package|shipment|delivery|purchase|refund|replacement|return)\b",
    re.IGNORECASE,
)


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
    leads: frozenset[tuple[SpokenKey, ...]]
    """Keys of the lines that govern it, nearest first, as each reading of the line breaks has them."""
    before: SpokenKey | None
    after: SpokenKey | None
    """Keys of the sentences next to it; None where there is none, or none worth checking."""
    citation: tuple[str, ...] | None
    opens: frozenset[SpokenKey] = frozenset()
    """Keys of the lines that it governs itself, as a lead-in does its items."""
    answer: Literal["yes", "no"] | None = None
    """The word of answer that the sentence opens with; body and key are without it."""
    whole: ClaimView | None = None
    """The sentence that it is a part of, in the place of the part; None where it is a whole sentence."""

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
    draft = DraftLines(claims, today)
    return [_view(draft, n, book) for n in range(len(claims))]


def _view(draft: DraftLines, n: int, book: EvidenceBook) -> ClaimView:
    claim = draft.claims[n]
    answer, body = answered(claim_body(claim.text))
    view = ClaimView(
        claim=claim,
        body=body,
        key=sentence_key(body),
        values=_with_targets(draft.values(body), claim.text),
        owner=claim.owner or _only_order(body, book),
        named=find_order_ids(body),
        leads=draft.leads(n),
        before=draft.neighbour(n, -1),
        after=draft.neighbour(n, +1),
        citation=citation_of(claim.text),
        opens=draft.opened_by(n),
        answer=answer,
    )
    return replace(view, whole=_as_whole(view, claim.whole, draft)) if claim.whole else view


def _as_whole(view: ClaimView, whole: Claim, draft: DraftLines) -> ClaimView:
    """The sentence that a claim is a part of, in the place of the part; compound sentences hold no link."""
    body = claim_body(whole.text)
    return replace(
        view,
        claim=whole,
        body=body,
        key=sentence_key(body),
        owner=whole.owner or view.owner,
        named=find_order_ids(body),
        before=draft.key_of(whole.before),
        after=draft.key_of(whole.after),
        citation=citation_of(whole.text),
    )


def answer_before(text: str) -> tuple[int, int] | None:
    """Where the word of answer stands that a sentence of a draft opens with, blanks behind it included."""
    marker = MARKER.match(text)
    begin = marker.end() if marker else 0
    found = ANSWER.match(text, begin)
    return (begin, found.end()) if found else None


def _with_targets(found: tuple[TypedValue, ...], text: str) -> tuple[TypedValue, ...]:
    """The values of a body, and the targets of links that stand in the text beside it."""
    links, whole = {value.canonical for value in found if value.kind == "link"}, fold(text)
    return found + tuple(value for value in find_links(whole, whole) if value.canonical not in links)


def _only_order(body: str, book: EvidenceBook) -> str | None:
    one = len(book.orders) == 1 and not find_order_ids(body) and _THIS_CUSTOMERS.search(body)
    return next(iter(book.orders)) if one else None
