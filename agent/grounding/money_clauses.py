"""Clauses on money: `it came to <m0> in total`, `you paid <m0> by credit card`, `a refund of <m0> was issued on <d1>`."""

from __future__ import annotations

from collections.abc import Iterator

from agent.grounding.clauses import (
    ADVERB,
    AMOUNT,
    DAY,
    IN_ALL,
    METHOD,
    OBJECT2,
    OF,
    OF_ORDER,
    ON,
    SUBJECT,
    SUBJECT_OF_VERB,
    Clause,
    Part,
)
from agent.grounding.field_clauses import SHIPPING
from agent.grounding.frames import THERE

_FEE = (Part("shipping_fee", "m"), Part("shipping_fee", "w_free", "0"))
_TOTAL = (Part("total", "m"),)
_WITH_FEE, _WITHOUT_FEE = (
    ("total", "payments.amount"),
    ("items_total", "items.line_total", "items.unit_price", "items.price"),
)
_MOVED_NOUN = r"(?:a|your|the|one) payment"
_NOTED = r"(?:recorded|registered|listed|noted|shown|on record|on file)"
OF2 = rf"(?: (?:for|on|under) {OBJECT2})?"
_PAID = (Part("payments.amount", "m"), Part("payments.method", "w_method"), Part("payments.on", "d"))
_BACK = (Part("refunds.amount", "m"), Part("refunds.method", "w_method"), Part("refunds.on", "d"))
_PAID_ALL = (Part("payments.amount", "m", sole=True), *_PAID[1:])
_METHOD = Part("payments.method", "w_method", sole=True)
_PAID_ON = Part("payments.on", "d", sole=True)
_BACK_ON = (Part("refunds.on", "d", sole=True),)
_TAILS = (
    rf"(?: {METHOD})?{ON}(?: for {OBJECT2})?",
    rf"(?: for {OBJECT2})?(?: {METHOD})?{ON}",
    rf"{ON}(?: {METHOD})?(?: for {OBJECT2})?",
    rf"(?: for {OBJECT2})?{ON}(?: {METHOD})?",
)
"""By what means, on which day and for which order, in any sequence that people use."""


def _total() -> Iterator[Clause]:
    came = r"(?:came to|comes to|costs?|totall?ed|totals|amounts to|amounted to|adds up to|added up to)"
    yield Clause(rf"{SUBJECT_OF_VERB}{came} (?:a total of )?{AMOUNT}{IN_ALL}", _TOTAL, "verb")
    with_fee = rf",? (?:including {SHIPPING}|with {SHIPPING}|{SHIPPING} included)"
    yield Clause(rf"{SUBJECT_OF_VERB}{came} (?:a total of )?{AMOUNT}{IN_ALL}{with_fee}", _TOTAL, "verb")
    yield Clause(rf"(?:the|your|its) total{OF} (?:is|was|{came}) {AMOUNT}{with_fee}", _TOTAL)
    yield Clause(rf"{SUBJECT} (?:is|was) {AMOUNT}{IN_ALL.removesuffix('?')}", _TOTAL)
    yield Clause(rf"(?:in total|altogether|all in all|in all|overall),? {SUBJECT} (?:is|was|{came}) {AMOUNT}", _TOTAL)
    yield Clause(rf"the (?:price|cost|amount|value){OF_ORDER} (?:is|was|{came}) {AMOUNT}{IN_ALL}", _TOTAL)


