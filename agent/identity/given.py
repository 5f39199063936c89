"""What a message gives to prove who writes it: an order number, and an e-mail address or a postcode beside it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from agent.identity.words import asks_for_proof
from agent.privacy.addresses import POSTCODES
from agent.privacy.emails import EMAIL
from agent.types import Message
from knowledge.order_ids import find_order_ids

LOOKED_BACK = 8
"""Earlier lines in which an order number still counts."""
_ORDER = re.compile(
    r"#?\bord(?:er)?(?:\s(?:number|no\.?|nr\.?|id))?[\s#:._-]{0,3}\d{1,12}\b|#?\bw-?\d{5,12}\b", re.IGNORECASE
)
_BARE_NUMBER = re.compile(r"(?<![\w-])\d{5,12}(?![\w-])")
_FILLER = re.compile(
    r"\b(?:it['’]?s|is|are|was|the|my|our|order|number|no|id|and|or|for|with|of|to|post|postal|zip|code|postcode|e|mail|email|e-mail|address"
    r"|delivery|here|you|go|hi|hello|hey|please|pls|thanks|thank|yes|ok|okay|sure|this|that|one|under|registered|placed|using|account|i|used)\b|\[[^\]]{1,30}\]|[\s,.;:!#/()'\"’&+-]",
    re.IGNORECASE,
)
_CANDIDATE = re.compile(r"(?=[A-Za-z0-9 -]{0,9}\d)[A-Za-z0-9]{2,6}(?:[ -]?[A-Za-z0-9]{2,4})?")


@dataclass(frozen=True)
class Given:
    """What was given, as it was typed."""

    order_id: str | None
    """Canonical; of an earlier line where the message answers the request for a proof."""
    emails: tuple[str, ...]
    postcodes: tuple[str, ...]
    bare: bool
    """Whether the message says nothing besides."""
    asked: bool
    """Whether the line before it asked for a proof."""

    @property
    def values(self) -> tuple[str, ...]:
        """E-mail addresses and postcodes in the one form in which they are compared."""
        return tuple(
            dict.fromkeys((*(comparable(one) for one in self.emails), *(comparable(one) for one in self.postcodes)))
        )


def read_given(message: str, earlier: Sequence[Message]) -> Given:
    """What a message gives, on its own or after the lines before it."""
    asked = bool(earlier) and earlier[-1].role == "assistant" and asks_for_proof(earlier[-1].text)
    emails = tuple(found[0] for found in EMAIL.finditer(message))
    rest = _ORDER.sub(" ", EMAIL.sub(" ", message))
    orders = find_order_ids(message)
    if not orders and asked and emails and len(numbers := _BARE_NUMBER.findall(rest)) == 1:
        orders, rest = (f"ORD-{numbers[0]}",), rest.replace(numbers[0], " ")
    postcodes = () if emails else _postcodes(rest, alone=bool(orders) or asked)
    for found in postcodes:
        rest = rest.replace(found, " ")
    return Given(
        order_id=orders[0] if orders else _order_before(earlier) if asked else None,
        emails=emails,
        postcodes=postcodes,
        bare=not _FILLER.sub("", rest),
        asked=asked,
    )


def is_bare(line: str) -> bool:
    """Whether an earlier line of the customer gave parts of a proof and said nothing."""
    given = read_given(line, ())
    return given.bare or bool(re.fullmatch(r"[A-Za-z0-9 -]{3,10}", line.strip()) and re.search(r"\d", line))


def comparable(value: str) -> str:
    """A value without what people write differently: case, blanks, hyphens of a postcode; tags of an e-mail address stay."""
    folded = "".join(unicodedata.normalize("NFKC", value).casefold().split())
    return folded if "@" in folded else folded.replace("-", "")


def _postcodes(rest: str, *, alone: bool) -> tuple[str, ...]:
    """What is called a postcode; else, where a proof is on the table, the one thing that could be one."""
    called = tuple(
        dict.fromkeys(
            match[0] if pattern.groups == 0 else match["code"]
            for pattern in POSTCODES
            for match in pattern.finditer(rest)
        )
    )
    if called or not alone:
        return called
    words = " ".join(word for word in rest.split() if _FILLER.sub("", word)).strip(",.;:!()\"'’ ")
    return (words,) if _CANDIDATE.fullmatch(words) and words in rest else ()


def _order_before(earlier: Sequence[Message]) -> str | None:
    for line in reversed(earlier[-LOOKED_BACK:]):
        if line.role == "customer" and (found := find_order_ids(line.text)):
            return found[0]
    return None
