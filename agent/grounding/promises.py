"""Sentences that say something was done or will be done for this customer, and the record they need."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from agent.grounding.evidence_book import Quote

Promise = Literal["done", "commitment"]
"""`done`: said to have happened, so only a record proves it. `commitment`: an article may say it word for word."""

_FAMILIES = {
    "refund": r"refund\w*|credited|reimburs\w+|money back",
    "cancel": r"cancel\w*",
    "replace": r"replac\w+|exchang\w+",
    "return": r"return\w*",
    "ship": r"ship\w*|dispatch\w*|sent|send",
    "change": r"chang\w+|updat\w+|correct\w+",
    "escalate": r"escalat\w+|forward\w+|pass\w* on|hand\w* over",
    "close": r"delet\w+|clos\w+|remov\w+",
    "approve": r"approv\w+|confirm\w+|authori[sz]\w+",
    "open": r"open\w*|creat\w+|start\w*|fil\w+|submit\w*|initiat\w+|request\w*|arrang\w+|book\w*|schedul\w+",
}
_DONE_VERB = (
    r"(?:refunded|issued|cancell?ed|sent|shipped|dispatched|replaced|exchanged|updated|changed|corrected|processed|approved"
    r"|authori[sz]ed|credited|reimbursed|applied|escalated|forwarded|passed|initiated|submitted|created|started|arranged"
    r"|scheduled|reset|removed|deleted|closed|extended|waived|upgraded|confirmed|booked|added|opened|filed|requested"
    r"|returned|completed|resolved|fixed|made|given|paid|granted|asked|contacted|informed|notified|flagged)"
)
_ADVERBS = r"(?:(?:now|just|already|also|successfully|gladly|since|been|being|fully) ){0,3}"
_WE_DID = re.compile(
    rf"\b(?:I|we)(?: have|'ve| had|'d| am| are|'m|'re)? (?:went ahead and |gone ahead and )?{_ADVERBS}{_DONE_VERB}\b",
    re.IGNORECASE,
)
_SPAN = r"(?:[^,.;]|[.,](?=\d))"
"""A character inside a clause; a mark within a number ends none."""
_YOURS = rf"\byour {_SPAN}{{0,60}}?"
_YOURS_DONE = re.compile(
    rf"{_YOURS}\b(?:has|have|had|was|were|is being|are being) {_ADVERBS}{_DONE_VERB}\b"
    rf"|{_YOURS}\b(?:is|are) {_ADVERBS}(?:approved|confirmed|complete|granted|accepted|under ?way|on (?:its|the|their) way|in progress)\b"
    rf"|\byou (?:have|'ve|were) {_ADVERBS}(?:refunded|credited|reimbursed|charged back)\b"
    rf"|\b(?:a|the|full|partial) (?:refund|replacement|credit|return label) {_SPAN}{{0,40}}?\b(?:has|have|was|were) {_ADVERBS}{_DONE_VERB}\b"
    rf"|\b(?:a|the|your) (?:\w+ ){{0,2}}?(?:refund|replacement|credit|label|money|exchange|voucher) (?:is|has) {_ADVERBS}"
    r"(?:on (?:its|the) way|under ?way|in progress|being (?:processed|sent|issued|prepared)|gone through|coming)\b",
    re.IGNORECASE,
)
_SETTLED = re.compile(
    rf"\bconsider (?:it|that|this) (?:done|sorted|handled|cancelled|refunded)\b|\b(?:you're|you are|we're|that's|everything(?:'s| is)) {_ADVERBS}all set\b"
    rf"|\b(?:it|that|this|everything|all of it|the (?:matter|issue|problem))(?:'s| is| has| has been| was) {_ADVERBS}(?:all )?(?:taken care of"
    r"|sorted(?: out)?|settled|handled|dealt with|resolved|fixed|put right|done)\b"
    r"|\b(?:I|we)(?: have|'ve)? (?:went|gone) ahead\b|\b(?:I|we)(?: have|'ve)? (?:took|taken) care of\b|^all (?:done|sorted|set)\b",
    re.IGNORECASE,
)
"""Said to be settled without a word on what was done."""
_I_WILL = re.compile(
    r"\bI(?:'ll| will| shall| am going to|'m going to)\b|\bI(?: can| do| hereby)? (?:guarantee|promise|assure|undertake|swear)\b",
    re.IGNORECASE,
)
_WILL = re.compile(
    r"\bwe(?: can| do| hereby)? (?:guarantee|promise|assure|undertake)\b|\bwe(?:'ll| will| shall| are going to|'re going to)\b|\byou(?:'ll| will| are going to) \w+"
    rf"|\b(?:it|this|that|they|your {_SPAN}{{1,40}}?)(?:'ll| will) (?:be|arrive|reach|come|show|ship)\b|\bguaranteed\b"
    r"|\b(?:I|we)(?: am|'m| are|'re) (?:now )?(?:refunding|cancelling|sending|issuing|processing|replacing|shipping|arranging|crediting)\b"
    r"|(?<!can )(?<!should )\bexpect (?:your|the|a|it|them)\b|\blook out for (?:your|the|a|it)\b|\bcoming your way\b"
    rf"|\byou (?:should|can expect to|can) (?:see|have|get|receive|expect) {_SPAN}{{1,60}}?\b(?:tomorrow|today|tonight|soon|shortly|this week"
    r"|next week|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_THIS_CUSTOMER = re.compile(
    r"\b(?:it|this|your|refund\w*|replacement|credit|compensation|voucher|money|free)\b", re.IGNORECASE
)
_FIRST_PERSON = re.compile(r"\bI\b|\byour?\b|\b(?:it|this|that|them)\b|\bORD\b|#W", re.IGNORECASE)
_WHEN = r"once|when|whenever|if|until|as soon as|before|unless|while|whether"
_UNDER = re.compile(rf"\b(?:{_WHEN}|after) (?:that |the day )?$|^(?:only )?(?:{_WHEN})\b[^,;:]*$", re.IGNORECASE)
_WITHIN = re.compile(rf"\b(?:{_WHEN}|after) (?:\w+ ){{1,2}}(?:has|have|had|was|were|is|are)\b", re.IGNORECASE)
_DEPENDING = re.compile(rf"\s*(?:only |not )*(?:{_WHEN}|after)\b", re.IGNORECASE)
_FROM_ORDER = re.compile(
    r"\b(?:delivered|shipped|dispatched|cancell?ed|refunded|returned|on (?:its|the) way|processed)\b", re.I
)
_RECORDED = re.compile(
    r"\b(?:issued|refunded|completed|complete|paid|sent|credited|done|cancell?ed|changed|updated|created|opened|shipped|approved"
    r"|replaced|returned|escalated|handed over|forwarded|deleted|closed|confirmed|executed|succeeded|booked|submitted)\b",
    re.IGNORECASE,
)
_NOT_RECORDED = re.compile(
    r"\b(?:pending|await\w*|waiting|requested|proposed|declined|refused|rejected|failed|not|never|no|scheduled|will|would"
    r"|if|until|unless|needs?|draft|planned|to be)\b",
    re.IGNORECASE,
)


def promise_in(body: str) -> Promise | None:
    """Whether a sentence says that something was done or will be done; what stands under "once" or "if" does not count."""
    if _outright(_SETTLED, body):
        return "done"
    done = [found for pattern in (_WE_DID, _YOURS_DONE, _I_WILL) for found in _outright(pattern, body)]
    if any(not _DEPENDING.match(body, found.end()) for found in done) and _FIRST_PERSON.search(body):
        return "done"
    return "commitment" if done or _outright(_WILL, body) else None


def is_for_this_customer(body: str) -> bool:
    """Whether a commitment is about this customer's goods or money, rather than about how the shop works."""
    return bool(_THIS_CUSTOMER.search(body))