def _items_total() -> Iterator[Clause]:
    """What the items cost together, without shipping."""
    goods = r"(?:all (?:of )?)?(?:the |your )?(?:items|goods|products|articles|contents)"
    come = r"(?:come|came|comes|add up|added up|adds up|amount|amounted|sum up)(?: up)? to|costs?|total(?:led)?"
    together = r"(?: together| combined| altogether| in total)?"
    total = (Part("items_total", "m"),)
    yield Clause(rf"{goods}{OF}{together} (?:{come}) (?:a total of )?{AMOUNT}{together}", total)
    yield Clause(rf"together,? {goods}{OF} (?:{come}) (?:a total of )?{AMOUNT}", total)
    alone = rf"(?:without|before|excluding|not counting) {SHIPPING}(?: fees?| costs?| charges?)?"
    came = r"(?:came to|comes to|costs?|is|was|totall?ed|totals|amounts to)"
    yield Clause(rf"{alone},? {SUBJECT} {came} {AMOUNT}{IN_ALL}", total)
    yield Clause(rf"{alone},? (?:the|your|its) (?:total|price|sum){OF} {came} {AMOUNT}", total)
    yield Clause(rf"{SUBJECT} {came} {AMOUNT}{IN_ALL} {alone}", total)
    yield Clause(rf"(?:the|your|its) (?:total|price){OF} {came} {AMOUNT} {alone}", total)
    yield Clause(
        rf"for {goods}{OF},? (?:the|their) (?:total |combined )?(?:sum|total|price|cost|amount) {came} {AMOUNT}", total
    )
    yield Clause(rf"you (?:paid|were charged) {AMOUNT} for {goods}{OF}{together}", total)


def _shares() -> Iterator[Clause]:
    """What an amount includes, or what comes on top of it."""
    fee = rf"{AMOUNT} (?:for|of|in|is|was|went to) {SHIPPING}"
    yield Clause(rf"\(?(?:including|which includes|of which|incl\.?) {fee}\)?", _FEE, "adjunct", _WITH_FEE)
    named = rf"(?:an? |the )?(?:{AMOUNT} {SHIPPING}(?: fee| costs?| charge)?|{SHIPPING} fee of <m(?P<m2>\d+)>)"
    sums = (*_FEE, Part("shipping_fee", "m2"))
    yield Clause(rf"\(?(?:including|which includes|with) {named}\)?", sums, "adjunct", _WITH_FEE)
    yield Clause(
        rf"plus (?:an? |the )?(?:{fee}|{named.replace('<m(?P<m>', '<m(?P<m3>')})",
        (*sums, Part("shipping_fee", "m3")),
        "adjunct",
        _WITHOUT_FEE,
    )
    yield Clause(rf"(?:with|including) (?P<w_free>free) {SHIPPING}", _FEE, "adjunct")
    share = rf"{AMOUNT} for (?:the |your )?(?:items|goods|products)"
    yield Clause(share, (Part("items_total", "m"),), "adjunct", _WITH_FEE)
    yield Clause(rf"{AMOUNT} for {SHIPPING}", _FEE, "adjunct", ("items_total",))


def _shipping() -> Iterator[Clause]:
    none = rf"there (?:is|was) no (?:charge for {SHIPPING}|{SHIPPING} (?:fee|charge|cost))"
    yield Clause(rf"(?P<w_free>{none}){OF}", _FEE)
    uncharged = (
        r"(?:you were not charged|you did not pay|you didn't pay|there (?:was|is) no charge|we did not charge you)"
    )
    yield Clause(rf"(?P<w_free>{uncharged}) for {SHIPPING}{OF}", _FEE)
    yield Clause(rf"you (?:paid|were charged) {AMOUNT} (?:for|in) {SHIPPING}(?: fees?| costs?)?{OF}", _FEE)
    yield Clause(rf"we charged(?: you)? {AMOUNT} (?:for|in) {SHIPPING}(?: fees?| costs?)?{OF}", _FEE)
    yield Clause(rf"for {SHIPPING}(?: of| for)?(?: {OBJECT2})?,? you (?:paid|were charged) {AMOUNT}", _FEE)
    yield Clause(rf"{AMOUNT} (?:is|was) (?:charged|paid|due) for {SHIPPING}{OF}", _FEE)


