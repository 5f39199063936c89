"""What a judge is asked: all open claims at once, beside the evidence that may prove one of them.

The rules stand in the system message only, which is the same in every turn. Claims and evidence come as elements that
their own text cannot close: it is escaped, and the elements' names end in a hash over all of it, which no text can
foretell, for it would have to hold its own hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from agent.context.formatting import element
from agent.grounding.vocabulary import content_words
from agent.prompts import JUDGE_PROMPT, PromptMessage
from agent.types import Claim, Evidence
from knowledge.types import Value

SHOWN_CHARACTERS = 24_000
"""Of all evidence together, some 6,000 tokens; what has least to do with the claims is left out."""


class Asked(Value):
    """One open claim as the judge sees it."""

    claim: Claim
    text: str
    """The claim as a sentence that can be read without its draft."""

    @property
    def label(self) -> str:
        """`C3` for the draft's fourth claim."""
        return f"C{self.claim.index}"


class Exhibit(Value):
    """One piece of evidence as the judge sees it."""

    label: str
    """`E1`, `E2`, …"""
    evidence: Evidence
    text: str
    """What is shown of it."""


class Case(Value):
    """Everything that is put to a judge in one call."""

    asked: tuple[Asked, ...]
    exhibits: tuple[Exhibit, ...]


def exhibits_of(evidence: Sequence[Evidence], asked: Sequence[Asked], room: int = SHOWN_CHARACTERS) -> list[Exhibit]:
    """The evidence that shares most words with a claim, best first, in so many characters; a text may lose its end."""
    wanted = [content_words(one.text) for one in asked]
    shares = {n: max((len(words & _about(item)) for words in wanted), default=0) for n, item in enumerate(evidence)}
    shown: list[Exhibit] = []
    for n in sorted(shares, key=lambda place: -shares[place]):
        text = evidence[n].text[:room]
        if text.strip():
            shown.append(Exhibit(label=f"E{len(shown) + 1}", evidence=evidence[n], text=text))
            room -= len(text)
    return shown


def judge_messages(case: Case) -> list[PromptMessage]:
    """The system message, and a human message that holds nothing but elements."""
    mark = boundary(case)
    lines = [
        *(_element(f"evidence-{mark}", one.label, one.evidence.owner, _titled(one)) for one in case.exhibits),
        *(_element(f"claim-{mark}", one.label, one.claim.owner, one.text) for one in case.asked),
    ]
    return [("system", JUDGE_PROMPT), ("human", "\n".join(lines))]


def boundary(case: Case) -> str:
    """What the elements' names end in: sixteen digits that depend on every text between them."""
    texts = [*(_titled(one) for one in case.exhibits), *(one.text for one in case.asked)]
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _element(name: str, label: str, owner: str | None, text: str) -> str:
    return element(name, {"id": label} | ({"order": owner} if owner else {}), text)


def _titled(exhibit: Exhibit) -> str:
    path = " › ".join(exhibit.evidence.heading_path)
    return f"{path}\n{exhibit.text}" if path else exhibit.text


def _about(item: Evidence) -> frozenset[str]:
    return content_words(f"{' '.join(item.heading_path)} {item.text}")
