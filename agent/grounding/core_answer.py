"""Whether the sentence that answers the question is still there after a cut."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agent.claim_text import claim_body
from agent.grounding.vocabulary import content_words
from agent.types import Verdict

HALF = 0.5
"""A kept sentence stands in for the core that fell if it has more than this share of the question's words in the core."""


def core_is_kept(question: str, verdicts: Sequence[Verdict], kept: Collection[int]) -> bool:
    """Whether a supported sentence is kept that speaks of what was asked nearly as closely as any of the draft did.

    The core of an answer is the claim with most content words of the question; words are counted with their endings cut,
    so the check costs no model. A question that shares no word with the draft, or that has none, names no core.

    Args:
        question: as the customer asked it, or made to stand alone.
        verdicts: of all claims of the draft.
        kept: indexes of the claims that are sent.
    """
    asked = content_words(question)
    shared = {verdict.claim.index: len(asked & content_words(claim_body(verdict.claim.text))) for verdict in verdicts}
    checked = [verdict for verdict in verdicts if verdict.claim.checkworthy]
    most = max((shared[verdict.claim.index] for verdict in checked), default=0)
    left = [verdict for verdict in checked if verdict.claim.index in kept and verdict.label == "supported"]
    best = max((shared[verdict.claim.index] for verdict in left), default=0)
    return bool(left) and (most == 0 or best == most or best > HALF * most)
