"""The NLI tier: entailed is supported, contradicted is refuted, and without a verifier nothing is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from agent.grounding.nli import WINDOW, NliTier
from agent.types import Claim, Evidence, Verdict
from knowledge.types import Trust
from knowledge.verification import Entailment


@dataclass(frozen=True)
class WordVerifier:
    """Entails what repeats the premise's word "yes", contradicts where it says "no"; remembers the pairs."""

    name: str = "words"
    seen: list[tuple[str, str]] = field(default_factory=list)

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        self.seen.extend(pairs)
        return [self._one(premise) for premise, _ in pairs]

    def _one(self, premise: str) -> Entailment:
        entails, contradicts = 0.95 * ("yes" in premise), 0.94 * ("no" in premise and "yes" not in premise)
        return Entailment(entailment=entails, contradiction=contradicts, neutral=1 - entails - contradicts)


def settled(
    *facts: str, owner: str | None = None, trust: Trust = "retrieved", verifier: WordVerifier | None = None
) -> Verdict | None:
    evidence = [
        Evidence(evidence_id=f"a#{n}", source="article", trust=trust, text=text, heading_path=("Help",))
        for n, text in enumerate(facts)
    ]
    claim = Claim(index=0, text="It is so.", start=0, end=9, owner=owner)
    (verdict,) = NliTier(verifier or WordVerifier(), threshold=0.9).settle([claim], evidence)
    return verdict


@pytest.mark.parametrize(
    ("facts", "label", "evidence_id"),
    [
        (("A yes.",), "supported", "a#0"),
        (("A no.",), "refuted", "a#0"),
        (("A maybe.", "A yes."), "supported", "a#1"),
        (("A no.", "A yes."), "supported", "a#1"),
    ],
)
def test_best_window_decides(facts: tuple[str, ...], label: str, evidence_id: str) -> None:
    verdict = settled(*facts)
    assert verdict is not None
    assert (verdict.label, verdict.tier, verdict.evidence[0].id) == (label, "nli", evidence_id)


def test_quote_is_the_window_that_was_read() -> None:
    verdict = settled("A yes.")
    assert verdict is not None
    assert verdict.evidence[0].quote == "Help: A yes."


def test_below_the_threshold_the_claim_stays_open() -> None:
    assert settled("A maybe.") is None


@pytest.mark.parametrize("trust", ["user", "model"])
def test_words_of_the_customer_or_a_model_are_not_read(trust: Trust) -> None:
    verifier = WordVerifier()
    assert settled("A yes.", trust=trust, verifier=verifier) is None
    assert verifier.seen == []


def test_article_does_not_speak_for_an_order() -> None:
    assert settled("A yes.", owner="ORD-1") is None


def test_neighbouring_sentences_are_read_together() -> None:
    verifier = WordVerifier()
    settled("One is here. Two is here. Three is here. Four is here.", verifier=verifier)
    assert WINDOW == 3
    assert [premise for premise, _ in verifier.seen] == [
        "Help: One is here. Two is here. Three is here.",
        "Help: Two is here. Three is here. Four is here.",
    ]


def test_without_a_verifier_every_claim_stays_open() -> None:
    claim = Claim(index=0, text="It is so.", start=0, end=9)
    assert NliTier(None, threshold=0.9).settle([claim, claim], []) == [None, None]


def test_no_claim_asks_nothing() -> None:
    verifier = WordVerifier()
    assert NliTier(verifier, threshold=0.9).settle([], []) == []
    assert verifier.seen == []
