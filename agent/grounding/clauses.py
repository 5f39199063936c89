"""How people say what an order's fields hold: the pieces that the clauses of `statements` are made of.

A clause is read in small letters with slots for typed values: `it was shipped on <d3> with larkfield couriers`. The groups
of a pattern are named by what they hold: `d` a date, `m` money, `q` a number, `i` a number of items, `u` a duration, `t` a
tracking number, `w` words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Part:
    """A field that a clause states, and the group of its pattern that holds the value."""

    field: str
    group: str = ""
    """Empty for what the clause says whenever it matches."""
    says: str = ""
    """What is said, where that is not what stands in the group, for example a status."""
    negative: bool = False

    @property
    def slot(self) -> str:
        """Kind of the value, as slots write it; `w` for words."""
        return self.group[:1] or "w"


@dataclass(frozen=True)
class Clause:
    """One clause, or one phrase that adds to the clause before it."""

    regex: str
    parts: tuple[Part, ...]
    kind: Literal["whole", "verb", "adjunct", "list", "more"] = "whole"
    """A `verb` has the subject of the clause before where none stands there; an `adjunct` adds to that clause; `more` goes
    on with a `list` of items."""


LEAD = (
    r"(?:(?:great|good) news[!:,] )?(?:(?:i|we) can (?:see|confirm)(?: that)? |(?:our|the) (?:records|system|order system) (?:shows?|says?)(?: that)? "
    r"|according to (?:our|the) (?:records|system),? |it looks like |looks like |as of today,? )?"
)
"""What changes nothing about the clause behind it."""

JOINER = r",? and (?:then )?|, (?:then )?|; (?:and )?| - |: "
"""Between two clauses."""

END = r"(?=$|,|;|\)| (?:and|with|by|via|under|through|for|including|incl|at|on|in|of which|which|priced|-|\(|<))"
"""What may follow a clause: the end, or a word with which another clause or phrase begins."""

_NOUN = r"(?:order|parcel|package|shipment|purchase)"
_ORDER = (
    rf"(?:(?:(?:your|the|this|that) )?(?:whole |entire )?(?:{_NOUN} )?(?:number |no\.? |id )?\(?#?<o(?P<SLOT>\d+)>\)?"
    rf"|(?:your|the|this|that) (?:whole |entire )?{_NOUN}|it)"
)
SUBJECT = "(?P<subject_words>" + _ORDER.replace("SLOT", "subject") + ")"
SUBJECT_OF_VERB = rf"(?:{SUBJECT}(?: |(?='s)))?"
OBJECT = _ORDER.replace("SLOT", "object")
OBJECT2 = _ORDER.replace("SLOT", "object2")
OF = rf"(?: (?:of|for|on|from|in|with) {OBJECT})?"

NAME = r"[a-z][a-z0-9 '&.-]{1,40}?"
ITEM = (
    r"(?:(?:your|the|both|all|of) ){0,2}(?:(?:<q(?P<q>\d+)>|(?P<w_one>an?|one))(?: ?[x×])? )?"
    r"(?P<w_item>[a-z][a-z '-]{2,60}?(?: \([a-z :,]{3,40}\))?)"
)
DAY = r"(?:on |on the )?<d(?P<d>\d+)>"
ON = rf"(?: {DAY})?"
BE = r"(?:was|were|(?:has|have)(?: already| now| also| successfully)? been|had been|is|are|'s been|'s|got)"
ADVERB = r"(?: (?:already|now|successfully|originally|both|all|also|first|marked as))?"
IN_ALL = r"(?: in total| altogether| in all| overall)?"
AMOUNT = r"<m(?P<m>\d+)>"
CARRIER = rf"(?:with|via|by|through) (?:the carrier )?(?P<w_carrier>{NAME})"
METHOD = (
    r"(?:by|with|via|using|to|through|on) (?:(?:your|a|the) )?(?P<w_method>credit card|debit card|gift card|paypal|bank transfer"
    r"|bank account|bank|card|apple pay|google pay|store credit|invoice)(?: account)?"
)

CARRIED = Part("carrier", "w_carrier")
NAMED = Part("items.name", "w_item")
ITEM_PARTS = (NAMED, Part("items.quantity", "q"), Part("items.quantity", "w_one", "1"))

PARTICIPLES = {
    "delivered": ("delivered_on", r"delivered(?: to you)?"),
    "shipped": ("shipped_on", r"(?:shipped|dispatched|sent|posted|mailed)(?: out)?"),
    "placed": ("placed_on", r"(?:placed|made|ordered|purchased|bought)"),
    "cancelled": ("cancelled_on", r"cancell?ed"),
    "refunded": ("refunded_on", r"refunded"),
    "returned": ("", r"returned"),
    "processed": ("", r"processed"),
}
"""Per status its date field and its participle; an order is placed without a status of that name."""

GOING_ON = {
    "on its way": r"(?:on (?:its|the) way(?: to you)?|in transit|en route(?: to you)?)",
    "being processed": r"(?:being processed|processing|pending)",
}
"""Statuses that hold only while the order has them."""
