"""Whether a reply says a sentence in words of its own: as the shipped verifier entails it, or as nearly the same sentence."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np

from agent.grounding.nli import NliTier, read_claims
from agent.grounding.values import find_values, same_value
from agent.types import Claim, Evidence, TurnResult
from knowledge.embedding import Embedder
from knowledge.sentences import sentences

ENTAILED = 0.7
"""Probability of entailment from which the reply says it; the guards of the NLI tier hold against changed values and words.

Lower than what proves a claim: a case is written for one reply, which a person has read. Whether something was done to an
order is no matter of words: `action` and `finally` say that."""
NEAR = 0.90
"""Cosine from which a sentence of the reply says it, if both have the same values."""


@dataclass(frozen=True)
class MeaningReader:
    """Reads a reply against a sentence; the same models give the same answer each time."""

    nli: NliTier
    embedder: Embedder

    def far(self, turn: TurnResult, sentence: str) -> str | None:
        """None where the turn's reply says it; else how near it comes."""
        reply = turn.reply
        if not reply.strip():
            return "the reply is empty"
        entailment = self._entailment(reply, sentence)
        if entailment >= ENTAILED:
            return None
        near = self._near(reply, sentence, date.fromisoformat(turn.today or turn.asked_at[:10]))
        if near >= NEAR:
            return None
        return f"entailed {entailment:.2f}, wanted {ENTAILED:.2f}; nearest sentence {near:.2f}, wanted {NEAR:.2f}"

    def _entailment(self, reply: str, sentence: str) -> float:
        if self.nli.verifier is None:
            return 0.0
        said = Evidence(evidence_id="reply", source="article", trust="verified", text="\n".join(_lines(reply)))
        claim = Claim(index=0, text=sentence, start=0, end=len(sentence))
        (found,) = read_claims(self.nli.verifier, [claim], [said])
        return found.entailment

    def _near(self, reply: str, sentence: str, today: date) -> float:
        lines = [line for line in _lines(reply) if _same_values(line, sentence, today)]
        if not lines:
            return 0.0
        rows = self.embedder.embed_passages([sentence, *lines])
        return float(np.max(rows[1:] @ rows[0]))


def _lines(reply: str) -> list[str]:
    return sentences(reply)


def _same_values(one: str, other: str, today: date) -> bool:
    first, second = find_values(one, today), find_values(other, today)
    return len(first) == len(second) and all(same_value(a, b) for a, b in zip(first, second, strict=True))
