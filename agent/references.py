"""Which order a sentence of a draft speaks of: named, or meant by "it", "the second one", "the refund", "the mug".

In doubt it is none: a sentence without an owner is proved by no order, and one with the wrong owner would be proved by
another order's fields.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, replace

from agent.claim_text import leans_back
from agent.grounding.typed import Kind
from agent.grounding.vocabulary import content_words
from agent.sentences import MARKER
from agent.types import Claim
from knowledge.order_ids import find_order_ids

_THE_ORDER = re.compile(
    r"\b(?:your|the|this|that) (?:whole |entire )?(?:order|parcel|package|shipment|delivery|purchase)\b", re.IGNORECASE
)
_IT = re.compile(r"\b(?:it|its|they|them|this|that)\b", re.IGNORECASE)
_OF_AN_ORDER = frozenset({"date", "status", "money", "tracking"})
_ITS_MONEY = re.compile(
    r"(?:and )?(?:(?:the|your|its) (?:\w+ )?(?:refund|payment|money|total|shipping fee|tracking number|invoice|status|return|replacement)"
    r"\b|(?:we|i) (?:have |'ve )?(?:refunded|sent|shipped|dispatched|issued|credited)\b)",
    re.IGNORECASE,
)
_HAPPENED = re.compile(
    r"\b(?:was|were|has been|have been|had been|came to|arrived|cost|refunded|issued|shipped|sent|dispatched|credited"
    r"|(?:total|tracking number|status) is|is (?:still )?on (?:its|the) way|is expected|should arrive)\b",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"\b(?:if|when|whenever|once|usually|normally|always|must|can|may|takes?|within|any|every|all|orders|parcels)\b",
    re.IGNORECASE,
)
"""Words of a statement about how the shop works, which no order owns."""
_ITEM = re.compile(
    r"the (?P<item>(?:[a-z-]+ ){0,3}?[a-z-]+) (?:was|were|is|are|has been|have been|arrived|cost)\b", re.IGNORECASE
)
_ORDINAL = re.compile(
    r"the (?P<which>first|second|third|other|last|latter|former)(?: (?P<noun>one|order|parcel|package|shipment))?"
    r"(?= (?:was|is|has|will|should|arrived|came|cost))",
    re.IGNORECASE,
)
_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1, "former": 0, "latter": 1}
_COUNTED_ITEMS = re.compile(
    r"\b(?:two|three|four|five|several|\d{1,2}) (?:[a-z-]+ )?(?!orders\b|parcels\b|packages\b|shipments\b)[a-z-]+s\b",
    re.IGNORECASE,
)
_NO_ITEM = frozenset({"order", "parcel", "package", "shipment", "delivery", "refund", "payment", "total"})


@dataclass(frozen=True)
class Thread:
    """What the sentences so far spoke about."""

    owner: str | None = None
    """Order of the sentence before."""
    orders: tuple[str, ...] = ()
    """All orders named so far, in the order of first mention."""
    listed: tuple[str, ...] = ()
    """Orders named one after the other just now, which "the second one" counts; none once anything else was spoken of."""
    items: tuple[tuple[str, str], ...] = ()
    """Content words of sentences about one order, each with that order."""
    last: int | None = None
    """Index of the last claim worth checking."""

    def after(self, claim: Claim) -> Thread:
        """The thread once a claim has been said."""
        named = find_order_ids(claim.text)
        said = replace(self, orders=tuple(dict.fromkeys((*self.orders, *named))))
        if not (named or claim.checkworthy):
            return said
        owner = named[0] if len(named) == 1 else claim.owner
        items = tuple((word, owner) for word in content_words(claim.text)) if owner else ()
        last = claim.index if claim.checkworthy else said.last
        return replace(said, owner=owner, listed=self._listed(claim, named), items=(*self.items, *items), last=last)

    def _listed(self, claim: Claim, named: tuple[str, ...]) -> tuple[str, ...]:
        if _COUNTED_ITEMS.search(claim.text):
            return ()
        if not named:
            return self.listed if claim.owner in self.listed else ()
        return named if len(named) > 1 else tuple(dict.fromkeys((*self.listed, *named)))


def owner_of(
    body: str, thread: Thread, kinds: Set[Kind], *, within: str | None = None, under: str | None = None
) -> str | None:
    """The order a sentence names, else the one it refers to; None where it names two, or may mean either of two.

    Args:
        body: the sentence, in the form of `claim_body`.
        thread: what was said before it.
        kinds: kinds of the typed values in it.
        within: the only order that the whole sentence names, where this is a part of one.
        under: the only order that the line names which governs it.
    """
    named = find_order_ids(body)
    if named:
        return named[0] if len(named) == 1 else None
    ordinal = _ORDINAL.match(body)
    if ordinal:
        return _counted(ordinal, thread)
    states_value = bool(kinds & _OF_AN_ORDER)
    if within or under:
        return _of_the_one_around_it(body, within or under, is_part=within is not None, states_value=states_value)
    if len(thread.orders) == 1 and (_THE_ORDER.search(body) or (states_value and _is_its_own_fact(body))):
        return thread.orders[0]
    if leans_back(body) or (states_value and _IT.search(body)):
        return thread.owner
    return _owner_of_item(body, thread) if kinds & {*_OF_AN_ORDER, "quantity"} else None


def spelled_out(sentence: str, thread: Thread) -> str | None:
    """ "The second one was sent." with the order's id for its subject; None where it does not begin by counting orders."""
    marker = MARKER.match(sentence)
    first = marker.end() if marker else 0
    ordinal = _ORDINAL.match(sentence, first)
    order = _counted(ordinal, thread) if ordinal else None
    return f"{sentence[:first]}Order {order}{sentence[ordinal.end() :]}" if ordinal and order else None


def single_order(text: str) -> str | None:
    """The order that a text names, where it names just one."""
    named = find_order_ids(text)
    return named[0] if len(named) == 1 else None


def _of_the_one_around_it(body: str, order: str | None, *, is_part: bool, states_value: bool) -> str | None:
    refers = leans_back(body) or _THE_ORDER.search(body) or _is_its_own_fact(body)
    speaks = refers or (states_value and (bool(_IT.search(body)) or not is_part))
    return order if speaks and (leans_back(body) or not _GENERAL.search(body)) else None


def _is_its_own_fact(body: str) -> bool:
    return bool(_ITS_MONEY.match(body) and _HAPPENED.search(body)) and not _GENERAL.search(body)


def _counted(ordinal: re.Match[str], thread: Thread) -> str | None:
    """The order that "the second one" counts to among those just listed."""
    which, listed = ordinal["which"].lower(), thread.listed
    if len(listed) < 2 or (which in ("former", "latter", "other") and len(listed) != 2):
        return None
    if which == "other":
        return next((order for order in listed if order != thread.owner), None) if thread.owner in listed else None
    place = _PLACES[which]
    return listed[place] if place < len(listed) else None


def _owner_of_item(body: str, thread: Thread) -> str | None:
    """The one order whose sentences named the item before: "The mug was 12.50 USD."."""
    found = _ITEM.match(body)
    head = content_words(found["item"].split()[-1]) if found else frozenset()
    owners = {order for word, order in thread.items if word in head - _NO_ITEM}
    return owners.pop() if len(owners) == 1 and not _GENERAL.search(body) else None
