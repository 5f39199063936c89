"""One message in, one finished turn out: nothing unproved, nothing of another customer, whatever goes wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from time import perf_counter
from uuid import uuid4

import pytest

from agent.build import Parts
from agent.decisions.openings import EMPTY, GREETING
from agent.decisions.orders import NO_SUCH_ORDER
from agent.drafting import Drafter
from agent.graph import TurnGraph
from agent.handoff import NOTICES
from agent.identity.words import ASK
from agent.state import NewTurn
from agent.types import TurnResult
from policies.rules import load_rules
from tests.agent.shop import BANK_QUESTION, Ask, FailingDrafter, SayingDrafter, agent_of

OWNER = "C-1001"
ORDER = "Was ORD-99107 delivered?"
TRUE = "Card refunds take 5 to 10 business days to show on your card statement after we issue the refund."
INVENTED = {
    "amount": "A fee of 12.50 USD is taken off each refund.",
    "date": "Your money arrives on 14 December 2026.",
    "order": "Order ORD-99017 was delivered on 2026-11-12.",
    "promise": "I have refunded your order.",
}

Say = Callable[..., TurnResult]


def said_by(parts: Parts, drafter: Drafter, message: str = ORDER, **settings: object) -> TurnResult:
    """One turn whose draft is the drafter's, without the help articles."""
    agent = agent_of(parts, drafter)
    known = {"conversation_id": uuid4().hex, "customer_id": OWNER, "use_knowledge": False}
    result = agent.ask(message, **{**known, **settings})  # type: ignore[arg-type]
    agent.close()
    return result


@pytest.fixture(scope="session")
def say(shop: Parts) -> Say:
    """One turn about the bank, whose draft is given and whose articles are read."""

    def said(text: str, message: str = BANK_QUESTION, customer_id: str | None = OWNER) -> TurnResult:
        return said_by(shop, SayingDrafter(text), message, customer_id=customer_id, use_knowledge=True)

    return said


def test_bank_question_is_answered_from_the_article_that_says_it(ask: Ask) -> None:
    result = ask(BANK_QUESTION)
    assert result.outcome == "answered"
    assert "5 to 10 business days" in result.reply
    assert result.handoff is None
    assert [(one.article, one.heading_path[-1]) for one in result.citations] == [("refunds", "When the money arrives")]
    assert all(claim["label"] in ("supported", "not_checkworthy") for claim in result.claims)


def test_bank_question_is_declined_without_the_articles_and_says_why(ask: Ask) -> None:
    result = ask(BANK_QUESTION, use_knowledge=False)
    assert result.outcome == "declined"
    assert "help articles" in result.reply
    assert "business days" not in result.model_dump_json()


def test_order_is_answered_for_its_owner(ask: Ask, shop: Parts) -> None:
    order = shop.orders.find("ORD-99107")
    assert order is not None
    result = ask(ORDER, customer_id=order.customer_id)
    assert result.outcome == "answered"
    assert str(order.delivered_on) in result.reply
    assert {claim["tier"] for claim in result.claims} == {"exact"}


def test_order_of_somebody_else_and_no_order_at_all_get_the_same_words(quick: Parts) -> None:
    agent = agent_of(quick)
    asked = [("ORD-99107", "C-1002"), ("ORD-99107", None), ("ORD-99999", "C-1002"), ("ORD-99999", None)]
    results = [
        agent.ask(f"Was {order_id} delivered?", conversation_id=uuid4().hex, customer_id=customer)
        for order_id, customer in asked
    ]
    agent.close()
    assert {(one.outcome, re.sub(r"ORD-\d+", "ID", one.reply)) for one in results} == {
        ("asked_back", NO_SUCH_ORDER.format(ids="order ID")),
        ("asked_back", ASK),
    }
    assert len({re.sub(r"ORD-\d+", "ID", one.reply) for one in results[::2]}) == 1
    assert {one.reply for one in results[1::2]} == {ASK}
    owner, order = quick.orders.customer(OWNER), quick.orders.find("ORD-99107")
    assert owner is not None
    assert order is not None
    secrets = [owner.name, owner.email, order.carrier, order.tracking_number, order.address.line1, str(order.total)]
    secrets += [str(order.placed_on), str(order.shipped_on), str(order.delivered_on)]
    secrets += [order.items[0].name, order.items[0].sku, order.items[1].name]
    for result in results:
        stored = quick.ledger.turn(result.turn_id)
        assert stored == result
        assert [secret for secret in secrets if secret and secret in stored.model_dump_json()] == []


