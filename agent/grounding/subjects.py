"""What a sentence speaks of: its content words folded to one form, with the words apart that distinguish no subject."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from agent.grounding.vocabulary import word_set, words
from knowledge.bm25 import stem

_ALIKE = (
    ("refund", "reimburse reimbursement"),
    ("return", "returned returnable"),
    ("cancel", "cancellation cancelled canceled cancelling"),
    ("item", "product article goods purchase thing merchandise"),
    ("parcel", "package shipment box"),
    ("window", "period timeframe deadline"),
    ("fee", "charge cost price"),
    ("delivery", "deliver arrive arrival receive receipt"),
    ("ship", "dispatch send sent post"),
    ("warranty", "guarantee"),
    ("expire", "valid validity expiry"),
    ("customer", "buyer shopper"),
    ("unopened", "sealed"),
    ("broken", "damaged damage defective faulty fault"),
    ("exchange", "swap"),
    ("free", "gratis"),
    ("bank", "issuer"),
    ("pay", "paid payout"),
)

_STOP = word_set(
    """
    a about after again all also always an and another any are as at away back be because been before being both but by can
    can't cannot come could do does don't doesn't done each either else every everything few first for from further get
    gets getting give given go had has have he her here how however if in into is isn't it it's its itself just keep kept
    later less let like long made make many may me might more most much must my need needs never next no none nor not now
    of off on once one only or other our ours out over own per please rather same shall she should simply since so some
    still such sure take takes taken taking than that that's the their them then there these they this those though through
    time times to too two under unless until up us usually very want was way we well were what when where whether which
    while who whole whom whose why will with within without won't would yes yet you you'll your yours
    """
)

GENERIC = word_set(
    """
    item items order orders window delivery day days date customer customers people anyone everyone nothing something
    shop store company team us full money original whatever reason case cases case possible allowed able allow apply
    applies general normal normally usual standard typically often mostly show appear reach statement currently website
    online start end last count total maximum minimum week month year hour minute usd eur dollar dollars change
    mind ask asks request accept accepted offer fee last
    """
)
"""Words that make no subject of their own: a sentence that has only these beside its verb speaks of everything."""

HEADING_WORDS = GENERIC | word_set(
    """
    account answer answers arrive arrives article billing card cards check contact cost costs delivery details exchange
    exchanges exception exceptions faq fee fees frequently asked question questions guide help how info information long
    overview parcel parcels pay payment payments plan plans policy policies price prices procedure process product products refund
    refunds return returning returns rule rules sending shipping shopping step steps support terms time tracking
    warranty after during inside much soon back booking care legal loyalty privacy security service services
    """
)
"""Words of headings that name a topic, and no product, plan, place or version."""

_ANCHOR = re.compile(
    r"\b(?:(?:after|of|from|following|since|starting (?:with|on|from)|upon) (?:the |your |its )?(?:(?:date|day) of )?"
    r"(?:the |your )?(?:delivery|receipt|purchase|arrival|issue|approval)|(?:after|from when|once) (?:it|they|the \w+) "
    r"(?:is|are|was|were|has been|have been)? ?(?:delivered|arrives?|arrived)|after (?:we|you) (?:issue|receive|get) (?:it|the \w+))\b",
    re.IGNORECASE,
)
"""From when a time counts, which is not what a sentence is about."""

_UNIT = re.compile(r"\b(?:business|working|calendar) (?=days?\b|hours?\b)", re.IGNORECASE)
_ADDRESS = re.compile(r"\S+@\S+|\b(?:https?://|www\.)\S+", re.IGNORECASE)
_SEND_BACK = re.compile(
    r"\b(send|sends|sending|sent|brings?|ships?|posts?|takes?|taking|took|taken|accepts?|accepting|accepted|comes?|came)((?: \w+){0,3}) back\b",
    re.IGNORECASE,
)
_MONEY_BACK = re.compile(r"\b(?:your |their |the )?money back\b", re.IGNORECASE)


def subject_words(text: str) -> frozenset[str]:
    """The folded content words of a text, values and numbers left out: `Refunds are sent` and `a refund` share one."""
    plain = _SEND_BACK.sub(
        r"return \2", _MONEY_BACK.sub("refund", _ANCHOR.sub(" ", _ADDRESS.sub(" ", _UNIT.sub("", text))))
    )
    return folded(word for word in words(plain) if len(word) > 1 and word not in _STOP)


def folded(found: Iterable[str]) -> frozenset[str]:
    """Words in small letters as stems, those that mean the same as one."""
    return frozenset(_fold(word) for word in found)


@cache
def generic() -> frozenset[str]:
    """`GENERIC`, folded."""
    return folded(GENERIC)


@cache
def heading_words() -> frozenset[str]:
    """`HEADING_WORDS`, folded."""
    return folded(HEADING_WORDS)


@cache
def _alike() -> dict[str, str]:
    return {stem(word): stem(name) for name, listed in _ALIKE for word in (name, *listed.split())}


def _fold(word: str) -> str:
    found = stem(word)
    return _alike().get(found, found)
