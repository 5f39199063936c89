"""How people say what an order's fields hold: the pieces that the clauses of `statements` are made of.

A clause is read in small letters with slots for typed values: `it was shipped on <d3> with larkfield couriers`. The groups
of a pattern are named by what they hold: `d` a date, `m` money, `q` a number, `i` a number of items, `u` a duration, `t` a
tracking number, `w` words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
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
    sole: bool = False
    """Whether it is put as the only one: "the payment is <m0>" of an order that was paid in one go."""

    @property
    def slot(self) -> str:
        """Kind of the value, as slots write it; `w` for words."""
        return self.group[:1] or "w"


@dataclass(frozen=True)
class Clause:
    """One clause, or one phrase that adds to the clause before it."""

    regex: str
    parts: tuple[Part, ...]
    kind: Literal["whole", "verb", "adjunct", "list", "more", "gap"] = "whole"
    """A `verb` has the subject of the clause before where none stands there; an `adjunct` adds to that clause; `more` goes
    on with a `list` of items; a `gap` lacks its object, which stands before: "the one (that) you placed on <d0>"."""
    behind: tuple[str, ...] = ()
    """Of an adjunct, the fields of which the clause before must state one: a total includes shipping, a price does not."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The clause up to where the next may begin."""
        return re.compile(self.regex + (END_OF_GAP if self.kind == "gap" else END))


JOINER = r",? (?:and|but) (?:then )?|, (?:then )?|; (?:and )?| - |: "
"""Between two clauses."""

END = r"(?=$|,|;|:|\)| (?:and|but|with|by|via|under|through|for|including|incl|at|on|in|of which|priced|without|before|excluding|as|from|to|under|plus|which|that)\b| [-(<])"
"""What may follow a clause: the end, or a word with which another clause or phrase begins."""
END_OF_GAP = END.replace(
    "(?=$|", r"(?=$| (?:is|was|has|had|arrived|came|comes|costs?|should|left|contains|includes)\b|", 1
)
"""After a relative clause without a comma the verb goes on: "Your order from <d0> was …"."""

_NOUN = r"(?:order|parcel|package|shipment|purchase)"
_ORDER = (
    rf"(?:(?:(?:the|your) (?:parcel|package|shipment|contents?) (?:of|for|from|with) )?(?:(?:your|the|this|that) )?(?:whole |entire )?(?:{_NOUN} (?:number |no\.? |id )?|no\. )?\(?#?<o(?P<SLOT>\d+)>\)?"
    rf"|(?:your|the|this|that) (?:whole |entire )?{_NOUN}|it)"
)
SUBJECT = "(?P<subject_words>" + _ORDER.replace("SLOT", "subject") + ")"
SUBJECT_OF_VERB = rf"(?:{SUBJECT}(?: |(?='s)))?"
OBJECT = _ORDER.replace("SLOT", "object")
OBJECT2 = _ORDER.replace("SLOT", "object2")
OF = rf"(?: (?:of|for|on|from|in|with|under|within|as part of) {OBJECT})?"
OF_ORDER = OF.removesuffix("?")

NAME = r"[a-zß-ÿ][a-zß-ÿ0-9 '&.-]{1,40}?"
ITEM_NAME = r"(?P<w_item>(?:<n\d+>(?:e?s)?|[a-zß-ÿ][a-zß-ÿ '&/-]{2,60}?)(?: \((?:[a-zß-ÿ :,.'/-]|<[qu]\d+>){3,120}\)| in (?!all\b|total\b|order\b|your\b|the\b|this\b|it\b|transit\b)[a-zß-ÿ]{3,20})?)"
_BOTH = r"(?P<w_pair>both)(?! (?:an?|one) | (?:the |your )?[a-z' -]+ and (?:an? |one |the |your |<q))"
"""Of two pieces of one item; "both the mug and the tray" has two items."""
ITEM = (
    rf"(?:(?:your|the|{_BOTH}|both|all|of) ){{0,2}}"
    + r"(?:(?:<q(?P<q>\d+)>|(?P<w_one>an?|one))(?: ?[x×])? )?"
    + ITEM_NAME
)
DAY = r"(?:on |on the )?<d(?P<d>\d+)>"
ON = rf"(?: {DAY})?"
EACH = r" (?:each|apiece|per item|per piece|a piece|per unit)"
BE = r"(?:was|were|(?:has|have)(?: already| now| also| successfully)? been|had been|is|are|'s been|'s|got)"
ADVERB = r"(?: (?:already|now|successfully|originally|both|all|also|first))?"
SUM = r"(?:(?:for a total of )?<m(?P<m_line>\d+)>(?: in total| altogether| together)|<m(?P<m_price>\d+)>)"
"""Of a line: what all its pieces cost, or a price of which only the number of the noun says whether it is that of one."""
IN_ALL = r"(?: in total| altogether| in all| overall| all in all)?"
AMOUNT = r"<m(?P<m>\d+)>"
CARRIER = rf"(?:with|via|by|through) (?:the carrier )?(?P<w_carrier>{NAME})"
AGENT = rf"(?:(?P<w_known>(?:the|our|your) (?:carrier|courier|delivery company))(?! [a-z]+ (?:courier|delivered))|(?:the carrier )?(?P<w_carrier>{NAME}))"
METHOD = (
    r"(?:by|with|via|using|to|through|on) (?:(?:your|a|the) )?(?P<w_method>credit card|debit card|gift card|paypal|bank transfer"
    r"|bank account|bank|card|apple pay|google pay|store credit|invoice)(?: account)?"
)

CARRIED = Part("carrier", "w_carrier")
KNOWN_CARRIER = Part("known_carrier", "w_known")
TO_COME = Part("to_come")
"""Stated by what goes on now, "is being sent": that the order has not arrived and was not cancelled."""
NAMED = Part("items.name", "w_item")
SUMMED = (Part("items.line_total", "m_line"), Part("items.price", "m_price"))
ITEM_PARTS = (
    NAMED,
    Part("items.quantity", "q"),
    Part("items.quantity", "w_one", "1"),
    Part("items.quantity", "w_pair", "2"),
)

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
