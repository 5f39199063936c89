"""How a turn ends is decided by the first rule that holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent.actions.acting import Acted
from agent.deciding import Decider, needs_no_draft
from agent.decisions.drafts import ANOTHER_QUESTION
from agent.decisions.openings import EMPTY, GREETING, THANKS
from agent.decisions.orders import NO_ORDERS, NO_SUCH_ORDER, WHICH_ORDER
from agent.decisions.so_far import TurnSoFar
from agent.gathering import Gathered, Turn
from agent.grounding.grounder import Grounded, Objection
from agent.grounding.safe_cut import CutResult
from agent.routing import Route
from agent.types import Claim, Decided, Draft, HandoffReason, Verdict
from tests.agent.actions.desk import store_in, talk_in
from tests.agent.shop import TODAY

QUESTION = Route(kind="question", search_query="x", needs_knowledge=True)
ABOUT_ORDER = QUESTION.model_copy(update={"needs_orders": True, "about_one_order": True})
DRAFT = Draft(text="Ten days.", drafter="test")


def so_far(route: Route = QUESTION, customer_id: str | None = "C-1", **found: Any) -> TurnSoFar:
    known = {"gathered": Gathered(), **found}
    return TurnSoFar(turn=Turn(customer_id=customer_id, today=TODAY), route=route, **known)


def decided(route: Route = QUESTION, customer_id: str | None = "C-1", **found: Any) -> Decided:
    return Decider().decide(so_far(route, customer_id, **found))


def grounded(text: str, cut: tuple[int, ...] = (), *, answers: bool = True) -> Grounded:
    claims = [Claim(index=n, text="Ten days.", start=n, end=n + 1) for n in range(2)]
    verdicts = tuple(
        Verdict(claim=claim, label="not_enough_info" if claim.index in cut else "supported", confidence=1, reason="")
        for claim in claims
    )
    return Grounded(verdicts=verdicts, cut=CutResult(text=text, cut=cut, answers=answers))


@pytest.mark.parametrize(
    ("kind", "outcome", "text"),
    [("greeting", "asked_back", GREETING), ("thanks", "answered", THANKS), ("empty", "asked_back", EMPTY)],
)
def test_small_talk_has_fixed_words(kind: str, outcome: str, text: str) -> None:
    found = decided(Route.model_validate({"kind": kind}))
    assert (found.outcome, found.text, found.reason) == (outcome, text, None)


def test_topic_is_handed_over_with_its_own_words() -> None:
    found = decided(Route(kind="topic", handoff="distress", notice="Help is coming."))
    assert (found.outcome, found.reason, found.notice, found.text) == ("handed_off", "distress", "Help is coming.", "")


def test_person_is_handed_over_although_an_order_is_unknown() -> None:
    gathered = Gathered(unknown_orders=("ORD-1",))
    assert decided(Route(kind="person", handoff="customer_asked"), gathered=gathered).reason == "customer_asked"


@pytest.mark.parametrize("customer_id", ["C-1", None])
def test_order_that_cannot_be_shown_gets_the_same_words_for_everybody(customer_id: str | None) -> None:
    found = decided(ABOUT_ORDER, customer_id, gathered=Gathered(unknown_orders=("ORD-1",)))
    assert (found.outcome, found.text) == ("asked_back", NO_SUCH_ORDER.format(ids="order ORD-1"))


def test_question_that_fits_several_orders_asks_which() -> None:
    found = decided(ABOUT_ORDER, gathered=Gathered(orders=("ORD-1", "ORD-2")))
    assert found.outcome == "asked_back"
    assert found.text.startswith(WHICH_ORDER)
    assert "ORD-1" in found.text
    assert "ORD-2" in found.text


def test_customer_without_orders_is_asked_for_a_number() -> None:
    assert decided(ABOUT_ORDER).text == NO_ORDERS


def refund_of(home: Path, order_id: str) -> Acted:
    """What was done about a refund of an order."""
    store_in(home)
    acted = talk_in(home, order_id).say("Please refund it")
    assert acted is not None
    return acted


def test_refused_refund_is_said_with_its_reason(tmp_path: Path) -> None:
    certified = refund_of(tmp_path, "ORD-97731")
    found = decided(ABOUT_ORDER, gathered=Gathered(orders=("ORD-97731",)), certified=certified)
    assert (found.outcome, found.reason) == ("answered", None)
    assert certified.decision is not None
    assert certified.decision.reason in found.text


@pytest.mark.parametrize(
    ("order_id", "outcome", "reason"),
    [("ORD-97713", "asked_back", None), ("ORD-99181", "handed_off", "approval_needed")],
)
def test_refund_within_the_limit_waits_for_a_yes_and_above_it_for_a_person(
    tmp_path: Path, order_id: str, outcome: str, reason: str | None
) -> None:
    found = decided(ABOUT_ORDER, gathered=Gathered(orders=(order_id,)), certified=refund_of(tmp_path, order_id))
    assert (found.outcome, found.reason) == (outcome, reason)


def test_draft_that_was_declined_says_so_and_goes_to_a_person() -> None:
    found = decided(draft=Draft(text="", drafter="test", declined="no article"))
    assert (found.outcome, found.reason) == ("declined", "no_evidence")
    assert found.text
    assert "no article" in found.why


def test_nothing_left_of_a_draft_is_handed_over_without_a_word_of_it() -> None:
    found = decided(draft=DRAFT, grounded=grounded("", cut=(0, 1), answers=False))
    assert (found.outcome, found.reason, found.text) == ("handed_off", "unsupported_claim", "")


def test_what_is_left_of_a_draft_is_sent_and_referred_to_a_person() -> None:
    found = decided(draft=DRAFT, grounded=grounded("Ten days.", cut=(1,)))
    assert (found.outcome, found.reason, found.text) == ("answered_with_cuts", "unsupported_claim", "Ten days.")


def test_draft_that_is_proved_is_sent() -> None:
    found = decided(draft=DRAFT, grounded=grounded("Ten days."))
    assert (found.outcome, found.reason, found.text) == ("answered", None, "Ten days.")


def test_turn_that_no_rule_covers_goes_to_a_person() -> None:
    assert decided().reason == "failure"


@pytest.mark.parametrize(
    ("turn", "early"),
    [
        (so_far(Route(kind="greeting")), True),
        (so_far(ABOUT_ORDER, gathered=Gathered(unknown_orders=("ORD-1",))), True),
        (so_far(ABOUT_ORDER, gathered=Gathered(orders=("ORD-1",))), False),
        (so_far(), False),
    ],
)
def test_drafting_is_skipped_where_the_turn_is_decided(turn: TurnSoFar, early: bool) -> None:
    assert needs_no_draft(turn) is early


def test_what_was_done_survives_the_state_as_json(tmp_path: Path) -> None:
    certified = refund_of(tmp_path, "ORD-99181")
    assert Acted.model_validate_json(certified.model_dump_json()) == certified


@pytest.mark.parametrize(
    ("cut", "answers", "outcome", "text"),
    [((1,), True, "answered_with_cuts", "Ten days."), ((0, 1), False, "handed_off", "")],
)
def test_claims_not_checked_in_time_hand_over_for_the_deadline(
    cut: tuple[int, ...], answers: bool, outcome: str, text: str
) -> None:
    late = grounded("Ten days.", cut, answers=answers).model_copy(update={"late": (1,)})
    found = decided(draft=DRAFT, grounded=late)
    assert (found.outcome, found.reason, found.text) == (outcome, "deadline", text)
    assert found.why == "1 of 2 claims were not checked in time"


def test_signed_out_customer_is_asked_to_sign_in_although_the_check_was_late() -> None:
    late = grounded("Ten days.", (1,)).model_copy(update={"late": (1,)})
    assert decided(ABOUT_ORDER, None, draft=DRAFT, grounded=late).outcome == "asked_back"


def objected(*reasons: HandoffReason, cut: tuple[int, ...] = (0,), answers: bool = True) -> Decided:
    objections = tuple(Objection(claim=n, reason=reason, why=f"objection {n}") for n, reason in enumerate(reasons))
    found = grounded("Ten days.", cut, answers=answers).model_copy(update={"objections": objections})
    return decided(draft=DRAFT, grounded=found)


@pytest.mark.parametrize(("answers", "outcome"), [(True, "answered_with_cuts"), (False, "handed_off")])
def test_claim_that_fell_to_a_conflict_hands_over_for_that_reason(answers: bool, outcome: str) -> None:
    found = objected("conflict", answers=answers)
    assert (found.outcome, found.reason) == (outcome, "conflict")
    assert found.why.endswith("; objection 0")


def test_conflict_goes_before_any_other_reason() -> None:
    assert objected("unsupported_claim", "conflict", cut=(0, 1)).reason == "conflict"


def test_objection_to_a_claim_that_was_not_cut_is_no_reason() -> None:
    assert objected("unsupported_claim", "conflict", cut=(0,)).reason == "unsupported_claim"


def test_question_of_several_without_an_answer_goes_to_a_person_and_the_others_are_answered() -> None:
    draft = DRAFT.model_copy(update={"unanswered": ("Whom may zebras marry?",)})
    found = decided(draft=draft, grounded=grounded("Ten days."))
    assert (found.outcome, found.reason) == ("answered_with_cuts", "no_evidence")
    assert found.text == f"Ten days.\n\n{ANOTHER_QUESTION}"
    assert "zebras" in found.why


def test_cut_says_why_a_person_takes_over_although_a_question_is_open_too() -> None:
    draft = DRAFT.model_copy(update={"unanswered": ("Whom may zebras marry?",)})
    assert decided(draft=draft, grounded=grounded("Ten days.", cut=(1,))).reason == "unsupported_claim"
