"""Whole turns: an order is answered by the article in force when it was placed, and articles that disagree stop a turn."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from agent.build import Parts
from agent.handoff import NOTICES
from agent.types import TurnResult
from tests.agent.shop import Ask, SayingDrafter, agent_of

DAYS_30 = "The return window is 30 days."
DAYS_14 = "The return window is 14 days."
IN_SUMMER, IN_AUTUMN = "ORD-98231", "ORD-99107"
"""Placed on 2026-07-06 and on 2026-11-16; the window was shortened on 2026-09-01."""


@pytest.mark.parametrize(
    ("order", "day", "article", "window"),
    [
        (IN_SUMMER, "2026-07-06", "returns-window-2025", "the return window is 45 days"),
        (IN_AUTUMN, "2026-11-16", "returns-window", "the return window is 30 days"),
    ],
)
def test_window_of_an_order_is_the_one_in_force_when_it_was_placed(
    ask: Ask, order: str, day: str, article: str, window: str
) -> None:
    result = ask(f"how long is the return window for {order}", customer_id="C-1001")
    assert window in result.reply
    assert [citation.article for citation in result.citations] == [article]
    assert f"Articles as of {day}, when order {order} was placed." in result.notes


def test_window_is_that_of_today_where_no_order_is_spoken_of(ask: Ask) -> None:
    result = ask("how long is the return window?", customer_id="C-1001")
    assert [citation.article for citation in result.citations] == ["returns-window"]
    assert result.notes == ()


def said(parts: Parts, text: str, question: str, customer_id: str | None = "C-1001") -> TurnResult:
    agent = agent_of(parts, SayingDrafter(text))
    result = agent.ask(question, conversation_id=uuid4().hex, customer_id=customer_id)
    agent.close()
    return result


def test_rule_of_today_proves_nothing_about_an_order_placed_under_another(shop: Parts) -> None:
    rule = "For orders placed on or after 2026-09-01, the return window is 30 days after delivery."
    question = "how long is the return window for {}"
    assert rule in said(shop, rule, question.format(IN_AUTUMN)).reply
    assert rule not in said(shop, rule, question.format(IN_SUMMER)).reply


def write(folder: Path, **articles: str) -> Path:
    for name, text in articles.items():
        front, _, body = text.rpartition("|")
        keys = "".join(f"{key}\n" for key in front.split(";") if key)
        (folder / f"{name}.md").write_text(f"---\ntitle: {name.title()}\n{keys}---\n\n# {name.title()}\n\n{body}\n")
    return folder


@pytest.fixture
def home_of(quick: Parts, tmp_path: Path) -> Parts:
    """The parts of a data folder whose articles a test writes."""
    (tmp_path / "articles").mkdir()
    return quick


def test_two_articles_that_disagree_stop_the_turn_and_are_both_named(home_of: Parts, tmp_path: Path) -> None:
    home_of.syncer.sync(write(tmp_path / "articles", returns=DAYS_30, faq=DAYS_14))
    result = said(home_of, DAYS_30, "how long is the return window?")
    assert (result.outcome, result.reply) == ("handed_off", NOTICES["conflict"])
    assert result.handoff is not None
    assert result.handoff.reason == "conflict"
    assert {"returns#0", "faq#0"} <= set(result.why.replace(";", " ").split())


@pytest.mark.parametrize(
    "winning",
    ["kind: policy|", "effective_from: 2026-09-01|"],
)
def test_declared_precedence_settles_which_of_the_two_is_sent(home_of: Parts, tmp_path: Path, winning: str) -> None:
    other = "effective_from: 2025-01-01|" if "effective" in winning else "kind: faq|"
    home_of.syncer.sync(write(tmp_path / "articles", returns=winning + DAYS_30, faq=other + DAYS_14))
    assert DAYS_30 in said(home_of, DAYS_30, "how long is the return window?").reply
    loser = said(home_of, DAYS_14, "how long is the return window?")
    assert (loser.outcome, loser.claims[0]["label"]) == ("handed_off", "refuted")
