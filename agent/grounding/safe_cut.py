"""Safe cut: what is not proved goes, with everything that means something else without it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.claim_text import claim_body, leans_back, without_connective
from agent.grounding.mending import Part, mend
from agent.grounding.vocabulary import limits_or_denies
from agent.sentences import MARKER, Sentence, find_sentences, lead_ins
from agent.types import Verdict
from knowledge.types import Value

_PROVED = ("supported", "not_checkworthy")
_RESTRICTS = re.compile(
    r"\b(?:only|never|not|no|cannot|can't|don't|doesn't|isn't|aren't|won't|except\w*|exclu\w+|unless|until|otherwise|limited"
    r"|must|requires?|required|needs?|applies|apply|members?|exceptions?|minimum|maximum|stays?|remains?)\b",
    re.IGNORECASE,
)
_LIMITING = re.compile(r"(?:but|however|except|unless|only|though|although|provided|still|that said)\b", re.IGNORECASE)


class CutResult(Value):
    """What may be sent of a draft."""

    text: str
    """Empty where nothing supported is left."""
    kept: tuple[int, ...] = ()
    """Claim indexes, in the order of the draft."""
    cut: tuple[int, ...] = ()
    answers: bool = False
    """Whether a checked and supported claim is left."""


@dataclass(frozen=True)
class SafeCut:
    """Cuts whole sentences; the rest reads on, and promises no more than the draft did."""

    def cut(self, draft: str, verdicts: Sequence[Verdict]) -> CutResult:
        """`verdicts` are those of all claims of the draft; text that no verdict covers is not sent either."""
        ordered = sorted(verdicts, key=lambda verdict: verdict.claim.start)
        kept = _Survivors(draft, ordered).settle()
        answers = any(keep and verdict.label == "supported" for keep, verdict in zip(kept, ordered, strict=True))
        if not answers:
            kept = [False] * len(ordered)
        indexes = [verdict.claim.index for verdict in ordered]
        return CutResult(
            text=mend(draft, _parts(ordered, kept)) if answers else "",
            kept=tuple(index for index, keep in zip(indexes, kept, strict=True) if keep),
            cut=tuple(index for index, keep in zip(indexes, kept, strict=True) if not keep),
            answers=answers,
        )


class _Survivors:
    """Which claims stay; rules are applied again until none of them takes another one away."""

    def __init__(self, draft: str, verdicts: Sequence[Verdict]) -> None:
        self.verdicts = verdicts
        self.kept = [verdict.label in _PROVED for verdict in verdicts]
        self.bodies = [claim_body(verdict.claim.text) for verdict in verdicts]
        self.position = {verdict.claim.index: n for n, verdict in enumerate(verdicts)}
        self.sentences = _sentences_of(draft, verdicts)
        self.leads = lead_ins(self.sentences)
        self.opened: dict[int, list[int]] = {}
        for n, lead in enumerate(self.leads):
            if lead is not None:
                self.opened.setdefault(lead, []).append(n)

    def settle(self) -> list[bool]:
        while True:
            before = list(self.kept)
            for n in range(len(self.kept)):
                self._with_condition(n)
                self._with_restriction(n)
                self._with_antecedent(n)
                self._with_lead_in(n)
                self._with_what_it_cites(n)
            if self.kept == before:
                return self.kept

    def _with_condition(self, n: int) -> None:
        """A condition and its claim fall together, and so does a sentence that "However, …" limited."""
        depends_on = self.verdicts[n].claim.depends_on
        main = self.position.get(depends_on) if depends_on is not None else None
        if main is not None:
            self.kept[n] = self.kept[main] = self.kept[n] and self.kept[main]
        elif not self.kept[n] and _limits_what_was_said(self.verdicts[n].claim.text, self.bodies[n]):
            limited = self._before(n)
            if limited is not None:
                self.kept[limited] = False

    def _with_restriction(self, n: int) -> None:
        """An unproved sentence that excludes or demands something may be what bounds the promise before it.

        What was refuted, or cut by the exact tier for a value or a promise, bounds nothing.
        """
        verdict = self.verdicts[n]
        may_bound = verdict.label == "not_enough_info" and verdict.tier != "exact"
        if self.kept[n] or not may_bound or not _RESTRICTS.search(self.bodies[n]):
            return
        before = self._before(n)
        if before is not None:
            self.kept[before] = False

    def _with_antecedent(self, n: int) -> None:
        before = self._before(n)
        if before is not None and not self.kept[before] and leans_back(self.bodies[n]):
            self.kept[n] = False

    def _with_lead_in(self, n: int) -> None:
        """A list falls with the line that opens it; that line falls when nothing of its list is left."""
        lead = self.leads[n]
        if lead is not None and not self.kept[lead]:
            self.kept[n] = False
        opened = self.opened.get(n)
        if opened and self._only_opens(n) and not any(self.kept[m] for m in opened):
            self.kept[n] = False

    def _only_opens(self, n: int) -> bool:
        row_or_lead = self.sentences[n].is_lead_in or self.sentences[n].kind == "row"
        return row_or_lead and self.sentences[n].kind != "heading"

    def _with_what_it_cites(self, n: int) -> None:
        """A line that only cites goes with the claim before it, or with the one after where it ends in a colon."""
        if self.verdicts[n].claim.checkworthy or self.bodies[n].strip(" .:") or n in self.opened:
            return
        cited = self._after(n) if self.sentences[n].is_lead_in else self._before(n)
        if cited is not None and not self.kept[cited]:
            self.kept[n] = False

    def _before(self, n: int) -> int | None:
        return next((m for m in range(n - 1, -1, -1) if self.verdicts[m].claim.checkworthy), None)

    def _after(self, n: int) -> int | None:
        return next((m for m in range(n + 1, len(self.kept)) if self.verdicts[m].claim.checkworthy), None)


def _limits_what_was_said(text: str, body: str) -> bool:
    marker = MARKER.match(text)
    opening = text[marker.end() :] if marker else text
    return bool(_LIMITING.match(opening)) and limits_or_denies(body)


def _sentences_of(draft: str, verdicts: Sequence[Verdict]) -> list[Sentence]:
    """The draft's own sentences at the places of the claims; a claim that matches none is plain text."""
    by_start = {sentence.start: sentence for sentence in find_sentences(draft)}
    claims = (verdict.claim for verdict in verdicts)
    return [by_start.get(claim.start, Sentence(claim.text, claim.start, claim.end)) for claim in claims]


def _parts(verdicts: Sequence[Verdict], kept: Sequence[bool]) -> list[Part]:
    """What is sent of each claim: nothing, or its text, without the connective to a sentence that is gone."""
    parts = []
    for n, (verdict, keep) in enumerate(zip(verdicts, kept, strict=True)):
        claim = verdict.claim
        joins_a_gap = n > 0 and not kept[n - 1]
        text = without_connective(claim.text) if joins_a_gap else claim.text
        parts.append(Part(claim.start, claim.end, text if keep else ""))
    return parts
