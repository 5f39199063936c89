"""Missing conditions: an exception in the very section that proves a claim is put in, or the claim falls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.claim_text import claim_body, leans_back, sentence_key
from agent.grounding.conditions import Limit, announces, is_restrictive, limits_of
from agent.grounding.grounder import Objection
from agent.grounding.outlines import outline_of
from agent.grounding.repairing import Edit
from agent.grounding.subjects import generic, subject_words
from agent.grounding.vocabulary import denies
from agent.sentences import MARKER
from agent.types import Claim, Evidence, EvidenceRef, Verdict

MOST_ADDED = 2
"""Sentences that are put in after one claim; with more the reply would be the article's, and not an answer."""

NEAR_ENOUGH = 0.6
"""Share of a sentence's words that another must hold to be taken for the same statement."""

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Missing:
    """What one claim leaves out of the section that proves it."""

    claim: Claim
    proof: Evidence
    limits: tuple[Limit, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of it, in reading order, each once."""
        return tuple(dict.fromkeys(text for limit in self.limits for text in limit.sentences))


@dataclass(frozen=True)
class MissingConditions:
    """As a repair it puts the section's own sentences in; as a review it objects where that was not possible."""

    def repair(self, draft: str, verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> list[Edit]:
        """The sentences that are left out, word for word, after the claims that need them; each is put in once."""
        edits, added = list[Edit](), set[str]()
        for missing in missing_in(verdicts, evidence):
            new = [text for text in missing.sentences if text not in added]
            place = _place(draft, missing, verdicts)
            if new and place is not None:
                added |= set(new)
                why = f"{missing.proof.evidence_id} limits what stands before it"
                edits.append(Edit(start=place, end=place, text=f" {' '.join(map(_unmarked, new))}", why=why))
        return edits

    def review(self, draft: str, verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> list[Objection]:
        """An objection to each supported claim whose section says more than the draft does."""
        supported = [verdict for verdict in verdicts if verdict.label == "supported"]
        return [
            Objection(
                claim=missing.claim.index,
                reason="unsupported_claim",
                why=f"{missing.proof.evidence_id} adds “{' '.join(missing.sentences)}”, which the draft leaves out",
                evidence=tuple(_ref(missing.proof, text) for text in missing.sentences),
            )
            for missing in missing_in(verdicts, evidence)
            if any(verdict.claim.index == missing.claim.index for verdict in supported)
        ]


def missing_in(verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> Iterator[Missing]:
    """What each claim of a draft leaves out, for claims that an article proves or holds word for word."""
    articles = [item for item in evidence if item.source == "article" and item.owner is None]
    draft = [claim_body(verdict.claim.text) for verdict in verdicts]
    for verdict in verdicts:
        claim, proof = verdict.claim, _proof(verdict, articles)
        place = None if proof is None else _place_in(proof.text, claim)
        if proof is None or place is None or claim.owner is not None:
            continue
        open_limits = tuple(limit for limit in limits_of(proof.text, place) if not _is_said(limit, claim, draft))
        if open_limits:
            yield Missing(claim, proof, open_limits)


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


def _place(draft: str, missing: Missing, verdicts: Sequence[Verdict]) -> int | None:
    """Where the sentences can be put in: after the claim, or after the next one where that leans on it."""
    claim = missing.claim
    if len(missing.sentences) > MOST_ADDED or any(limit.in_list for limit in missing.limits):
        return None
    claim = claim.whole or claim
    following = next((one.claim for one in verdicts if one.claim.start >= claim.end), None)
    leaning = any(limit.leans for limit in missing.limits)
    if following and leans_back(claim_body(following.text)) and not leaning:
        claim = following.whole or following
    return claim.end if draft[: claim.end].endswith((".", "!")) and not claim.text.startswith("|") else None


def _content(text: str) -> frozenset[str]:
    return subject_words(text) | frozenset(_NUMBER.findall(text))


def _unmarked(text: str) -> str:
    """The sentence without the marker of a list, in running text."""
    marker = MARKER.match(text)
    return text[marker.end() :] if marker else text


def _ref(proof: Evidence, quote: str) -> EvidenceRef:
    return EvidenceRef(source=proof.source, id=proof.evidence_id, trust=proof.trust, quote=quote)