def _moves() -> Iterator[Clause]:
    yield Clause(rf"{SUBJECT_OF_VERB}(?:was|has been) paid(?: for)? {METHOD}{ON}", (_METHOD, _PAID_ON), "verb")
    yield Clause(rf"you (?:were|have been) refunded {AMOUNT}{OF}", _BACK[:1])
    none = (
        r"(?:no refund (?:is|was|has been) (?:recorded|issued|made|paid|sent)|there (?:is|was|has been) no refund(?: recorded)?"
        r"|nothing (?:was|has been) refunded|we have not (?:recorded|issued|made) (?:any|a) refund)"
    )
    yield Clause(rf"{none}{OF}(?: yet)?", (Part("refunded", "", "no", negative=True),))
    yield Clause(
        rf"you(?: have|'ve)? paid(?: for {OBJECT2})? {METHOD}{ON}",
        (_METHOD, _PAID_ON),
    )
    charged = (
        rf"your (?P<w_method>credit card|debit card|gift card|paypal account|card) (?:was|has been) charged {AMOUNT}"
    )
    yield Clause(rf"{charged}(?: for {OBJECT2})?{ON}", _PAID)
    for kind, done in (("payments", "made|received|taken"), ("refunds", "issued|made|sent|paid")):
        yield Clause(rf"(?:{done}) {DAY}", (Part(f"{kind}.on", "d"),), "adjunct", (f"{kind}.amount",))
    for to in (rf" {DAY}", rf" {METHOD}{ON}", rf" {DAY} {METHOD}"):
        issued = rf"(?:(?:was|has been){ADVERB} (?:issued|made|sent|paid)|went)"
        yield Clause(
            rf"(?:the|your) refund{OF} {issued}{to}", (*_BACK_ON, Part("refunds.method", "w_method", sole=True))
        )
    yield Clause(rf"{_MOVED_NOUN} of {AMOUNT} {METHOD}{OF} (?:was|has been) (?:made|received|taken){ON}", _PAID)
    yield Clause(rf"{_MOVED_NOUN} of {AMOUNT}{OF} (?:is|was) {_NOTED}{OF2}", _PAID[:1])
    yield Clause(rf"{_MOVED_NOUN.replace('payment', 'refund')} of {AMOUNT}{OF} (?:is|was) {_NOTED}{OF2}", _BACK[:1])
    for tail in _TAILS:
        yield Clause(rf"{THERE} {_MOVED_NOUN} of {AMOUNT}{tail}", _PAID)
        yield Clause(rf"{THERE} {_MOVED_NOUN.replace('payment', 'refund')} of {AMOUNT}{tail}", _BACK)
        yield Clause(rf"(?:the|your) payment{OF} (?:was|has been) (?:made|received|taken){tail}", (_PAID[1], _PAID_ON))
        yield Clause(
            rf"we(?: have|'ve)?{ADVERB} (?:sent|issued|made|paid)(?: you)? (?:a|your|the) refund of {AMOUNT}{tail}",
            _BACK,
        )
        yield Clause(rf"you(?: have|'ve)? (?:received|got|were given) (?:a|your|the) refund of {AMOUNT}{tail}", _BACK)
        yield Clause(
            rf"you(?: have|'ve)? (?:paid|were charged)(?: us)?(?: a total of)? {AMOUNT}{IN_ALL}{tail}", _PAID_ALL
        )
        yield Clause(rf"{_MOVED_NOUN} of {AMOUNT}{OF} (?:was|has been) (?:made|received|taken){tail}", _PAID)
        yield Clause(
            rf"we(?: have|'ve)? (?:received|recorded|booked|taken|took) (?:a |your )?payment of {AMOUNT}{tail}", _PAID
        )
        yield Clause(rf"{AMOUNT} (?:was|has been) paid{tail}", _PAID_ALL)
        yield Clause(rf"we(?: have|'ve)?{ADVERB} (?:refunded|credited)(?: you)? {AMOUNT}{tail}", _BACK)
        issued = rf"(?:was|has been){ADVERB} (?:issued|made|sent|paid)"
        yield Clause(rf"(?:a|your|the) refund of {AMOUNT}{OF} {issued}{tail}", _BACK)
        yield Clause(rf"{AMOUNT} (?:was|has been){ADVERB} (?:refunded|credited)(?: back)?{tail}", _BACK)


MONEY_CLAUSES = (*_total(), *_items_total(), *_shares(), *_shipping(), *_moves())
