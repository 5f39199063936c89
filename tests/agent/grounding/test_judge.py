"""The judge is asked once about all open claims, and its word counts only where its quote bears it out."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr

from agent.chat_scripts import ScriptedReply
from agent.grounding.budget import Budget
from agent.grounding.cascade import NOT_IN_TIME, Cascade
from agent.grounding.judge import JUDGED, Judge, JudgeTier
from agent.grounding.tiers import PersonTier, Undecided
from agent.types import Claim, Evidence, Verdict
from tests.agent.grounding.fake_clock import FakeClock
from tests.agent.grounding.judging import TODAY, WINDOW, answer, article, claim, model, tier, verdict

RETURNS = claim("Items may go back for 30 days after they are delivered.")


def settled(reply: ScriptedReply | str, *evidence: Evidence, of: Claim = RETURNS) -> Verdict | Undecided | None:
    (found,) = tier(model(reply)).settle([of], evidence or [article(WINDOW)])
    return found


def why_open(reply: ScriptedReply | str, *evidence: Evidence, of: Claim = RETURNS) -> str:
    found = settled(reply, *evidence, of=of)
    assert isinstance(found, Undecided)
    return found.reason.removeprefix("scripted:judge.yaml: ")


def test_claim_is_supported_by_the_sentence_that_the_judge_quotes() -> None:
    found = settled(answer(verdict(quote="send an item back for 30 days")))
    assert isinstance(found, Verdict)
    assert (found.label, found.tier, found.confidence) == ("supported", "judge", JUDGED)
    assert [(ref.id, ref.quote) for ref in found.evidence] == [("returns#0", WINDOW)]
    assert found.reason == "scripted:judge.yaml: the evidence says so"


def test_claim_is_refuted_by_the_sentence_that_the_judge_quotes() -> None:
    wrong = claim("Items may go back for 90 days after they are delivered.")
    found = settled(answer(verdict(label="refuted")), of=wrong)
    assert isinstance(found, Verdict)
    assert (found.label, found.tier, found.evidence[0].id) == ("refuted", "judge", "returns#0")


def test_judge_may_say_that_the_evidence_does_not_tell() -> None:
    found = settled(answer(verdict(label="not_enough_info", quote="", evidence="")))
    assert isinstance(found, Verdict)
    assert (found.label, found.tier, found.evidence) == ("not_enough_info", "judge", ())


def test_all_open_claims_are_one_call() -> None:
    asked = model(answer(verdict(0), verdict(2, "not_enough_info", "", "")))
    claims = [RETURNS, claim("Do you want a label?", 1), claim("Lamps are sent by post.", 2)]
    found = tier(asked).settle(claims, [article(WINDOW)])
    assert len(asked.seen) == 1
    assert [one.label if isinstance(one, Verdict) else one for one in found] == ["supported", None, "not_enough_info"]


@pytest.mark.parametrize(
    "open_claim",
    [
        claim("Would you like a label?"),
        claim("## Returns"),
        claim("ORD-1 was delivered on 3 March.", owner="ORD-1"),
        claim("I have sent your refund."),
        claim("We will refund your order."),
    ],
)
def test_judge_is_not_asked_what_it_has_no_say_in(open_claim: Claim) -> None:
    asked = model("never")
    evidence = [article(WINDOW), article("ORD-1 was sent.", 1, source="order", trust="verified", owner="ORD-1")]
    assert tier(asked).settle([open_claim], evidence) == [None]
    assert asked.seen == ()


def test_promise_in_a_text_of_somebody_else_is_a_statement_like_others() -> None:
    asked = model(answer(verdict(label="not_enough_info", quote="", evidence="")))
    (found,) = tier(asked, ours=False).settle([claim("We will refund your order.")], [article(WINDOW)])
    assert isinstance(found, Verdict)


@pytest.mark.parametrize("evidence", [[], [article(WINDOW, trust="user")], [article(WINDOW, owner="ORD-1")]])
def test_without_evidence_that_may_prove_a_claim_nobody_is_asked(evidence: Sequence[Evidence]) -> None:
    asked = model("never")
    assert tier(asked).settle([RETURNS], evidence) == [None]
    assert asked.seen == ()


def test_words_of_the_customer_and_orders_of_no_claim_are_not_shown() -> None:
    asked = model(answer(verdict(label="not_enough_info", quote="", evidence="")))
    note = article("Leave it with the neighbour.", 1, source="customer", trust="user", owner="ORD-1")
    field = article("ORD-2 went to Leeds.", 2, source="order", trust="verified", owner="ORD-2")
    tier(asked).settle([RETURNS], [article(WINDOW), note, field])
    shown = str(asked.seen[0][1].content)
    assert "send an item back" in shown
    assert "neighbour" not in shown
    assert "Leeds" not in shown


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("", "its answer is empty"),
        ("<think>they say so", "its answer is empty"),
        ("Supported!", "not the JSON that was asked for"),
        (answer(verdict())[:-5], "not the JSON that was asked for"),
        (answer(verdict() | {"label": "true"}), "verdicts.0.label"),
        (answer(verdict() | {"score": 1}), "verdicts.0.score"),
        (answer(), "it was given no verdict"),
        (answer(verdict(), verdict(label="refuted")), "it was given two verdicts"),
        (answer(verdict(), verdict(7)), "names the claim 'C7', which it was not asked about"),
        (ScriptedReply(text=answer(verdict()), finish_reason="length"), "its answer was cut off"),
        (ScriptedReply(error="read timed out"), "it failed (TimeoutError: read timed out)"),
        (answer(verdict(evidence="E9")), "it names 'E9', which it was not shown"),
        (answer(verdict(evidence="")), "it names no evidence that may prove the claim"),
        (answer(verdict(quote="Returns are free for ever.")), "its quote does not stand in the evidence"),
        (answer(verdict(quote="days")), "its quote does not stand in the evidence"),
        (answer(verdict(quote="")), "its quote does not stand in the evidence"),
        (answer(verdict(label="refuted", quote="No returns.")), "its quote does not stand in the evidence"),
    ],
)
def test_answer_that_cannot_be_taken_leaves_the_claim_open_and_says_why(reply: ScriptedReply | str, why: str) -> None:
    assert why in why_open(reply)


def test_quote_must_stand_in_evidence_of_the_claims_own_order() -> None:
    said = "The courier has taken over the parcel."
    claims = [claim("The parcel is with the courier.", n, owner=f"ORD-{n}") for n in (1, 2)]
    fields = [article(said, n, owner=f"ORD-{n}", heading_path=()) for n in (1, 2)]
    asked = model(answer(verdict(1, quote=said, evidence="E2"), verdict(2, quote=said, evidence="E2")))
    mixed_up, right = tier(asked).settle(claims, fields)
    assert isinstance(mixed_up, Undecided)
    assert "it names no evidence that may prove the claim" in mixed_up.reason
    assert isinstance(right, Verdict)
    assert (right.label, right.evidence[0].quote) == ("supported", said)


def test_fields_of_an_order_are_not_shown_to_a_model() -> None:
    asked = model("never")
    field = article("The courier has it.", 1, source="order", trust="verified", owner="ORD-1", heading_path=())
    assert tier(asked).settle([claim("The parcel is with the courier.", 0, owner="ORD-1")], [field]) == [None]
    assert asked.seen == ()


def test_no_claim_asks_nothing() -> None:
    asked = model("never")
    assert tier(asked).settle([], [article(WINDOW)]) == []
    assert asked.seen == ()


class HangingModel(BaseChatModel):
    """Lets the clock run out, then waits for somebody to come back."""

    clock: Any
    _back: threading.Event = PrivateAttr(default_factory=threading.Event)

    @property
    def _llm_type(self) -> str:
        return "hanging"

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        self.clock.now += 60
        self._back.wait(10)
        return ChatResult(generations=[ChatGeneration(message=AIMessage("too late"))])


def test_judge_is_not_waited_for_beyond_the_deadline() -> None:
    clock = FakeClock()
    hanging = HangingModel(clock=clock)
    cascade = Cascade((JudgeTier(Judge(hanging, "hanging", 5.0), TODAY), PersonTier("open")), 0.05, clock)
    found = cascade.timed([RETURNS], [article(WINDOW)])
    hanging._back.set()
    assert found.late == (0,)
    assert found.verdicts[0].reason.startswith(
        f"{NOT_IN_TIME}; hanging: it failed (TimeoutError: no answer within 0.05 s"
    )


def test_judge_that_is_slower_than_its_own_time_out_is_not_the_turns_fault() -> None:
    hanging = HangingModel(clock=FakeClock())
    found = JudgeTier(Judge(hanging, "hanging", 0.05), TODAY).settle([RETURNS], [article(WINDOW)])[0]
    hanging._back.set()
    assert isinstance(found, Undecided)
    assert not found.late


class CountingModel(BaseChatModel):
    """Answers nothing, and says what that cost."""

    @property
    def _llm_type(self) -> str:
        return "counting"

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        usage = {"input_tokens": 40, "output_tokens": 2, "total_tokens": 42}
        return ChatResult(generations=[ChatGeneration(message=AIMessage("{}", usage_metadata=usage))])


def test_tokens_are_charged_to_the_draft_even_where_the_answer_is_of_no_use() -> None:
    budget = Budget()
    JudgeTier(Judge(CountingModel(), "counting", 5.0), TODAY).within(budget).settle([RETURNS], [article(WINDOW)])
    assert budget.tokens == {"input_tokens": 40, "output_tokens": 2}
