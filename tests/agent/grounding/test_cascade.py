"""Tiers run cheapest first, each on what is still open, and every claim is settled once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from agent.claims import ClaimSplitter
from agent.grounding.cascade import Cascade
from agent.grounding.grounder import Grounder
from agent.grounding.safe_cut import SafeCut
from agent.grounding.tiers import PersonTier, Undecided
from agent.types import Claim, Evidence, Label, TierName, Verdict

TODAY = date(2026, 11, 30)
PERSON = PersonTier("open")


@dataclass(frozen=True)
class WordTier:
    """Settles the claims that hold a word, and remembers what it was asked."""

    name: TierName
    word: str
    label: Label = "supported"
    asked: list[str] = field(default_factory=list)

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Verdict | None]:
        self.asked.extend(claim.text for claim in claims)
        return [self._verdict(claim) if self.word in claim.text else None for claim in claims]

    def _verdict(self, claim: Claim) -> Verdict:
        return Verdict(claim=claim, label=self.label, tier=self.name, confidence=1.0, reason=f"holds {self.word}")


def claims(*texts: str) -> list[Claim]:
    return [Claim(index=n, text=text, start=0, end=len(text)) for n, text in enumerate(texts)]


def test_each_tier_sees_only_what_is_still_open() -> None:
    first, second = WordTier("exact", "red"), WordTier("embedding", "blue")
    verdicts = Cascade((first, second, PERSON)).ground(claims("red one", "blue one", "green one"), [])
    assert [verdict.tier for verdict in verdicts] == ["exact", "embedding", "person"]
    assert (first.asked, second.asked) == (["red one", "blue one", "green one"], ["blue one", "green one"])


def test_first_tier_that_settles_a_claim_has_the_last_word() -> None:
    refuting, supporting = WordTier("exact", "red", "refuted"), WordTier("embedding", "red")
    (verdict,) = Cascade((refuting, supporting)).ground(claims("red one"), [])
    assert (verdict.label, verdict.tier, supporting.asked) == ("refuted", "exact", [])


def test_sentence_that_states_nothing_is_not_put_to_a_tier() -> None:
    tier = WordTier("exact", "")
    greeting = claims("Hello!")[0].model_copy(update={"checkworthy": False})
    (verdict,) = Cascade((tier, PERSON)).ground([greeting], [])
    assert (verdict.label, verdict.tier, tier.asked) == ("not_checkworthy", None, [])


def test_tiers_that_are_not_needed_take_no_time() -> None:
    _, timings = Cascade((WordTier("exact", "red"), PERSON)).timed(claims("red one"), [])
    assert list(timings) == ["exact"]


def test_no_claim_has_no_verdict() -> None:
    assert Cascade((PERSON,)).timed([], []) == ((), {})


def test_grounder_cuts_what_no_tier_proves() -> None:
    grounder = Grounder(ClaimSplitter(), Cascade((WordTier("exact", "bowls"), PERSON)), SafeCut())
    grounded = grounder.ground("We sell bowls. We sell lamps.", [], TODAY)
    assert [(verdict.claim.text, verdict.tier) for verdict in grounded.verdicts] == [
        ("We sell bowls.", "exact"),
        ("We sell lamps.", "person"),
    ]
    assert (grounded.cut.text, grounded.cut.kept, grounded.cut.cut) == ("We sell bowls.", (0,), (1,))


def test_draft_without_a_word_has_nothing_to_send() -> None:
    grounded = Grounder(ClaimSplitter(), Cascade((PERSON,)), SafeCut()).ground("", [], TODAY)
    assert (grounded.verdicts, grounded.cut.text, grounded.cut.answers) == ((), "", False)


@dataclass(frozen=True)
class ReadingTier:
    """Reads every claim and settles none."""

    name: TierName = "nli"

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Undecided]:
        return [Undecided(claim=claim, reason="words gives it 0.41, wanted 0.90", entailment=0.41) for claim in claims]


def test_final_verdict_tells_what_a_verifier_read_without_deciding() -> None:
    (verdict,) = Cascade((ReadingTier(), PERSON)).ground(claims("green one"), [])
    assert (verdict.label, verdict.tier, verdict.entailment) == ("not_enough_info", "person", 0.41)
    assert verdict.reason == "open; words gives it 0.41, wanted 0.90"
