"""A draft's claims in their places: what the rules of the safe cut look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.claim_text import claim_body
from agent.sentences import Sentence, find_sentences, lead_ins
from agent.types import Claim, Verdict


@dataclass(frozen=True)
class Outline:
    """Claims are named by their position in `verdicts`; the parts of one sentence share its place in the outline."""

    draft: str
    verdicts: tuple[Verdict, ...]
    """In the order of the draft."""
    bodies: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    """Of each claim."""
    leads: tuple[int | None, ...]
    """Of each claim the position of the line that governs it."""
    groups: tuple[tuple[int, ...], ...]
    """Positions of the claims of each sentence, in order."""

    @classmethod
    def of(cls, draft: str, verdicts: Sequence[Verdict]) -> Outline:
        """Read the claims of a draft; `verdicts` in the order of the draft."""
        groups = _groups([verdict.claim for verdict in verdicts])
        by_start = {sentence.start: sentence for sentence in find_sentences(draft)}
        claims = [verdicts[group[0]].claim for group in groups]
        sentences = [_sentence_of(claim.whole or claim, by_start) for claim in claims]
        governing = lead_ins(sentences)
        place = {n: place for place, group in enumerate(groups) for n in group}
        positions = range(len(verdicts))
        leads = [governing[place[n]] for n in positions]
        return cls(
            draft=draft,
            verdicts=tuple(verdicts),
            bodies=tuple(claim_body(verdict.claim.text) for verdict in verdicts),
            sentences=tuple(sentences[place[n]] for n in positions),
            leads=tuple(None if lead is None else groups[lead][0] for lead in leads),
            groups=tuple(groups),
        )

    def __len__(self) -> int:
        return len(self.verdicts)

    def claim(self, n: int) -> Claim:
        """The claim at a position."""
        return self.verdicts[n].claim

    def text_in_draft(self, n: int) -> str:
        """What the customer would read of a claim; the first part of a sentence begins as the sentence does."""
        claim = self.claim(n)
        whole = claim.whole
        return whole.text if whole is not None and claim.start == whole.start else claim.text

    def position(self, index: int | None) -> int | None:
        """Where the claim of an index stands; None for None or an index that is not here."""
        return next((n for n in range(len(self)) if self.claim(n).index == index), None) if index is not None else None

    def opened_by(self, n: int) -> tuple[int, ...]:
        """Positions of what a line governs directly."""
        return tuple(m for m in range(len(self)) if self.leads[m] == n)

    def group_of(self, n: int) -> tuple[int, ...]:
        """Positions of all parts of its sentence, itself among them."""
        return next(group for group in self.groups if n in group)

    def before(self, n: int) -> int | None:
        """The nearest claim before that is worth checking."""
        return next((m for m in range(n - 1, -1, -1) if self.claim(m).checkworthy), None)

    def after(self, n: int) -> int | None:
        """The nearest claim after that is worth checking."""
        return next((m for m in range(n + 1, len(self)) if self.claim(m).checkworthy), None)


def _groups(claims: Sequence[Claim]) -> list[tuple[int, ...]]:
    groups: dict[tuple[int, int, int], list[int]] = {}
    for n, claim in enumerate(claims):
        whole = claim.whole or claim
        own = -1 if claim.whole else n
        groups.setdefault((whole.start, whole.end, own), []).append(n)
    return [tuple(group) for group in groups.values()]


def _sentence_of(claim: Claim, by_start: dict[int, Sentence]) -> Sentence:
    """The draft's own sentence at the place of a claim; a claim that matches none is plain text."""
    return by_start.get(claim.start, Sentence(claim.text, claim.start, claim.end))
