"""Safe cut: what is not proved goes, with everything that means something else without it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from agent.claim_text import without_connective
from agent.grounding import cut_lists, cut_marks, cut_neighbours
from agent.grounding.core_answer import core_is_kept
from agent.grounding.cut_outline import Outline
from agent.grounding.mending import Part, mend
from agent.grounding.recomposing import recomposed
from agent.grounding.vocabulary import content_words
from agent.types import Verdict
from knowledge.types import Value

_PROVED = ("supported", "not_checkworthy")

Rule = Callable[[Outline, Sequence[bool]], Iterable[int]]
"""Names the positions that fall, given what is still kept."""


class CutResult(Value):
    """What may be sent of a draft."""

    text: str
    """Empty where nothing supported is left, unless the draft only asks back."""
    kept: tuple[int, ...] = ()
    """Claim indexes, in the order of the draft."""
    cut: tuple[int, ...] = ()
    answers: bool = False
    """Whether a checked and supported claim is left, and where the question is known, one that speaks of it."""


@dataclass(frozen=True)
class SafeCut:
    """Cuts whole sentences, or whole clauses of one; the rest reads on, and promises no more than the draft did."""

    def cut(self, draft: str, verdicts: Sequence[Verdict], question: str = "") -> CutResult:
        """What is left of a draft.

        Args:
            draft: the text that the claims point into.
            verdicts: of all claims of the draft; text that no verdict covers is not sent either.
            question: what was asked; where it is given, nothing is sent unless the core of the answer is left.
        """
        outline = Outline.of(draft, sorted(verdicts, key=lambda verdict: (verdict.claim.start, verdict.claim.index)))
        kept = settled(outline)
        indexes = [verdict.claim.index for verdict in outline.verdicts]
        left = {index for index, keep in zip(indexes, kept, strict=True) if keep}
        answers = _has_support(outline, kept) and (not question or core_is_kept(question, outline.verdicts, left))
        asks_back = all(kept) and draft.rstrip().endswith("?") and not _repeats(draft, question)
        left = left if answers or asks_back else set()
        return CutResult(
            text=mend(draft, _parts(outline, kept)) if answers or asks_back else "",
            kept=tuple(index for index in indexes if index in left),
            cut=tuple(index for index in indexes if index not in left),
            answers=answers,
        )


def settled(outline: Outline) -> list[bool]:
    """Which claims stay; the rules are applied again until none of them takes another one away."""
    kept = [verdict.label in _PROVED for verdict in outline.verdicts]
    while True:
        before = list(kept)
        for rule in _RULES:
            for n in tuple(rule(outline, kept)):
                kept[n] = False
        if kept == before:
            return kept


def _unless_it_reads(outline: Outline, kept: Sequence[bool]) -> Iterable[int]:
    """A compound sentence falls whole where the parts that are left would not make a sentence."""
    for group in outline.groups:
        if len(group) > 1 and any(kept[n] for n in group) and not _said(outline, group, kept):
            yield from group


_RULES: tuple[Rule, ...] = (
    cut_neighbours.with_condition,
    cut_neighbours.with_restriction,
    cut_neighbours.with_antecedent,
    cut_neighbours.with_what_it_announces,
    cut_neighbours.with_lead_in,
    cut_neighbours.with_what_it_cites,
    cut_neighbours.with_other_parts,
    cut_lists.with_earlier_step,
    cut_lists.with_whole_list,
    cut_lists.with_counted_sentences,
    cut_lists.with_limiting_row,
    cut_lists.with_the_named,
    cut_lists.with_heading,
    cut_marks.with_footnote,
    cut_marks.with_the_other_mark,
    cut_marks.with_what_it_points_to,
    _unless_it_reads,
)


def _repeats(draft: str, question: str) -> bool:
    """Whether a draft only asks what the customer asked."""
    return content_words(draft) <= content_words(question)


def _has_support(outline: Outline, kept: Sequence[bool]) -> bool:
    return any(keep and verdict.label == "supported" for keep, verdict in zip(kept, outline.verdicts, strict=True))


def _said(outline: Outline, group: Sequence[int], kept: Sequence[bool]) -> str:
    """What is sent of one sentence."""
    claims = [outline.claim(n) for n in group]
    if len(claims) == 1:
        return outline.draft[claims[0].start : claims[0].end] if kept[group[0]] else ""
    return recomposed(outline.draft, claims, [kept[n] for n in group])


def _parts(outline: Outline, kept: Sequence[bool]) -> list[Part]:
    """What is sent of each sentence: nothing, or its text, without the connective to a sentence that is gone."""
    parts = []
    for group in outline.groups:
        claim = outline.claim(group[0])
        place = claim.whole or claim
        joins_a_gap = group[0] > 0 and not kept[group[0] - 1]
        said = _said(outline, group, kept)
        parts.append(Part(place.start, place.end, without_connective(said) if joins_a_gap else said))
    return parts
