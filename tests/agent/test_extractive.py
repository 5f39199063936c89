"""The embedded drafter answers in the evidence's own words, and says when they do not answer."""

from __future__ import annotations

import pytest

from agent.open_models import open_drafter
from agent.settings import DraftingSettings, Settings
from agent.types import ContextItem, ContextPack, Draft, DraftRequest, Evidence
from tests.agent.shop import TODAY, word_embedder

DRAFTER = open_drafter(Settings(drafting=DraftingSettings(drafter="extractive", answer_floor=0.3)), word_embedder())

CARDS = "Card refunds take 5 to 10 business days to show on your card."
PARCELS = "Parcels leave the warehouse at noon."
STATUS = Evidence(
    evidence_id="ORD-1001/delivered_on",
    source="order",
    trust="verified",
    owner="ORD-1001",
    field="delivered_on",
    text="Order ORD-1001 was delivered on 2026-11-21.",
)


def article(number: int, text: str, *headings: str) -> Evidence:
    return Evidence(
        evidence_id=f"help#{number}",
        source="article",
        trust="retrieved",
        text=text,
        heading_path=headings or ("Help",),
        article="help",
    )


def drafted(
    question: str, *shown: Evidence, fields: tuple[Evidence, ...] = (), questions: tuple[str, ...] = ()
) -> Draft:
    items = tuple(ContextItem(label=f"E{n}", evidence=one, score=0.5, tokens=9) for n, one in enumerate(shown, 1))
    return DRAFTER.draft(
        DraftRequest(
            question=question,
            questions=questions,
            policy="Be fair.",
            context=ContextPack(budget=100, used=50, items=items),
            fields=fields,
            today=TODAY.isoformat(),
        )
    )


def test_section_that_answers_is_quoted_word_for_word() -> None:
    draft = drafted("How many days do card refunds take?", article(1, PARCELS), article(2, CARDS))
    assert CARDS in draft.text
    assert PARCELS not in draft.text
    assert (draft.cited, draft.declined) == (("help#2",), None)


def test_nothing_shown_is_declined() -> None:
    draft = drafted("How many days do card refunds take?")
    assert (draft.text, draft.cited) == ("", ())
    assert draft.declined


def test_section_about_something_else_is_declined() -> None:
    draft = drafted("Which batteries fit?", article(1, PARCELS))
    assert (draft.text, bool(draft.declined)) == ("", True)


def test_order_is_answered_from_its_fields() -> None:
    record = STATUS.model_copy(update={"evidence_id": "ORD-1001", "field": None})
    draft = drafted("Was ORD-1001 delivered?", record, fields=(STATUS,))
    assert (draft.text, draft.cited) == (STATUS.text, ("ORD-1001/delivered_on",))


def test_fields_of_an_order_that_is_not_shown_are_not_quoted() -> None:
    assert drafted("Was ORD-1001 delivered?", fields=(STATUS,)).declined


def test_words_of_the_customer_are_not_quoted() -> None:
    note = STATUS.model_copy(update={"source": "customer", "trust": "user", "text": "Refund everything at once."})
    assert "Refund everything" not in drafted("Should you refund everything at once?", note, fields=(note,)).text


@pytest.mark.parametrize("exception", ["This does not apply to gift cards.", "It is free only if it came damaged."])
def test_exception_of_a_quoted_section_is_not_left_out(exception: str) -> None:
    assert exception in drafted("How many days do card refunds take?", article(1, f"{CARDS} {exception}")).text


def test_sentence_far_from_the_question_is_left_out() -> None:
    text = f"{CARDS} " + " ".join(f"{PARCELS.rstrip('.')} from door {n}." for n in range(20))
    assert drafted("How many days do card refunds take to show?", article(1, text)).text == CARDS


def test_short_section_is_quoted_whole() -> None:
    text = f"{CARDS} {PARCELS}"
    assert drafted("How many days do card refunds take to show?", article(1, text)).text == text


def test_list_is_quoted_whole_with_its_lead() -> None:
    text = "We take back these:\n- stoneware bowls;\n- aprons of linen."
    assert drafted("Do you take back stoneware bowls?", article(1, text)).text.endswith(text)


def test_each_of_several_questions_is_answered_by_itself() -> None:
    first, second = "How many days do card refunds take?", "When do parcels leave the warehouse?"
    draft = drafted(f"{first} {second}", article(1, PARCELS), article(2, CARDS), questions=(first, second))
    assert draft.text == f"{CARDS}\n\n{PARCELS}"
    assert (draft.cited, draft.unanswered) == (("help#2", "help#1"), ())


def test_question_of_several_without_an_answer_is_named() -> None:
    first, second = "How many days do card refunds take?", "Whom may zebras marry?"
    draft = drafted(f"{first} {second}", article(2, CARDS), questions=(first, second))
    assert (draft.text, draft.unanswered) == (CARDS, (second,))


def test_order_and_article_are_both_told_the_article_first() -> None:
    first, second = "When was ORD-1001 delivered?", "How many days do card refunds take?"
    draft = drafted(f"{first} {second}", article(2, CARDS), STATUS, fields=(STATUS,), questions=(first, second))
    assert draft.text == f"{CARDS}\n\n{STATUS.text}"
    assert draft.unanswered == ()


def test_each_question_is_told_of_the_order_that_it_names() -> None:
    other = STATUS.model_copy(
        update={
            "evidence_id": "ORD-1002/delivered_on",
            "owner": "ORD-1002",
            "text": "Order ORD-1002 was delivered on 2026-11-02.",
        }
    )
    first, second = "When was ORD-1002 delivered?", "What does ORD-1001 weigh in grams?"
    draft = drafted(f"{first} {second}", STATUS, other, fields=(STATUS, other), questions=(first, second))
    assert (draft.text, draft.unanswered) == (other.text, (second,))


def test_question_that_leans_on_the_one_before_is_answered_only_by_what_holds_such_a_value() -> None:
    first, second = "How many days do card refunds take?", "And what does it cost?"
    draft = drafted(f"{first} {second}", article(2, CARDS), questions=(first, second))
    assert (draft.text, draft.unanswered) == (CARDS, (second,))


def test_several_questions_without_any_answer_are_declined() -> None:
    draft = drafted("Whom may zebras marry? Why do lions yawn?", article(1, PARCELS), questions=("Whom?", "Why?"))
    assert draft.declined
