"""What the agent looks for by itself stays within its filter: follow-ups, rewritings, and whole turns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.agent import Agent
from agent.build import Parts
from agent.chat_models import ScriptedChatModel
from agent.chat_scripts import Script, ScriptedReply
from agent.model_rewriting import ModelRewriter
from agent.rewriting import ConversationRewriter, Rewriter, Searched
from agent.settings import ArticleSettings, GroundingSettings, RewritingSettings
from agent.types import Message, TurnResult
from knowledge.filters import Filter
from tests.agent.shop import agent_of, quick_parts
from tests.varied import DAY, FILTERS, QUERIES, TITLES, permitted, write_articles

LINES = st.lists(
    st.builds(
        Message,
        role=st.sampled_from(["customer", "assistant"]),
        text=st.sampled_from(TITLES).map(lambda title: f"What about the {title} lamp?"),
    ),
    min_size=1,
    max_size=4,
)
FOLLOW_UPS = st.sampled_from(["and for how long?", "is it covered?", "what about the warranty"])
DAYS = st.integers(-12, 95).map(lambda days: DAY + timedelta(days=days))
ONLY = st.dictionaries(st.sampled_from(["language", "version"]), st.sampled_from(["en", "de", "1", "2"]), max_size=2)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Parts:
    """A data folder with articles for customers and for staff, in two languages and versions, some not in force."""
    root = tmp_path_factory.mktemp("varied")
    opened = quick_parts(root / "home")
    opened.syncer.sync(write_articles(root / "articles"))
    without_verifier = opened.settings.model_copy(update={"grounding": GroundingSettings(verifier="none")})
    return replace(opened, settings=without_verifier)


def speaking(reply: str) -> ScriptedChatModel:
    return ScriptedChatModel(script=Script(otherwise=ScriptedReply(text=reply)))


def found_by(
    parts: Parts, rewriter: Rewriter, query: str, history: list[Message], condition: Filter
) -> tuple[Searched, set[str]]:
    """What a rewriter looks for, and the passages that are found by it."""
    searched = rewriter.rewrite(query, (query,), history, condition)
    found = parts.knowledge.search(searched.query, condition, k=100, also=searched.also)
    return searched, {*found.candidates, *(hit.passage.passage_id for hit in found.hits)}


def titles(parts: Parts, condition: Filter) -> set[str]:
    return {one.heading_path[0] for one in permitted(parts.knowledge.searcher, condition).values()}


@settings(max_examples=60, deadline=None)
@given(condition=FILTERS, history=LINES, query=FOLLOW_UPS)
def test_follow_up_carries_no_name_of_a_forbidden_article_and_finds_none(
    parts: Parts, condition: Filter, history: list[Message], query: str
) -> None:
    searched, found = found_by(parts, ConversationRewriter(parts.knowledge.names), query, history, condition)
    assert found == set(permitted(parts.knowledge.searcher, condition))
    assert set(searched.carried) <= titles(parts, condition)
    named = {title for title in TITLES if title in " ".join((searched.query, *searched.also))}
    assert {f"{title} lamp" for title in named} <= titles(parts, condition)


@settings(max_examples=60, deadline=None)
@given(condition=FILTERS, history=LINES, query=FOLLOW_UPS, said=st.sampled_from(TITLES))
def test_model_is_told_of_no_article_and_what_it_says_finds_no_forbidden_one(
    parts: Parts, condition: Filter, history: list[Message], query: str, said: str
) -> None:
    model = speaking(f"How long is the {said} lamp covered?")
    rewriter = ModelRewriter(model, "scripted", ConversationRewriter(parts.knowledge.names))
    searched, found = found_by(parts, rewriter, query, history, condition)
    assert searched.query == f"How long is the {said} lamp covered?"
    assert found == set(permitted(parts.knowledge.searcher, condition))
    assert set(searched.carried) <= titles(parts, condition)
    shown = "\n".join(str(message.content) for message in model.seen[0])
    told = " ".join(line.text for line in history)
    assert {title for title in TITLES if title in shown} == {title for title in TITLES if title in told}


@contextmanager
def agent_on(parts: Parts, day: date, only: dict[str, str], script: Path | None) -> Iterator[Agent]:
    """The agent as it is installed, on a day and with the articles that the settings leave."""
    chosen = parts.settings.model_copy(
        update={
            "articles": ArticleSettings(only=only),
            "rewriting": RewritingSettings(model=f"scripted:{script}" if script else None),
        }
    )
    opened = replace(agent_of(replace(parts, settings=chosen)), today=lambda: day)
    try:
        yield opened
    finally:
        opened.close()


def used(turn: TurnResult) -> set[str]:
    """Ids of the passages that a turn found, showed, checked against or cited."""
    found = {hit["passage_id"] for search in turn.searched for hit in search["hits"]}
    shown = {item["id"] for item in turn.context["items"]} | {item["id"] for item in turn.context["dropped"]}
    proving = {ref["id"] for claim in turn.claims for ref in claim["evidence"]}
    return found | shown | proving | {cited.passage_id for cited in turn.citations}


@settings(max_examples=25, deadline=None)
@given(
    day=DAYS,
    only=ONLY,
    first=QUERIES,
    follow_up=FOLLOW_UPS,
    said=st.sampled_from(TITLES) | st.none(),
)
def test_turn_uses_no_article_for_staff_of_another_language_or_version_or_not_in_force(
    parts: Parts,
    tmp_path_factory: pytest.TempPathFactory,
    day: date,
    only: dict[str, str],
    first: str,
    follow_up: str,
    said: str | None,
) -> None:
    script = tmp_path_factory.mktemp("script") / "said.yaml" if said else None
    if script:
        script.write_text(f"otherwise: How long is the {said} lamp covered?\n", encoding="utf-8")
    condition = Filter(as_of=day, equals=only)
    allowed = permitted(parts.knowledge.searcher, condition)
    forbidden = [one.text for one in parts.knowledge.searcher.state.passages if one.passage_id not in allowed]
    conversation = uuid4().hex
    with agent_on(parts, day, only, script) as agent:
        turns = [agent.ask(text, conversation_id=conversation) for text in (first, follow_up)]
    for turn in turns:
        assert "Error" not in turn.why
        assert used(turn) <= set(allowed)
        assert not any(text in turn.reply for text in forbidden)
        assert bool(turn.searched) is bool(allowed)


@pytest.mark.parametrize(
    ("title", "only", "years"),
    [
        ("Maple", {}, "14 years"),
        ("Maple", {"language": "en", "version": "1"}, "14 years"),
        ("Maple", {"language": "de"}, None),
        ("Maple", {"version": "2"}, None),
        ("Hazel", {}, None),
        ("Alder", {}, None),
    ],
)
def test_the_very_article_answers_or_is_not_used(
    parts: Parts, title: str, only: dict[str, str], years: str | None
) -> None:
    with agent_on(parts, DAY, only, None) as agent:
        turn = agent.ask(f"How long is the {title} lamp covered?", conversation_id=uuid4().hex)
    assert (f"{title.lower()}#0" in used(turn)) is (years is not None)
    assert f"The {title} lamp is covered for {years}." in turn.reply or years is None


@pytest.mark.parametrize("message", ["Hello!", "thanks, that helps", "ok bye", "I want to talk to a human", "👍"])
def test_turn_that_wants_no_article_searches_none(parts: Parts, message: str) -> None:
    with agent_on(parts, DAY, {}, None) as agent:
        turn = agent.ask(message, conversation_id=uuid4().hex)
    assert (turn.searched, turn.context["items"], turn.citations) == ((), [], ())
