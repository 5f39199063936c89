"""What is missing is said in words for each reason, with why it was decided so."""

from __future__ import annotations

from agent.decisions.so_far import TurnSoFar
from agent.gathering import Gathered, Turn
from agent.missing import asked_decision, missing
from agent.packet import CutClaim
from agent.routing import Route
from agent.types import Decided, HandoffReason
from tests.agent.shop import TODAY

SO_FAR = TurnSoFar(turn=Turn(customer_id="C-1", today=TODAY), route=Route(kind="question"))
CUT = CutClaim(text="It is free.", label="not_enough_info", tier="person", why="open")


def words(reason: HandoffReason, *cut: CutClaim, why: str = "why") -> str:
    return missing("Is it free?", Decided(outcome="handed_off", reason=reason, why=why), SO_FAR, cut)


def test_claims_that_were_cut_need_proof_or_a_correction() -> None:
    assert words("unsupported_claim", CUT) == "Proof of, or a correction to: “It is free.” (why)"


def test_question_without_an_answer_is_named() -> None:
    assert words("no_evidence").startswith("The answer to “Is it free?”: neither the help articles nor")


def test_sources_that_disagree_need_a_decision() -> None:
    assert words("conflict", CUT) == "A decision which of two sources holds, for “It is free.” (why)"


def test_change_to_an_order_needs_somebody_who_makes_it() -> None:
    route = Route(kind="question", wants="change")
    so_far = SO_FAR.model_copy(update={"route": route, "gathered": Gathered(orders=("ORD-1",))})
    assert asked_decision(so_far) == "the change to order ORD-1"
    assert asked_decision(SO_FAR) is None


def test_fixed_words_stand_alone_where_nothing_says_why() -> None:
    assert words("customer_asked", why="") == "Nothing that the agent could find: the customer asked for a person."