def may_be_an_order_fact(body: str) -> bool:
    """Whether an order's own status may state it: "has been cancelled", "was shipped"."""
    return bool(_FROM_ORDER.search(body)) and not _I_WILL.search(body) and not _WILL.search(body)


def families(text: str) -> frozenset[str]:
    """The kinds of action that a text names."""
    return frozenset(name for name, verbs in _FAMILIES.items() if re.search(rf"\b(?:{verbs})\b", text, re.IGNORECASE))


def records_of(quotes: Iterable[Quote], body: str, owner: str | None) -> tuple[Quote, ...]:
    """Recorded actions, carried out, of every kind that a claim about this order names; an order's refunds are some."""
    named = families(body)
    return tuple(
        quote
        for quote in quotes
        if _is_record(quote)
        and quote.owner == owner
        and named
        and named <= families(f"{quote.evidence.field or ''} {quote.body}".replace("_", " "))
        and _RECORDED.search(quote.body)
        and not _NOT_RECORDED.search(quote.body)
    )


def _is_record(quote: Quote) -> bool:
    source, field = quote.evidence.source, quote.evidence.field or ""
    return source == "action" or (source == "order" and field.startswith("refunds."))


def _outright(pattern: re.Pattern[str], body: str) -> list[re.Match[str]]:
    """Matches that are not what a "once" or "if" before them opens."""
    return [
        found
        for found in pattern.finditer(body)
        if not _UNDER.search(body[: found.start()]) and not _WITHIN.search(found[0])
    ]