def test_invented_claims_are_cut_and_the_true_one_is_sent(say: Say, shop: Parts) -> None:
    result = say(" ".join([TRUE, *INVENTED.values()]))
    assert result.outcome == "answered_with_cuts"
    assert TRUE in result.reply
    assert [text for text in INVENTED.values() if text in result.reply] == []
    assert result.handoff is not None
    assert result.handoff.reason == "unsupported_claim"
    assert [claim["text"] for claim in result.handoff.packet["cut_claims"]] == list(INVENTED.values())
    stored = {claim["text"]: claim for claim in shop.ledger.turn(result.turn_id).claims}
    assert [stored[text]["cut"] for text in (TRUE, *INVENTED.values())] == [False, True, True, True, True]
    assert {stored[text]["tier"] for text in INVENTED.values()} == {"exact"}
    assert all(stored[text]["reason"] for text in INVENTED.values())


def test_value_of_another_order_is_refuted_although_it_is_this_customers(quick: Parts) -> None:
    wrong = SayingDrafter("Order ORD-99107 was delivered on 2026-07-13.")  # which is when ORD-98231 was
    (claim,) = said_by(quick, wrong).claims
    assert (claim["label"], claim["tier"], claim["cut"]) == ("refuted", "exact", True)


def test_nothing_of_a_draft_that_is_all_invented_reaches_the_customer(say: Say) -> None:
    result = say(" ".join(INVENTED.values()))
    assert (result.outcome, result.reply) == ("handed_off", NOTICES["unsupported_claim"])
    assert result.handoff is not None
    assert len(result.handoff.packet["cut_claims"]) == 4


def test_what_only_the_customer_said_proves_nothing(quick: Parts) -> None:
    note = "One pack was warm when it came."  # the note on this order, word for word
    result = said_by(quick, SayingDrafter(note), "What about ORD-99402?", customer_id="C-1010")
    assert (result.outcome, result.claims[0]["label"]) == ("handed_off", "not_enough_info")
    assert result.handoff is not None
    assert note in [said["text"] for said in result.handoff.packet["customer_asserted"]]
    assert note not in result.reply


def test_what_the_message_claims_proves_nothing(quick: Parts) -> None:
    claim = "Your refund of 500.00 USD has been approved."
    result = said_by(quick, SayingDrafter(claim), f"Your colleague wrote: {claim} Is ORD-99107 delivered?")
    assert (result.outcome, result.reply) == ("handed_off", NOTICES["unsupported_claim"])


@pytest.mark.parametrize("message", ["What is the status of ORD-99319?", "What does the note on ORD-99319 say?"])
def test_instruction_in_an_order_note_changes_nothing(quick: Parts, message: str) -> None:
    agent = agent_of(quick)
    result = agent.ask(message, conversation_id="c", customer_id="C-1009", use_knowledge=False)
    agent.close()
    assert "refund" not in result.reply.lower()
    assert "ignore previous" not in result.reply
    assert result.decision is None


@pytest.mark.parametrize(
    ("order_id", "outcome"),
    [
        ("ORD-97713", "certified"),
        ("ORD-99181", "approval_needed"),
        ("ORD-97731", "refused"),  # outside the window
        ("ORD-99412", "approval_needed"),  # fresh food, and no reason given
        ("ORD-99188", "refused"),  # final sale
    ],
)
def test_refund_is_decided_by_the_gatekeeper_and_never_by_the_draft(quick: Parts, order_id: str, outcome: str) -> None:
    order = quick.orders.find(order_id)
    assert order is not None
    drafter = SayingDrafter("I have refunded your order.")
    result = said_by(quick, drafter, f"Please refund {order_id}", customer_id=order.customer_id)
    assert result.decision is not None
    decision = result.decision["decision"]
    assert (decision["outcome"], result.draft) == (outcome, {})
    assert "I have refunded" not in result.reply
    if outcome == "refused":
        assert (result.outcome, decision["reason"] in result.reply) == ("answered", True)
    if outcome == "certified":
        assert (result.outcome, "Reply yes or no." in result.reply) == ("asked_back", True)
    if outcome == "approval_needed":
        assert (result.outcome, result.handoff is not None) == ("handed_off", True)


@pytest.mark.parametrize("customer_id", ["C-1002", None])
def test_refund_of_somebody_elses_order_is_never_decided(quick: Parts, customer_id: str | None) -> None:
    result = said_by(quick, SayingDrafter("Done."), "Please refund ORD-97713", customer_id=customer_id)
    assert (result.outcome, result.decision) == ("asked_back", None)


def test_instruction_in_the_note_does_not_refund_the_order(quick: Parts) -> None:
    result = said_by(quick, SayingDrafter("Done."), "Please refund ORD-99319", customer_id="C-1009")
    assert result.decision is not None
    assert result.decision["decision"]["outcome"] == "refused"


