"""Claims that are sent without the heading which limits them: the heading is named before them, or they fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.claim_text import claim_body, sentence_key
from agent.grounding.limiting_headings import cited, is_named, limiting_heading
from agent.grounding.outlines import outline_of
from agent.grounding.repairing import Edit
from agent.grounding.whole_sections import same_section
from agent.sentences import MARKER
from agent.types import Claim, Evidence, Verdict


@dataclass(frozen=True)
class Unnamed:
    """A claim whose passage holds only for what its heading says, which the draft does not."""

    claim: Claim
    proof: Evidence
    heading: str
    opens: bool
    """Whether it is the first of the sentences that come from that section: where it names the heading, all of them are under it."""

    @property
    def edit(self) -> Edit | None:
        """The section named before the claim, as a reply names its sources; None where it cannot be, or need not."""
        words, claim = cited(self.proof), self.claim.whole or self.claim
        if not self.opens or words is None or claim.text.startswith(("|", "#")):
            return None
        marker = MARKER.match(claim.text)
        at = marker.end() if marker else 0
        text = f"{claim.text[:at]}{words}{claim.text[at:]}"
        return Edit(start=claim.start, end=claim.end, text=text, why=f"it holds only for “{self.heading}”")


def unnamed_in(verdicts: Sequence[Verdict], articles: Sequence[Evidence]) -> Iterator[Unnamed]:
    """The supported claims of a draft that need their heading, in order.

    A heading that one sentence names counts for those after it as long as they come from the same section.
    """
    section, named = None, False
    for verdict in verdicts:
        claim, proof = verdict.claim, _proof(verdict, articles)
        goes_on = section is not None and proof is not None and same_section(proof, section)
        heading = _limiting(proof, claim) if proof else None
        if proof is None or heading is None or _stands_elsewhere(claim, articles):
            section = section if goes_on or not claim.checkworthy else None
            continue
        section, named = proof, (goes_on and named) or _says(claim, heading)
        if not named:
            yield Unnamed(claim, proof, heading, opens=not goes_on)


def _proof(verdict: Verdict, articles: Sequence[Evidence]) -> Evidence | None:
    if verdict.label != "supported" or verdict.claim.owner is not None:
        return None
    ids = [ref.id for ref in verdict.evidence]
    return next((item for found in ids for item in articles if item.evidence_id == found), None)


def _stands_elsewhere(claim: Claim, articles: Sequence[Evidence]) -> bool:
    """Whether a passage without such a heading says the same word for word."""
    key = sentence_key(claim_body(claim.text))
    return any(key in outline_of(item.text).keys for item in articles if _limiting(item, claim) is None)


def _limiting(proof: Evidence, claim: Claim) -> str | None:
    return limiting_heading(proof.heading_path, claim.text)


def _says(claim: Claim, heading: str) -> bool:
    lines = (claim.text, *(claim.leads or ()), *((claim.whole.text,) if claim.whole else ()))
    return any(is_named(heading, line) for line in lines)
