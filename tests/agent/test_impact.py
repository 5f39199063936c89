"""An article that changed is held against what was said: which claims rested on it, and which would be cut now."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from agent.build import Parts, build_grounder
from agent.grounding.nli import NliTier
from agent.impact import FALLS_WITH, ImpactFinder, Relied
from agent.rechecking import Rechecker, evidence_of
from agent.types import TurnResult
from knowledge.article_changes import article_changes
from tests.agent.shop import SayingDrafter, agent_of, quick_parts, word_embedder

RETURNS = "# Returns\n\n## When\n\nLamps can be returned within 30 days.\n\n## How\n\nPack the lamp in its own box.\n"
GIFTS = "# Gift cards\n\nGift cards never expire.\n"
LAMPS, GIFT = "Lamps can be returned within 30 days.", "Gift cards never expire."


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    """A shop of two articles, and no order."""
    made = quick_parts(tmp_path / "home")
    write(made, RETURNS, GIFTS)
    made.syncer.sync(folder(made))
    return made


def folder(parts: Parts) -> Path:
    return parts.settings.home.parent / "articles"


def write(parts: Parts, returns: str | None, gifts: str | None) -> None:
    folder(parts).mkdir(exist_ok=True)
    for name, text in (("returns.md", returns), ("gifts.md", gifts)):
        (folder(parts) / name).unlink(missing_ok=True)
        if text is not None:
            (folder(parts) / name).write_text(text, encoding="utf-8")


def say(parts: Parts, draft: str, question: str = "Can lamps be returned?", conversation_id: str = "c") -> TurnResult:
    agent = agent_of(parts, SayingDrafter(draft))
    turn = agent.ask(question, conversation_id=conversation_id)
    agent.close()
    return turn


def rechecker(parts: Parts) -> Rechecker:
    return Rechecker(lambda day: build_grounder(parts.settings, word_embedder(), NliTier(), day))


def touched(parts: Parts, returns: str | None = RETURNS, gifts: str | None = GIFTS, since: str = "") -> list[Relied]:
    """What a sync of these articles would touch."""
    write(parts, returns, gifts)
    before, now = parts.syncer.preview(folder(parts))
    found = ImpactFinder(parts.ledger, rechecker(parts), {})
    return list(found.find(article_changes(before, now), since)[1])


def test_claim_whose_line_changed_would_be_cut(parts: Parts) -> None:
    turn = say(parts, LAMPS)
    assert turn.outcome == "answered"
    (found,) = touched(parts, RETURNS.replace("30 days", "14 days"))
    assert (found.turn_id, found.claim, found.passage_id, found.lines) == (turn.turn_id, LAMPS, "returns#0", (5, 5))
    assert (found.old, found.new) == (LAMPS, "Lamps can be returned within 14 days.")
    assert (found.gone, found.now, found.cut) == (True, "refuted", True)
    assert found.asked_at == turn.asked_at


def test_line_in_other_words_that_still_proves_is_told_and_not_cut(parts: Parts) -> None:
    say(parts, LAMPS)
    (found,) = touched(parts, RETURNS.replace(LAMPS, "- Lamps can be returned within 30 days"))
    assert (found.gone, found.now, found.cut) == (True, "supported", False)


def test_other_sections_and_other_articles_touch_nothing(parts: Parts) -> None:
    say(parts, LAMPS)
    assert touched(parts, RETURNS.replace("its own box", "any box"), "# Gift cards\n\nGift cards expire.\n") == []
    assert touched(parts) == []


def test_article_that_is_gone_leaves_nothing_like_it(parts: Parts) -> None:
    say(parts, f"{LAMPS} {GIFT}", "Can lamps be returned, and do gift cards expire?")
    (found,) = touched(parts, returns=None)
    assert (found.claim, found.new, found.now, found.cut) == (LAMPS, None, "not_enough_info", True)


def test_article_no_longer_in_force_on_the_day_of_the_turn_proves_nothing(parts: Parts) -> None:
    say(parts, LAMPS)
    ended = f"---\neffective_to: 2026-10-31\n---\n{RETURNS}"
    assert [one.cut for one in touched(parts, ended)] == [True]
    later = f"---\neffective_to: 2026-12-31\n---\n{RETURNS}"
    assert touched(parts, later) == []


def test_unchanged_line_that_leans_on_a_changed_one_falls_with_it(parts: Parts) -> None:
    steps = "1. Pack the lamp in its own box.\n2. Print the label within 10 days.\n3. Bring the box to the post office."
    article = f"# Returns\n\n## How\n\n{steps}\n"
    write(parts, article, GIFTS)
    parts.syncer.sync(folder(parts))
    assert say(parts, steps, "How do I return a lamp?").outcome == "answered"
    found = {one.claim[0]: one for one in touched(parts, article.replace("10 days", "5 days")) if one.cut}
    assert (found["2"].gone, found["2"].now) == (True, "refuted")
    assert (found["3"].gone, found["3"].now, found["3"].why) == (False, "supported", FALLS_WITH)


def test_new_exception_to_an_unchanged_line_is_told(parts: Parts) -> None:
    say(parts, LAMPS)
    exception = "Lamps that were on sale cannot be returned."
    (found,) = touched(parts, RETURNS.replace(LAMPS, f"{LAMPS} {exception}"))
    assert (found.gone, found.cut, found.added) == (False, False, exception)


def test_what_was_cut_then_is_not_recalled(parts: Parts) -> None:
    turn = say(parts, "Lamps can be returned within 90 days.")
    assert turn.outcome == "handed_off"
    assert touched(parts, RETURNS.replace("30 days", "14 days")) == []


def test_turns_before_a_day_are_left_out(parts: Parts) -> None:
    turn = say(parts, LAMPS)
    changed = RETURNS.replace("30 days", "14 days")
    assert touched(parts, changed, since="2999-01-01") == []
    assert len(touched(parts, changed, since=turn.asked_at[:10])) == 1


def test_turn_of_an_older_version_is_checked_on_what_its_context_shows(parts: Parts) -> None:
    turn = say(parts, LAMPS).model_copy(update={"basis": {}})
    parts.ledger.record(turn)
    assert "returns" in [one.article for one in evidence_of(turn)]
    (found,) = touched(parts, RETURNS.replace("30 days", "14 days"))
    assert (found.cut, found.lines) == (True, None)


def test_nothing_is_written(parts: Parts) -> None:
    say(parts, LAMPS)
    files = {path: path.read_bytes() for path in parts.settings.home.rglob("*.db") if path.is_file()}
    touched(parts, RETURNS.replace("30 days", "14 days"))
    assert {path: path.read_bytes() for path in files} == files


def test_same_draft_on_the_same_evidence_is_read_once(parts: Parts) -> None:
    say(parts, LAMPS, conversation_id="c")
    say(parts, LAMPS, conversation_id="d")
    days: list[date] = []
    once = rechecker(parts)
    counting = replace(once, grounder_of=lambda day: (days.append(day), once.grounder_of(day))[1])
    write(parts, RETURNS.replace("30 days", "14 days"), GIFTS)
    before, now = parts.syncer.preview(folder(parts))
    turns, found = ImpactFinder(parts.ledger, counting, {}).find(article_changes(before, now))
    assert (turns, len(found), len(days)) == (2, 2, 1)
