"""Tiers run cheapest first, each on what is still open, and every claim is settled once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from agent.claims import ClaimSplitter
from agent.grounding.budget import Budget
from agent.grounding.cascade import NOT_IN_TIME, Cascade, Settled
from agent.grounding.grounder import Grounder
from agent.grounding.safe_cut import SafeCut
from agent.grounding.tiers import PersonTier, Undecided
from agent.types import Claim, Evidence, Label, TierName, Verdict
from tests.agent.grounding.fake_clock import FakeClock

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
    settled = Cascade((WordTier("exact", "red"), PERSON)).timed(claims("red one"), [])
    assert list(settled.tier_ms) == ["exact"]


def test_no_claim_has_no_verdict() -> None:
    assert Cascade((PERSON,)).timed([], []) == Settled()


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


def test_verdict_beyond_the_remit_of_its_tier_leaves_the_claim_open_and_says_so() -> None:
    overbold = WordTier("embedding", "red", "refuted")
    (verdict,) = Cascade((overbold, PERSON)).ground(claims("red one"), [])
    assert (verdict.label, verdict.tier) == ("not_enough_info", "person")
    assert verdict.reason == "open; the embedding tier may not settle a claim as refuted"


def test_person_cannot_be_made_to_support_anything() -> None:
    (verdict,) = Cascade((WordTier("person", "red"),)).ground(claims("red one"), [])
    assert (verdict.label, verdict.tier) == ("not_enough_info", "person")


def test_claim_that_even_the_last_tier_leaves_open_is_not_supported() -> None:
    (verdict,) = Cascade((WordTier("exact", "red"),)).ground(claims("blue one"), [])
    assert (verdict.label, verdict.tier, verdict.reason) == ("not_enough_info", "person", "no tier settled it")


@dataclass(frozen=True)
class SlowTier:
    """Settles what holds a word, and lets the clock run on by so many seconds."""

    inner: WordTier
    clock: FakeClock
    seconds: float

    @property
    def name(self) -> TierName:
        return self.inner.name

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Verdict | None]:
        self.clock.now += self.seconds
        return self.inner.settle(claims, evidence)


def test_claims_still_open_when_the_time_is_over_are_not_checked_in_time() -> None:
    clock = FakeClock()
    first, second = SlowTier(WordTier("exact", "red"), clock, 3.0), WordTier("nli", "blue")
    settled = Cascade((first, second, PERSON), deadline_s=2.0, clock=clock).timed(claims("red one", "blue one"), [])
    assert [(verdict.label, verdict.tier, verdict.reason) for verdict in settled.verdicts] == [
        ("supported", "exact", "holds red"),
        ("not_enough_info", "person", NOT_IN_TIME),
    ]
    assert (settled.late, second.asked, list(settled.tier_ms)) == ((1,), [], ["exact"])


def test_claim_that_every_tier_has_read_is_not_late() -> None:
    clock = FakeClock()
    slow = SlowTier(WordTier("nli", "red"), clock, 3.0)
    settled = Cascade((slow, PERSON), deadline_s=2.0, clock=clock).timed(claims("blue one"), [])
    assert (settled.late, settled.verdicts[0].reason) == ((), "open")


def test_tiers_in_time_are_not_stopped() -> None:
    clock = FakeClock()
    slow = SlowTier(WordTier("exact", "red"), clock, 1.9)
    settled = Cascade((slow, WordTier("nli", "blue")), deadline_s=2.0, clock=clock).timed(claims("blue one"), [])
    assert (settled.late, settled.verdicts[0].label) == ((), "supported")


@dataclass(frozen=True)
class StoppingTier:
    """Is told the budget, spends it and some tokens, and says that it was stopped in every claim but the first."""

    clock: FakeClock
    name: TierName = "nli"
    budget: Budget = field(default_factory=Budget)

    def within(self, budget: Budget) -> StoppingTier:
        return replace(self, budget=budget)

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Undecided]:
        self.clock.now += self.budget.left
        self.budget.charge({"input_tokens": 7})
        return [Undecided(claim=claim, reason="read", entailment=0.5, late=n > 0) for n, claim in enumerate(claims)]


def test_tier_that_is_stopped_leaves_late_only_what_it_had_not_read() -> None:
    clock = FakeClock()
    settled = Cascade((StoppingTier(clock), PERSON), deadline_s=2.0, clock=clock).timed(claims("one", "two"), [])
    assert settled.late == (1,)
    assert [verdict.reason for verdict in settled.verdicts] == ["open; read", f"{NOT_IN_TIME}; read"]
    assert [verdict.entailment for verdict in settled.verdicts] == [0.5, 0.5]
    assert (settled.tokens, clock.now) == ({"input_tokens": 7}, 102.0)


def test_each_draft_has_the_whole_time() -> None:
    clock = FakeClock()
    cascade = Cascade((SlowTier(WordTier("exact", "red"), clock, 1.5), WordTier("nli", "blue")), 2.0, clock)
    assert [cascade.timed(claims("blue one"), []).late for _ in range(2)] == [(), ()]


def test_grounder_says_what_was_not_checked_in_time_and_cuts_it() -> None:
    clock = FakeClock()
    slow = SlowTier(WordTier("exact", "bowls"), clock, 3.0)
    cascade = Cascade((slow, WordTier("nli", "lamps"), PERSON), 2.0, clock)
    grounded = Grounder(ClaimSplitter(), cascade, SafeCut()).ground("We sell bowls. We sell lamps.", [], TODAY)
    assert (grounded.late, grounded.cut.text) == ((1,), "We sell bowls.")
