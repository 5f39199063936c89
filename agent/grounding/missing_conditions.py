"""Missing conditions: an exception in the very section that proves a claim is put in, or the claim falls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.claim_text import claim_body, sentence_key
from agent.grounding.conditions import Limit, limits_of
from agent.grounding.grounder import Objection
from agent.grounding.heading_scopes import unnamed_in
from agent.grounding.outlines import outline_of
from agent.grounding.putting_in import Additions
from agent.grounding.repairing import Edit
from agent.grounding.restrictions import announces, is_restrictive
from agent.grounding.subjects import generic, subject_words
from agent.grounding.vocabulary import denies
from agent.grounding.whole_sections import WholeSection, section_of
from agent.types import Claim, Evidence, EvidenceRef, Verdict

NEAR_ENOUGH = 0.6
"""Share of a sentence's words that another must hold to be taken for the same statement."""

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Missing:
    """What one claim leaves out of the section that proves it."""

    claim: Claim
    section: WholeSection
    limits: tuple[Limit, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of it, in reading order, each once."""
        return tuple(dict.fromkeys(text for limit in self.limits for text in limit.sentences))

    @property
    def evidence(self) -> tuple[EvidenceRef, ...]:
        """The sentences with the passages that they stand in."""
        return tuple(_ref(self.section.holding(text), text) for text in self.sentences)


@dataclass(frozen=True)
class MissingConditions:
    """As a repair it puts in the section's own sentences and the heading that limits them; as a review it objects where
    that was not possible."""

    def repair(self, draft: str, verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> list[Edit]:
        """What is left out, word for word, beside the claims that need it; each is put in once."""
        additions = Additions(draft, verdicts)
        for missing in missing_in(verdicts, evidence):
            additions.put_in(missing.claim, missing.limits)
        named = [unnamed.edit for unnamed in unnamed_in(verdicts, _articles(evidence))]
        return [*filter(None, named), *additions.edits("its section limits what stands before it")]

    def review(self, draft: str, verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> list[Objection]:
        """An objection to each supported claim whose section says more than the draft does."""
        supported = {verdict.claim.index for verdict in verdicts if verdict.label == "supported"}
        left_out = [
            _objection(
                missing.claim,
                f"{missing.evidence[0].id} adds “{' '.join(missing.sentences)}”, which the draft leaves out",
                missing.evidence,
            )
            for missing in missing_in(verdicts, evidence)
            if missing.claim.index in supported
        ]
        return left_out + [
            _objection(
                unnamed.claim,
                f"{unnamed.proof.evidence_id} says it under “{unnamed.heading}”, which the draft does not name",
                (_ref(unnamed.proof, unnamed.heading),),
            )
            for unnamed in unnamed_in(verdicts, _articles(evidence))
        ]


def missing_in(verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> Iterator[Missing]:
    """What each claim of a draft leaves out, for claims that an article proves or holds word for word."""
    articles = _articles(evidence)
    draft = [claim_body(verdict.claim.text) for verdict in verdicts]
    for verdict in verdicts:
        claim, proof = verdict.claim, _proof(verdict, articles)
        if proof is None or claim.owner is not None:
            continue
        section = section_of(proof, articles)
        place = _place_in(section.text, claim)
        limits = limits_of(section.text, place) if place is not None else ()
        if open_limits := tuple(limit for limit in limits if not _is_said(limit, claim, draft)):
            yield Missing(claim, section, open_limits)


def _articles(evidence: Sequence[Evidence]) -> list[Evidence]:
    return [item for item in evidence if item.source == "article" and item.owner is None]


def _objection(claim: Claim, why: str, evidence: tuple[EvidenceRef, ...]) -> Objection:
    return Objection(claim=claim.index, reason="unsupported_claim", why=why, evidence=evidence)


def _proof(verdict: Verdict, articles: Sequence[Evidence]) -> Evidence | None:
    """The passage that proved a claim, or that would have had the draft not left out its condition."""
    if not verdict.claim.checkworthy:
        return None
    if verdict.label == "supported":
        ids = [ref.id for ref in verdict.evidence]
        return next((item for found in ids for item in articles if item.evidence_id == found), None)
    key = sentence_key(claim_body(verdict.claim.text))
    holding = (item for item in articles if key in outline_of(item.text).keys)
    return next(holding, None) if verdict.label == "not_enough_info" else None


def _place_in(section: str, claim: Claim) -> int | None:
    """The sentence of the section that says what the claim says; None where none comes near."""
    body, outline = claim_body(claim.text), outline_of(section)
    if (key := sentence_key(body)) in outline.keys:
        return outline.keys.index(key)
    wanted = _content(body)
    shares = [len(wanted & _content(other)) / max(1, len(wanted)) for other in outline.bodies]
    best = max(shares, default=0.0)
    return shares.index(best) if best >= NEAR_ENOUGH else None


def _is_said(limit: Limit, claim: Claim, draft: Sequence[str]) -> bool:
    """Whether the draft says all of a limit, in its own sentence or within another; an announcement alone says nothing."""
    return all(
        announces(body) or any(_says(sentence, body, claim_body(claim.text)) for sentence in draft)
        for body in map(claim_body, limit.sentences)
    )


def _says(sentence: str, limit: str, claim: str) -> bool:
    if sentence_key(sentence) == sentence_key(limit):
        return True
    own = _content(limit) - _content(claim) - generic() if sentence == claim else _content(limit) - generic()
    if not own or len(own & _content(sentence)) / len(own) < NEAR_ENOUGH:
        return False
    return is_restrictive(sentence) or denies(sentence) or not denies(limit)


def _content(text: str) -> frozenset[str]:
    return subject_words(text) | frozenset(_NUMBER.findall(text))


def _ref(proof: Evidence, quote: str) -> EvidenceRef:
    return EvidenceRef(source=proof.source, id=proof.evidence_id, trust=proof.trust, quote=quote)
