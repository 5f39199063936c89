"""Which items of an order a message names, and which sum of money."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import Literal

from agent.actions.proposals import ProposedItem
from knowledge.bm25 import tokenise
from knowledge.order_ids import find_order_ids
from knowledge.order_types import Order
from knowledge.types import Value

_WHOLE = re.compile(r"\b(?:whole|entire|full|complete|everything|all)\b", re.IGNORECASE)
_BUT = re.compile(r"\b(?:except|excluding|but not|not the|apart from|besides|keep|without)\b", re.IGNORECASE)
_THING = re.compile(
    r"\b(?:refund|replace|resend|cancel|reimburse|send|replacement|refund of|refund for|money back)\b (?:me |us )?(?:back )?(?:for |of |on )?"
    r"(?:the|my|one|two|three|both|\d+|this|that) (?P<what>(?:[\w'-]+ ?){1,4})",
    re.IGNORECASE,
)
_UP_TO = re.compile(
    r"\b(?:of|from|in|for|on|because|as|to|which|that|and|it|please|again|with|is|was|came|arrived|i|has|have|order|ord)\b.*",
    re.IGNORECASE,
)
_OF_THE_ORDER = frozenset(
    tokenise("order orders purchase parcel package money amount rest total delivery shipment price payment cost lot")
)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "a": 1, "an": 1}
_CURRENCY = {
    "$": "USD",
    "us$": "USD",
    "usd": "USD",
    "dollars": "USD",
    "dollar": "USD",
    "€": "EUR",
    "eur": "EUR",
    "euros": "EUR",
} | {
    "euro": "EUR",
    "£": "GBP",
    "gbp": "GBP",
    "pounds": "GBP",
    "pound": "GBP",
}
_SIGN = r"US\$|[$€£]|USD|EUR|GBP"
_SUM = re.compile(
    rf"(?<![\w.,])(?P<minus>[-–−] ?)?(?:(?P<before>{_SIGN}) ?(?P<first>\d[\d.,]*\w*)|(?P<second>\d[\d.,]*\w*) ?(?P<after>{_SIGN}|dollars?|euros?|pounds?)\b)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"#?\b(?:ord(?:er)?[\s#:._-]{0,3}|w-?)?\d{3,12}\b", re.IGNORECASE)
_RANGE_BEFORE = re.compile(r"\d\s*(?:or|to|and|-|–)\s*$", re.IGNORECASE)
_RANGE_AFTER = re.compile(r"\s*(?:or|to|-|–)\s*[$€£]?\d", re.IGNORECASE)
_FEE = r"(?:shipping|delivery|postage|handling|customs|import|express|tax|vat)"
_PART = re.compile(
    rf"\b(?:half|(?:a|one|two) (?:thirds?|quarters?)|(?:part|portion|some) of|partial(?:ly)?|difference)\b|\d ?(?:%|per ?cent\b)"
    rf"|\b{_FEE} (?:fees?|costs?|charges?|price|part)\b|\b(?:refund|reimburse)(?: me| us)?(?: for| of)?(?: the| my)? {_FEE}\b"
    r"|\b(?:refund|reimburse|pay|give)(?: me| us)?(?: back)?(?: just| only| about)? \d+(?:[.,]\d+)?(?![\d.,]|\s*(?:of|x|×|pieces?)\b)(?! [a-z-]+s\b)"
    r"|(?<![\d.,])\d+[.,]\d{2}(?![.,]?\d)|[¥₹₽₩] ?\d|\d ?[¥₹₽₩]|\d ?(?:kr|chf|sek|nok|dkk|pln|zł|cad|aud|yen)\b|\b(?:chf|sek|nok|dkk|pln|cad|aud) ?\d",
    re.IGNORECASE,
)
"""A share, a fee, or a number without a currency of ours: which sum that is, the customer is asked."""
_EXACT = re.compile(r"\d{1,6}(?:\.\d{1,2})?")


class NamedItems(Value):
    """What a message says of the items of one order."""

    found: Literal["whole", "some", "unclear"]
    """`whole` also where nothing is named; `unclear` where something is named that could be several lines, or none."""
    items: tuple[ProposedItem, ...] = ()


class NamedSum(Value):
    """The one sum that a message names."""

    amount: Decimal
    currency: str


def named_items(text: str, order: Order) -> NamedItems:
    """The lines of the order that the text names, with the pieces of each; all of a line where no number stands by it."""
    every = tuple(_piece(order, number, item.quantity) for number, item in enumerate(order.items, 1))
    said = _SUM.sub(" it ", _without_ids(text))
    lines = _lines_named(said, order)
    if lines is None or (lines and _BUT.search(said)):
        return NamedItems(found="unclear")
    if lines:
        items = tuple(_piece(order, number, _pieces(said, order, number)) for number in lines)
        return NamedItems(found="whole" if items == every else "some", items=items)
    if _WHOLE.search(said) and not _BUT.search(said):
        return NamedItems(found="whole", items=every)
    if len(order.items) > 1 and (_BUT.search(said) or _names_something_else(said)):
        return NamedItems(found="unclear")
    return NamedItems(found="unclear" if _names_something_else(said) else "whole", items=every)


def named_sum(text: str) -> NamedSum | Literal["unclear"] | None:
    """The sum that a text names; `unclear` where there are several, or one that is not plainly written."""
    found: set[tuple[Decimal, str]] = set()
    for match in _SUM.finditer(text):
        digits = (match["first"] or match["second"]).rstrip(".,")
        ranges = _RANGE_BEFORE.search(text[: match.start()]) or _RANGE_AFTER.match(text, match.end())
        if match["minus"] or ranges or not _EXACT.fullmatch(digits):
            return "unclear"
        found.add(
            (Decimal(digits).quantize(Decimal("0.01")), _CURRENCY[(match["before"] or match["after"]).casefold()])
        )
    if len(found) > 1 or (not found and _is_a_part(text)):
        return "unclear"
    return NamedSum(amount=next(iter(found))[0], currency=next(iter(found))[1]) if found else None


def _is_a_part(text: str) -> bool:
    """Whether a text without a sum asks for less than all: a share, a fee, a bare number; not if its last line says all."""
    last = text.strip().rpartition("\n")[2]
    if _WHOLE.search(last) and not _PART.search(_without_ids(last)):
        return False
    return bool(_PART.search(_without_ids(text)))


def _without_ids(text: str) -> str:
    """The text without order numbers, whose digits are no quantity."""
    return _NUMBER.sub(" order ", text) if find_order_ids(text) else text


def _lines_named(said: str, order: Order) -> list[int] | None:
    """Numbers of the lines that are named; None where a word fits several lines and no other tells them apart."""
    words = [set(tokenise(item.name)) for item in order.items]
    shared = Counter(word for names in words for word in names)
    asked = set(tokenise(said))
    lines = [number for number, names in enumerate(words, 1) if any(shared[word] == 1 for word in names & asked)]
    told = {word for number in lines for word in words[number - 1]}
    open_words = {word for word in shared if shared[word] > 1 and word in asked} - told
    return None if open_words else lines


def _names_something_else(said: str) -> bool:
    """Whether the wish has an object of its own that no line of the order is called by."""
    for match in _THING.finditer(said):
        words = set(tokenise(_UP_TO.sub("", match["what"])))
        if words and not words & _OF_THE_ORDER and not _WHOLE.search(match["what"]):
            return True
    return False


def _pieces(said: str, order: Order, number: int) -> int:
    """How many pieces of a line are meant; all of them where no number stands before its name."""
    item = order.items[number - 1]
    names = tokenise(item.name)
    for match in re.finditer(
        r"\b(\d{1,2}|one|two|three|four|five|six|an?)\b(?: of (?:the|my|these|those))? ((?:[\w-]+ ?){1,4})",
        said,
        re.IGNORECASE,
    ):
        if set(tokenise(match[2])) & set(names):
            count = _NUMBERS.get(match[1].casefold()) or int(match[1] if match[1].isdigit() else 0)
            if 1 <= count <= item.quantity:
                return count
    return item.quantity


def _piece(order: Order, number: int, quantity: int) -> ProposedItem:
    item = order.items[number - 1]
    return ProposedItem(line=number, sku=item.sku, name=item.name, quantity=quantity, unit_price=item.unit_price)


def price_of(items: Sequence[ProposedItem]) -> Decimal:
    """What the pieces cost, without shipping."""
    return sum((item.quantity * item.unit_price for item in items), Decimal("0.00"))
