"""Identifiers that a question names: the passages that hold them come before those that do not.

Neither an embedder nor a cross-encoder can tell one code from another, so both place the passage of a like code as high
as that of the code that was asked for. The words themselves decide here: candidates are put into strata by how many of
the identifiers they hold, and keep their order inside each. A further ranking in the fusion would only make it likely.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from knowledge.bm25 import Bm25Index
from knowledge.tokenising import query_tokens

RARE_TEXTS = 50
RARE_SHARE = 0.05
FEW_TEXTS = 5
"""An identifier names something where at most 50 texts and 5 % of them hold it, five in a small index. What more of them
hold, the version of a whole product line for example, is a circumstance, and the general article may not name it."""

QUANTITY = re.compile(r"\d+(?:st|nd|rd|th|[a-z]{1,3})")
"""5kg, 24h, 2nd: as good as a plain number."""

PLAIN_DIGITS = 5
"""A number of so many digits is an id; a shorter one counts something."""

Held = Mapping[str, tuple[str, ...]]
"""By passage id the identifiers that it holds."""


def rare_identifiers(query: str, index: Bm25Index) -> dict[str, list[int]]:
    """The identifiers that a query names and few texts hold, with the places of these texts."""
    most = min(RARE_TEXTS, max(FEW_TEXTS, int(index.size * RARE_SHARE)))
    named = [token for token in query_tokens(query, index.vocabulary).telling if is_identifier(token)]
    places = {token: index.holders(token).tolist() for token in dict.fromkeys(named)}
    return {token: found for token, found in places.items() if len(found) <= most}


def is_identifier(token: str) -> bool:
    """Whether a token names one thing: no word, no quantity, no small number, date, time or price."""
    if "_" in token or "@" in token:
        return True
    digits = sum(character.isdigit() for character in token)
    if not digits or QUANTITY.fullmatch(token):
        return False
    return any(character.isalpha() for character in token) or digits >= PLAIN_DIGITS or token.count(".") > 1


def holders_first(order: Sequence[str], held: Held) -> list[str]:
    """The ids in strata: those that hold more of the identifiers first, in their order otherwise."""
    return sorted(order, key=lambda passage_id: -len(held.get(passage_id, ())))


def held_for_all(found: Sequence[Held]) -> Held:
    """What counts for several phrasings together: the identifiers that every one of them names.

    One question of a message must not fill the list because it names a code and the others do not.

    Args:
        found: of each phrasing, one or more.
    """
    first, *others = found
    shared = {
        passage_id: tuple(token for token in tokens if all(token in one.get(passage_id, ()) for one in others))
        for passage_id, tokens in first.items()
    }
    return {passage_id: tokens for passage_id, tokens in shared.items() if tokens}
