import json

import pytest

from agent.types import Citation, Message, TurnResult
from evals.gold_sets import GoldQuestion, GoldSet, SectionName
from evals.refusals import RefusalSuite, as_asked, report
from evals.show_refusals import print_refusals

MONEY = SectionName(article="refunds", heading="When the money arrives")
EASY = GoldQuestion(id="a", text="when is it paid", answers=(MONEY,))
BLUE = GoldQuestion(id="u", text="is it blue", answerable=False)


def turn(outcome, *cited):
    citations = tuple(
        Citation(article=article, heading_path=("Title", heading), passage_id=f"{article}#0")
        for article, heading in cited
    )
    return TurnResult(
        turn_id="t",
        conversation_id="c",
        asked_at="2026",
        question="q",
        outcome=outcome,
        reply="",
        citations=citations,
        why="so",
    )


def asked(question, outcome, *cited):
    return as_asked(question, turn(outcome, *cited))


def test_precision_and_recall_are_those_of_refusing():
    found = report(
        [
            (
                "shop",
                [
                    asked(BLUE, "declined"),
                    asked(BLUE, "handed_off"),
                    asked(BLUE, "answered"),
                    asked(EASY, "declined"),
                    asked(EASY, "answered"),
                ],
            )
        ]
    )
    (one,) = found.sets
    assert (one.refused, one.refused_rightly, one.unanswerable, one.answered) == (3, 2, 3, 1)
    assert (one.precision, one.recall) == (0.6667, 0.6667)
    assert [(wrong.answerable, wrong.outcome) for wrong in one.wrong] == [(False, "answered"), (True, "declined")]


def test_a_question_that_is_asked_back_is_neither_refused_nor_answered():
    found = report([("shop", [asked(BLUE, "asked_back"), asked(EASY, "asked_back")])]).all
    assert (found.refused, found.answered, found.recall, found.precision) == (0, 0, 0.0, None)


def test_an_answer_is_on_topic_where_it_cites_a_section_that_answers():
    right = asked(EASY, "answered", ("refunds", "When the money arrives"))
    beside = asked(EASY, "answered_with_cuts", ("refunds", "What is refunded"))
    found = report([("shop", [right, beside])]).all
    assert (found.answered, found.answered_on_topic) == (2, 1)
    assert beside.cited == ("refunds › What is refunded",)


def test_all_sets_are_also_counted_as_one():
    found = report([("one", [asked(BLUE, "declined")]), ("two", [asked(EASY, "declined")])])
    assert [one.precision for one in found.sets] == [1.0, 0.0]
    assert (found.all.questions, found.all.precision, found.all.recall) == (2, 0.5, 1.0)
    assert json.loads(found.model_dump_json())["all"]["precision"] == 0.5


def test_every_question_of_a_set_is_asked_in_its_order(tmp_path):
    before = BLUE.model_copy(update={"context": (Message(role="customer", text="I saw a lamp."),)})
    dataset = GoldSet(name="shop", path=tmp_path, questions=(EASY, before))
    found = RefusalSuite(lambda question: turn("declined")).run(dataset)
    assert [one.question for one in found] == ["when is it paid", "I saw a lamp. / is it blue"]


def test_the_wrong_ones_are_printed_with_what_they_cite_or_why_they_ended(capsys: pytest.CaptureFixture[str]):
    print_refusals(report([("shop", [asked(BLUE, "answered", ("refunds", "Costs")), asked(EASY, "declined")])]))
    shown = capsys.readouterr().out
    assert "shop: 2 of 2 ended the wrong way" in shown
    assert "u  is it blue  →  answered: refunds › Costs" in shown
    assert "a  when is it paid  →  declined: so" in shown
