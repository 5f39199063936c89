"""The word of answer before a proved sentence: no evidence says `Yes`, for none knows the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.grounding.claim_view import answer_before
from agent.grounding.repairing import Edit
from agent.types import Evidence, Verdict


@dataclass(frozen=True)
class AnswerWords:
    """Takes `Yes,` and `No,` from in front of what is proved: `Yes, we ship to Norway.` becomes `We ship to Norway.`

    The sentence holds; whether it answers what was asked is the customer's to see.
    """

    def repair(self, draft: str, verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> list[Edit]:
        """An edit for each supported sentence that opens with such a word."""
        proved = [verdict.claim.whole or verdict.claim for verdict in verdicts if verdict.label == "supported"]
        sentences = dict.fromkeys((claim.start, claim.end) for claim in proved)
        return [edit for start, end in sentences if (edit := _edit(draft, start, end))]


def _edit(draft: str, start: int, end: int) -> Edit | None:
    found = answer_before(draft[start:end])
    if found is None:
        return None
    begin, after = start + found[0], start + found[1]
    return Edit(start=begin, end=after + 1, text=draft[after].upper(), why="no evidence answers yes or no")
