"""The judge tier: a chat model reads what is still open, in one call, and code checks what it answers.

A chat model as a judge of entailment: Zheng et al., Judging LLM-as-a-Judge (NeurIPS 2023). That a quote must be found
again in the evidence follows Gao et al., Enabling Large Language Models to Generate Text with Citations (EMNLP 2023).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from agent.claim_text import claim_body
from agent.grounding.budget import Budget
from agent.grounding.hypothesis import hypothesis_of, may_be_read
from agent.grounding.judge_answer import Ruling, Rulings, read_rulings
from agent.grounding.judge_prompt import Asked, Case, exhibits_of, judge_messages
from agent.grounding.judge_proof import objection, places
from agent.grounding.promises import promise_in
from agent.grounding.tiers import Undecided
from agent.llm.metering import ChatModel
from agent.model_replies import ModelReply, read_reply
from agent.time_limits import within
from agent.types import Claim, Evidence, EvidenceRef, Label, TierName, Verdict

JUDGED = 0.9
"""Confidence of a verdict of the judge's, which states no probability."""
TOLD = 200
"""Characters of a provider's error that are kept."""


@dataclass(frozen=True)
class Judge:
    """A chat model that is asked about claims, opened once."""

    model: ChatModel
    name: str
    """`provider:model`."""
    timeout_s: float
    """For one call, retries included."""


@dataclass(frozen=True)
class JudgeTier:
    """Asks the judge once about all claims that are open; whatever goes wrong, they stay open and say why.

    Not asked about what a verifier has no say in (see `hypothesis_of`), values of an order among it, nor, in our own
    words to a customer, about what we did or promised: that needs a record. It is shown only evidence that may prove
    one of the claims, so no word of a customer's, and no field of an order that none of them speaks of.
    """

    judge: Judge
    today: date
    """Day of the turn, from which "tomorrow" counts."""
    ours: bool = True
    """Whether the claims are our own words to a customer."""
    budget: Budget = field(default_factory=Budget)
    """How long the judge may take; the cascade sets it."""

    @property
    def name(self) -> TierName:
        """`judge`."""
        return "judge"

    def within(self, budget: Budget) -> JudgeTier:
        """See `Bounded`; it hangs up when the time is over."""
        return replace(self, budget=budget)

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Verdict | Undecided | None]:
        """One entry for each claim, in order; None for what it was not asked."""
        case = self._case(claims, evidence)
        if not case.asked or not case.exhibits:
            return [None for _ in claims]
        rulings, late = self._rulings(case)
        found = {one.claim.index: self._settled(one, case, rulings, late=late) for one in case.asked}
        return [found.get(claim.index) for claim in claims]

    def _case(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> Case:
        """The claims that may be put to it, each with something that may prove it, and that evidence."""
        able = [(claim, text) for claim in claims if (text := self._question(claim))]
        asked = [
            Asked(claim=claim, text=text) for claim, text in able if any(may_be_read(item, claim) for item in evidence)
        ]
        proving = [item for item in evidence if any(may_be_read(item, one.claim) for one in asked)]
        return Case(asked=tuple(asked), exhibits=tuple(exhibits_of(proving, asked)))

    def _question(self, claim: Claim) -> str | None:
        promised = self.ours and promise_in(claim_body(claim.text)) is not None
        return None if promised else hypothesis_of(claim)

    def _rulings(self, case: Case) -> tuple[Rulings, bool]:
        """What the judge answered, and whether the turn's time was over before it did."""
        try:
            reply = within(min(self.judge.timeout_s, self.budget.left), lambda: self._asked(case))
        except Exception as error:  # noqa: BLE001  every provider has its own errors, and no turn may end by any
            why = f"it failed ({type(error).__name__}: {' '.join(str(error).split())[:TOLD]})"
            return Rulings(unusable=why), self.budget.spent
        self.budget.charge(reply.usage)
        return read_rulings(reply, [one.label for one in case.asked]), False

    def _asked(self, case: Case) -> ModelReply:
        return read_reply(self.judge.model.invoke(judge_messages(case)))

    def _settled(self, asked: Asked, case: Case, rulings: Rulings, *, late: bool) -> Verdict | Undecided:
        ruling = rulings.by_claim.get(asked.label)
        if rulings.unusable or ruling is None:
            twice = "it was given two verdicts" if asked.label in rulings.repeated else "it was given no verdict"
            return self._left_open(asked, rulings.unusable or twice, late=late)
        if ruling.label == "not_enough_info":
            return self._verdict(asked, "not_enough_info", "the evidence does not say")
        return self._checked(asked, case, ruling)

    def _checked(self, asked: Asked, case: Case, ruling: Ruling) -> Verdict | Undecided:
        """The ruling as a verdict, where its quote stands and nothing speaks against it."""
        found = places(asked, ruling, case.exhibits, self.today)
        if isinstance(found, str):
            return self._left_open(asked, found)
        if ruling.label == "refuted":
            return self._verdict(asked, "refuted", "the evidence says otherwise", found[0].refs)
        doubts = [objection(asked, place, self.today) for place in found]
        if None not in doubts:
            return self._left_open(asked, f"called supported, but {doubts[0]}")
        return self._verdict(asked, "supported", "the evidence says so", found[doubts.index(None)].refs)

    def _verdict(self, asked: Asked, label: Label, why: str, refs: tuple[EvidenceRef, ...] = ()) -> Verdict:
        return Verdict(
            claim=asked.claim,
            label=label,
            tier="judge",
            confidence=JUDGED,
            reason=f"{self.judge.name}: {why}",
            evidence=refs,
        )

    def _left_open(self, asked: Asked, why: str, *, late: bool = False) -> Undecided:
        return Undecided(claim=asked.claim, reason=f"{self.judge.name}: {why}", late=late)
