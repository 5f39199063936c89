"""What a verifier may be asked about a claim, and what it may not."""

from __future__ import annotations

import re
import unicodedata

from agent.claim_text import citation_of, claim_body, leans_back
from agent.grounding.quoting import is_cited_by
from agent.grounding.tiers import may_prove
from agent.types import Claim, Evidence

LIST_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s")


def hypothesis_of(claim: Claim) -> str | None:
    """The claim as a sentence that can be read without its draft; None where a verifier has no say in it.

    It has none in questions and headings, in signs and scripts that it never learned, and in what is said of an order's
    values: those hold where a field holds them, which the exact tier knows; none in a draft's list item that no sentence
    leads into. A draft's item is read with its lead-in, and a sentence that leans on the one before it with that one; so
    is a part of a sentence that is checked without a draft, since what it leans on stands in the sentence itself.
    """
    body = claim_body(claim.text)
    if not body or body.endswith("?") or claim.text.startswith("#") or not is_plain_english(body):
        return None
    if claim.owner is not None and any(mark.isdigit() for mark in body.replace(claim.owner, "")):
        return None
    if claim.leads is None:
        follows = claim.whole is not None and claim.start != claim.whole.start and leans_back(body)
        return f"{claim_body(claim.before)} {body}" if follows and claim.before else body
    if LIST_ITEM.match(claim.text):
        # An item says what its lead-in makes of it: "gift cards" may be what is refunded or what is not.
        return f"{claim_body(claim.leads[0])} {body}" if claim.leads else None
    if not leans_back(body):
        return body
    return f"{claim_body(claim.before)} {body}" if claim.before else None


def may_be_read(evidence: Evidence, claim: Claim) -> bool:
    """Whether a verifier may read the evidence for the claim: what may prove it, and is what the claim cites.

    An order's fields it may not read: what they hold is compared, and what they do not hold it would make up from them.
    """
    readable = evidence.source != "order" and may_prove(evidence, claim)
    return readable and is_cited_by(citation_of(claim.text), evidence)


def is_plain_english(text: str) -> bool:
    """Whether a text holds Latin letters, digits, punctuation and currency signs only."""
    return all(_is_plain(mark) for mark in text)


def _is_plain(mark: str) -> bool:
    if mark.isascii():
        return mark not in "<>=^~|"
    category = unicodedata.category(mark)
    if category.startswith("L"):
        return unicodedata.name(mark, "").startswith("LATIN")
    return category in {"Pd", "Pi", "Pf", "Ps", "Pe", "Po", "Sc", "Zs", "Nd"} or mark in "×€£"
