"""A question about an order without the order's number, which no article holds and which hides what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NAMED = (
    r"(?:\b(?:my |the |this |for )?order(?: (?:number|no\.?|nr\.?|id))?[\s:]{0,2})?(?<![\w-])#?(?:ord|w)?[\s#:._-]{0,3}"
)


def without_order_ids(question: str, order_ids: Iterable[str]) -> str:
    """The question with "my order" in the place of each of the orders; as it is where it names none of them.

    Args:
        question: as the customer typed it.
        order_ids: canonical, such as `ORD-99107`.
    """
    for order_id in order_ids:
        digits = re.sub(r"\D", "", order_id)
        question = re.sub(rf"{_NAMED}(?<!\d){digits}\b", " my order", question, flags=re.IGNORECASE)
    return " ".join(question.split())