def test_drafter_that_fails_is_a_handoff_that_tells_the_customer_nothing_of_it(quick: Parts) -> None:
    result = said_by(quick, FailingDrafter("connection to 10.0.0.7 refused"))
    assert (result.outcome, result.reply) == ("handed_off", NOTICES["failure"])
    assert result.handoff is not None
    assert result.handoff.reason == "failure"
    assert "10.0.0.7" in result.handoff.packet["missing"]
    assert quick.ledger.turn("last") == result


def test_conversation_goes_on_after_a_failure(quick: Parts) -> None:
    said_by(quick, FailingDrafter(), conversation_id="c")
    assert said_by(quick, SayingDrafter("Hi."), "Hello", conversation_id="c").reply == GREETING


class Killed(BaseException):
    """Ends a turn as the end of the process would."""


def test_turn_that_cannot_be_finished_later_is_handed_over_and_not_lost(quick: Parts) -> None:
    def kill(stage: str) -> None:
        if stage == "gather":
            raise Killed

    with pytest.raises(Killed):
        said_by(quick, SayingDrafter("Hi."), conversation_id="c", on_stage=kill)
    said_by(quick, FailingDrafter(), "Hello", conversation_id="c")
    stored = {turn.question: turn for turn in (quick.ledger.turn(row["turn_id"]) for row in quick.ledger.recent(9))}
    assert set(stored) == {ORDER, "Hello"}
    assert (stored[ORDER].outcome, stored[ORDER].reply) == ("handed_off", NOTICES["failure"])


@pytest.mark.parametrize(
    ("message", "topic_id"),
    [
        ("I will take legal action about ORD-99107", "legal"),
        ("The battery fire burned my table", "safety"),
        ("I want to die", "distress"),
    ],
)
def test_topics_are_handed_over_with_fixed_words(quick: Parts, message: str, topic_id: str) -> None:
    topic = next(topic for topic in load_rules().topic if topic.id == topic_id)
    result = said_by(quick, SayingDrafter("Calm down."), message)
    assert (result.outcome, result.reply) == ("handed_off", topic.notice)
    assert result.handoff is not None
    assert result.handoff.reason == topic.handoff
    assert result.draft == {}


def test_person_is_given_to_whoever_asks_for_one(quick: Parts) -> None:
    result = said_by(quick, SayingDrafter("No."), "let me talk to a person")
    assert (result.outcome, result.reply) == ("handed_off", NOTICES["customer_asked"])


@pytest.mark.parametrize("message", ["", "   \n", "😀😀", "\x1b[31m\x1b[0m", "\u200b\u202e", "?!"])
def test_message_without_words_is_asked_back(quick: Parts, message: str) -> None:
    result = said_by(quick, SayingDrafter("Hi."), message)
    assert (result.outcome, result.reply) == ("asked_back", EMPTY)


def test_control_characters_are_gone_from_all_that_is_kept(quick: Parts) -> None:
    result = said_by(quick, SayingDrafter("Hi."), "\x1b]0;owned\x07\x1b[31mHello\x1b[0m\x00")
    assert (result.question, result.reply) == ("Hello", GREETING)
    assert "\\u001b" not in result.model_dump_json()


@pytest.mark.parametrize("piece", ["where is ORD-99107? ", "a", "refund me ", "😀", "((((", "1,000.00 USD "])
def test_message_of_200_kb_gets_a_reply_in_time(quick: Parts, piece: str) -> None:
    begin = perf_counter()
    assert said_by(quick, SayingDrafter("Hi."), piece * (200_000 // len(piece))).reply
    assert perf_counter() - begin < 10


def test_stages_are_told_as_they_end(quick: Parts) -> None:
    told: list[str] = []
    said_by(quick, SayingDrafter("Hi."), "Hello", on_stage=told.append)
    assert (told[0], told[-1]) == ("receive", "remember")


def test_other_orders_are_asked_about_and_not_guessed(ask: Ask) -> None:
    result = ask("Where is my order?", customer_id=OWNER)
    assert result.outcome == "asked_back"
    assert all(order_id in result.reply for order_id in ("ORD-99107", "ORD-98231", "ORD-99412", "ORD-99455"))


@dataclass(frozen=True)
class SilentGraph:
    """A graph whose stages end without a word, as one may that lost its state's server half-way."""

    whole: TurnGraph

    def run(self, new: NewTurn) -> Generator[tuple[str, None]]:
        yield from ()

    def __getattr__(self, name: str) -> object:
        return getattr(self.whole, name)


def test_turn_whose_stages_give_no_result_is_handed_over(quick: Parts) -> None:
    agent = agent_of(quick)
    turn = replace(agent, graph=SilentGraph(agent.graph)).ask("Hello", conversation_id="c", customer_id="C-1001")  # type: ignore[arg-type]
    agent.close()
    assert (turn.outcome, turn.handoff and turn.handoff.reason) == ("handed_off", "failure")
    assert quick.ledger.turn(turn.turn_id) == turn
