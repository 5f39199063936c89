"""Clauses on money: `it came to <m0> in total`, `you paid <m0> by credit card`, `a refund of <m0> was issued on <d1>`."""

from __future__ import annotations

from collections.abc import Iterator

from agent.grounding.clauses import (
    ADVERB,
    AMOUNT,
    IN_ALL,
    METHOD,
    OBJECT2,
    OF,
    ON,
    SUBJECT_OF_VERB,
    Clause,
    Part,
)

_SHIPPING = r"(?:shipping|delivery|postage)"
_FEE = (Part("shipping_fee", "m"), Part("shipping_fee", "w_free", "0"))
_TOTAL = (Part("total", "m"),)
_PAID = (Part("payments.amount", "m"), Part("payments.method", "w_method"), Part("payments.on", "d"))
_BACK = (Part("refunds.amount", "m"), Part("refunds.method", "w_method"), Part("refunds.on", "d"))
_TAILS = (
    rf"(?: {METHOD})?{ON}(?: for {OBJECT2})?",
    rf"(?: for {OBJECT2})?(?: {METHOD})?{ON}",
    rf"{ON}(?: {METHOD})?(?: for {OBJECT2})?",
    rf"(?: for {OBJECT2})?{ON}(?: {METHOD})?",
)
"""By what means, on which day and for which order, in any sequence that people use."""


def _total() -> Iterator[Clause]:
    came = r"(?:came to|comes to|costs?|totall?ed|totals)"
    yield Clause(rf"{SUBJECT_OF_VERB}{came} (?:a total of )?{AMOUNT}{IN_ALL}", _TOTAL, "verb")


def _shipping() -> Iterator[Clause]:
    part_of = rf"(?:including|which includes|of which|incl\.?) {AMOUNT} (?:for|of|in|is|was|went to) {_SHIPPING}"
    yield Clause(part_of, _FEE, "adjunct")
    named = rf"(?:including|which includes|with) (?:an? |the )?(?:{AMOUNT} {_SHIPPING}(?: fee| costs?| charge)?|{_SHIPPING} fee of <m(?P<m2>\d+)>)"
    yield Clause(named, (*_FEE, Part("shipping_fee", "m2")), "adjunct")
    yield Clause(rf"(?:with|including) (?P<w_free>free) {_SHIPPING}", _FEE, "adjunct")
    uncharged = r"(?:you were not charged|there was no charge|we did not charge you)"
    yield Clause(rf"(?P<w_free>{uncharged}) for {_SHIPPING}{OF}", _FEE)
    yield Clause(rf"you (?:paid|were charged) {AMOUNT} (?:for|in) {_SHIPPING}(?: fees| costs)?{OF}", _FEE)


def _moves() -> Iterator[Clause]:
    yield Clause(rf"{SUBJECT_OF_VERB}(?:was|has been) paid(?: for)? {METHOD}{ON}", _PAID[1:], "verb")
    yield Clause(rf"you (?:were|have been) refunded {AMOUNT}{OF}", _BACK[:1])
    yield Clause(rf"no refund (?:is|was|has been) recorded{OF}", (Part("refunded", "", "no", negative=True),))
    for tail in _TAILS:
        yield Clause(rf"you (?:paid|were charged)(?: a total of)? {AMOUNT}{IN_ALL}{tail}", _PAID)
        yield Clause(rf"(?:a|your|the) payment of {AMOUNT}{OF} (?:was|has been) (?:made|received|taken){tail}", _PAID)
        yield Clause(rf"we(?: have|'ve)?{ADVERB} (?:refunded|credited)(?: you)? {AMOUNT}{tail}", _BACK)
        issued = rf"(?:was|has been){ADVERB} (?:issued|made|sent|paid)"
        yield Clause(rf"(?:a|your|the) refund of {AMOUNT}{OF} {issued}{tail}", _BACK)
        yield Clause(rf"{AMOUNT} (?:was|has been){ADVERB} (?:refunded|credited)(?: back)?{tail}", _BACK)


MONEY_CLAUSES = (*_total(), *_shipping(), *_moves())
