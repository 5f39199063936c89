"""The shipped gold set: what it holds, and how well the product as installed searches it."""

from datetime import date
from pathlib import Path

import pytest

import evals.datasets
from agent.build import Parts
from agent.routing import Router
from evals.gold_retrieval import GoldRetrievalSuite
from evals.gold_sets import read_gold
from evals.retrieval_report import SetReport
from knowledge.sample import articles_folder
from policies.rules import load_rules
from policies.topics import TopicGuard
from tests.agent.conftest import shop as shop
from tests.agent.conftest import shop_home as shop_home

FOLDER = Path(evals.datasets.__file__).with_name("shop_questions")
GOLD, NEAR_MISSES = read_gold(FOLDER), read_gold(FOLDER / "near_misses.jsonl")

# Measured on 2026-11-30 with all-MiniLM-L6-v2 and reranker-1: recall@8 0.914, nDCG@10 0.797, and 0.922 and 0.781 for
# the follow-ups. What is asked of a change is that less 0.04, about four questions of 96, so that a search which gains
# elsewhere may lose a few here.
RECALL_AT_8, NDCG_AT_10 = 0.874, 0.757
FOLLOW_UPS_RECALL_AT_8 = 0.85


@pytest.fixture(scope="module")
def measured(shop: Parts, tmp_path_factory: pytest.TempPathFactory) -> SetReport:
    router = Router(TopicGuard(load_rules(None)))
    cache = tmp_path_factory.mktemp("gold")
    settings, day = shop.settings.knowledge, date(2026, 11, 30)
    suite = GoldRetrievalSuite(shop.embedder, shop.reranker, settings, router, articles_folder(), cache, day)
    return suite.run(GOLD)


def test_questions_of_every_kind_are_there():
    follow_ups = [one for one in GOLD.questions if one.context]
    assert len(GOLD.answerable) - len(follow_ups) >= 60
    assert len(follow_ups) >= 12
    assert len(GOLD.questions) - len(GOLD.answerable) >= 25
    assert len(NEAR_MISSES.questions) == 100
    assert NEAR_MISSES.answerable == ()


def test_no_question_stands_twice():
    asked = [(one.context, one.text.casefold()) for one in (*GOLD.questions, *NEAR_MISSES.questions)]
    assert len(set(asked)) == len(asked)


def test_every_article_that_customers_see_is_asked_about():
    named = {answer.article for one in GOLD.answerable for answer in one.answers}
    assert named == {path.stem for path in articles_folder().glob("*.md")} - {
        "returns-window-2025",
        "staff-refund-escalation",
    }


def test_search_finds_what_answers(measured: SetReport):
    assert measured.queries == len(GOLD.answerable)
    assert measured.recall_at_8 >= RECALL_AT_8
    assert measured.ndcg_at_10 >= NDCG_AT_10


def test_follow_ups_are_found_by_their_conversation_and_worse_by_their_last_line(measured: SetReport):
    told = measured.follow_ups
    assert told is not None
    assert told.rewritten.recall_at_8 >= FOLLOW_UPS_RECALL_AT_8
    assert told.rewritten.ndcg_at_10 > told.alone.ndcg_at_10 + 0.1
