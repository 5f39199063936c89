from dataclasses import replace
from datetime import date

import pytest

from agent.chat_models import ScriptedChatModel
from agent.chat_scripts import Script, ScriptedReply
from agent.model_rewriting import ModelRewriter
from agent.rewriting import ConversationRewriter
from agent.routing import Router
from evals.errors import DatasetError
from evals.gold_retrieval import GoldRetrievalSuite
from evals.gold_sets import read_gold
from knowledge.settings import KnowledgeSettings
from policies.rules import load_rules
from policies.topics import TopicGuard
from tests.evals.word_embedder import WordEmbedder

EMBEDDER = WordEmbedder(("warranty", "mixer", "shipping", "parcel", "months", "days", "long"))

WARRANTY = (
    "# Warranty\n\n## How long\n\nA mixer is covered for many months.\n\n## Claims\n\nSend a photo of the fault.\n"
)
SHIPPING = "# Shipping\n\n## How long\n\nA parcel takes a few days.\n"
OVER = "---\neffective_to: 2020-01-01\n---\n\n# Old shipping\n\n## How long\n\nA parcel takes long days.\n"

QUESTIONS = """
{"_id": "q1", "text": "how many days does a parcel take", "answers": [{"article": "shipping", "heading": "How long"}]}
{"_id": "q2", "text": "and how long is that", "context": ["What about the warranty?"], "answers": [{"article": "warranty", "heading": "How long"}]}
{"_id": "q3", "text": "is it blue", "answerable": false}
"""


@pytest.fixture
def shop(tmp_path):
    folder = tmp_path / "articles"
    folder.mkdir()
    for name, text in (("warranty", WARRANTY), ("shipping", SHIPPING), ("old", OVER)):
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


def suite(shop, cache):
    router = Router(TopicGuard(load_rules(None)))
    return GoldRetrievalSuite(EMBEDDER, None, KnowledgeSettings(), router, shop, cache, date(2026, 11, 30))


def questions(tmp_path, text=QUESTIONS):
    path = tmp_path / "questions.jsonl"
    path.write_text(text, encoding="utf-8")
    return read_gold(path)


def test_sections_in_force_are_the_documents_and_unanswerable_questions_are_left_out(tmp_path, shop):
    found = suite(shop, tmp_path / "cache").run(questions(tmp_path))
    assert (found.name, found.queries, found.documents, found.passages) == ("questions", 2, 3, 3)
    assert found.recall_at_8 == 1.0


def test_a_follow_up_is_looked_for_with_and_without_its_conversation(tmp_path, shop):
    told = suite(shop, tmp_path / "cache").run(questions(tmp_path)).follow_ups
    assert told is not None
    assert told.questions == 1
    assert (told.rewritten.mrr, told.alone.mrr) == (1.0, 0.5)


def test_questions_are_looked_for_as_the_given_rewriter_says(tmp_path, shop):
    model = ScriptedChatModel(script=Script(otherwise=ScriptedReply(text="How long is the mixer warranty?")))

    def rewriter_of(names):
        return ModelRewriter(model, "scripted", ConversationRewriter(names))

    told = replace(suite(shop, tmp_path / "cache"), rewriter_of=rewriter_of).run(questions(tmp_path)).follow_ups
    assert told is not None
    assert (told.rewritten.mrr, told.alone.mrr) == (1.0, 0.5)
    assert all("What about the warranty?" in str(prompt[1].content) for prompt in model.seen)
    assert len(model.seen) == 1


def test_a_set_without_follow_ups_tells_none(tmp_path, shop):
    first = QUESTIONS.strip().splitlines()[0]
    assert suite(shop, tmp_path / "cache").run(questions(tmp_path, first)).follow_ups is None


def test_articles_that_changed_are_synced_again_and_a_heading_that_went_is_named(tmp_path, shop):
    asked = questions(tmp_path)
    suite(shop, tmp_path / "cache").run(asked)
    (shop / "shipping.md").write_text(SHIPPING.replace("How long", "Times"), encoding="utf-8")
    with pytest.raises(
        DatasetError, match=r"question q1, names 'shipping › How long'.*wanted one of its headings Times"
    ):
        suite(shop, tmp_path / "cache").run(asked)


def test_a_set_of_unanswerable_questions_only_is_sent_to_the_refusal_suite(tmp_path, shop):
    with pytest.raises(DatasetError, match="support eval refusals"):
        suite(shop, tmp_path / "cache").run(questions(tmp_path, '{"_id": "q", "text": "why", "answerable": false}'))
