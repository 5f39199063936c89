"""What is said of both orders, as one part for each: "Both orders were shipped on 2 March."."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.compound_claims import Part

_BOTH = re.compile(
    r"both(?: of (?:them|your orders|these orders)| (?:your )?(?:orders|parcels|packages|shipments))? (?:were|have been) "
    r"(?P<done>(?:placed|shipped|dispatched|delivered|cancelled|canceled|refunded|returned)"
    r"(?: on (?:[\w,]+ ?){1,4})?)[.!]?",
    re.IGNORECASE,
)
"""Only what happens to each by itself; "both were shipped together" or "for 45 USD" is not said of each."""


def parts_for_each(sentence: str, orders: Sequence[str]) -> tuple[Part, ...]:
    """A part for each of the two orders that were just named, of the same span; none where the sentence is another.

    Args:
        sentence: as it stands in the draft.
        orders: canonical ids, in the order of mention.
    """
    found = _BOTH.fullmatch(sentence.strip())
    if found is None or len(orders) != 2:
        return ()
    return tuple(
        Part(0, len(sentence), f"Order {order} was {found['done']}.", opposed=n > 0) for n, order in enumerate(orders)
    )
