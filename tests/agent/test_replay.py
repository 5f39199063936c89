"""A replay runs the whole turn again, beside the conversation and the ledger."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent.build import Parts
from agent.errors import InputError
from agent.ledger import Ledger
from agent.replay import KeptDrafter, Replayer, day_of, lines_before
from agent.replay_diff import compare
from agent.types import Draft, Message, TurnResult
from knowledge.errors import IndexMissingError
from tests.agent.shop import TODAY, FailingDrafter, SayingDrafter, agent_of, quick_parts

SENT = "Order ORD-99107 was delivered on 2026-11-21."
LIE = "The total of order ORD-99107 is 186.40 USD."


def asked(parts: Parts, *messages: str, says: str = f"{SENT} {LIE}", customer_id: str | None = "C-1001") -> TurnResult:
    """The last turn of a conversation without articles."""
    agent = agent_of(parts, SayingDrafter(says))
    for message in messages:
        result = agent.ask(message, conversation_id="c", customer_id=customer_id, use_knowledge=False)
    agent.close()
    return result


def scripted(parts: Parts, folder: Path, script: str, fallback: str = "extractive") -> Parts:
    """The same parts, with settings that name a script as the drafter."""
    file = folder / "script.yaml"
    file.write_text(script, encoding="utf-8")
    drafting = parts.settings.drafting.model_copy(update={"drafter": f"scripted:{file}", "fallback": fallback})
    return replace(parts, settings=parts.settings.model_copy(update={"drafting": drafting}))


def files_of(home: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(home.rglob("*.db")) if path.is_file()}


def test_same_system_gives_the_same_turn_and_leaves_no_trace(quick: Parts) -> None:
    before = asked(quick, "Hello", "Was ORD-99107 delivered?")
    files = files_of(quick.settings.home)
    now = Replayer(quick).replay(before, keep_draft=True)
    assert compare(before, now).same
    assert (now.turn_id == before.turn_id, now.today, now.history) == (False, before.today, before.history)
    assert files_of(quick.settings.home) == files
    assert len(quick.ledger.recent(9)) == 2


def test_follow_up_is_understood_from_the_lines_that_the_turn_saw(quick: Parts) -> None:
    before = asked(quick, "Was ORD-99107 delivered?", "And when was it shipped?")
    assert before.route["order_ids"] == ["ORD-99107"]
    now = Replayer(quick).replay(before, keep_draft=True)
    assert now.route["order_ids"] == ["ORD-99107"]


def test_drafter_of_the_settings_is_asked_unless_the_draft_is_kept(quick: Parts, tmp_path: Path) -> None:
    before = asked(quick, "Was ORD-99107 delivered?")
    found = compare(before, Replayer(scripted(quick, tmp_path, f"otherwise: {SENT}")).replay(before))
    assert found.outcome is not None
    assert (found.outcome.before, found.outcome.now) == ("answered_with_cuts", "answered")
    assert [(one.name, one.now) for one in found.verdicts] == [(LIE, None)]


def test_article_that_changed_shows_in_what_is_said(quick: Parts, tmp_path: Path) -> None:
    agent = agent_of(quick, SayingDrafter("Gift cards never expire."))
    articles = tmp_path / "articles"
    articles.mkdir()
    (articles / "gifts.md").write_text("# Gift cards\n\nGift cards never expire.\n", encoding="utf-8")
    quick.syncer.sync(articles, force=True)
    before = agent.ask("Do gift cards expire?", conversation_id="c")
    (articles / "gifts.md").write_text("# Gift cards\n\nGift cards expire after a year.\n", encoding="utf-8")
    quick.syncer.sync(articles)
    agent.close()
    found = compare(before, Replayer(quick).replay(before, keep_draft=True))
    assert before.outcome == "answered"
    assert not found.same
    assert [one.name for one in found.texts] == ["gifts#0"]
    assert [(one.before, one.now is not None and "cut" in one.now) for one in found.verdicts] == [("supported", True)]


def test_turn_that_failed_and_fails_still_is_the_same(quick: Parts, tmp_path: Path) -> None:
    asked(quick, "Was ORD-99107 delivered?")
    agent = agent_of(quick, FailingDrafter())
    before = agent.ask("And when was it shipped?", conversation_id="c", customer_id="C-1001", use_knowledge=False)
    agent.close()
    now = Replayer(scripted(quick, tmp_path, "otherwise: {error: still down}", "handoff")).replay(before)
    assert compare(before, now).same
    assert "still down" in now.why
    mended = Replayer(scripted(quick, tmp_path, "otherwise: Order ORD-99107 was shipped on 2026-11-17.")).replay(before)
    assert mended.outcome == "answered"


def test_drafter_that_cannot_be_opened_is_an_error(quick: Parts, tmp_path: Path) -> None:
    before = asked(quick, "Was ORD-99107 delivered?")
    parts = scripted(quick, tmp_path, "otherwise: x")
    (tmp_path / "script.yaml").unlink()
    with pytest.raises(InputError, match=r"script\.yaml cannot be read"):
        Replayer(parts).replay(before)


def test_customer_who_is_gone_is_named(quick: Parts) -> None:
    before = asked(quick, "Was ORD-99107 delivered?")
    quick.orders.erase("C-1001")
    with pytest.raises(InputError, match=r"The customer C-1001 of turn \w+ is not in the order store: erased"):
        Replayer(quick).replay(before, keep_draft=True)


def test_asking_makes_no_order_store(quick: Parts, tmp_path: Path) -> None:
    before = asked(quick, "Was ORD-99107 delivered?")
    empty = quick_parts(tmp_path / "empty")
    with pytest.raises(InputError, match="is not in the order store"):
        Replayer(empty).replay(before, keep_draft=True)
    assert not (tmp_path / "empty").exists()


def test_missing_index_is_an_error_and_no_handoff(quick: Parts, tmp_path: Path) -> None:
    before = asked(quick, "Was ORD-99107 delivered?", customer_id=None).model_copy(update={"use_knowledge": True})
    with pytest.raises(IndexMissingError, match="Run `support kb sync DIR`"):
        Replayer(quick_parts(tmp_path / "empty")).replay(before)


def test_turn_without_a_draft_has_none_to_keep(quick: Parts) -> None:
    before = asked(quick, "Hello")
    with pytest.raises(InputError, match="has no draft to check again: it ended before one was written"):
        Replayer(quick).replay(before, keep_draft=True)


def test_message_that_was_not_kept_whole_is_refused(quick: Parts) -> None:
    before = asked(quick, "word " * 2_000)
    with pytest.raises(InputError, match="only its beginning was kept"):
        Replayer(quick).replay(before)


def test_turn_of_an_older_version_takes_its_lines_and_day_from_the_ledger(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.db")
    old = [
        TurnResult(
            turn_id=name,
            conversation_id="c",
            asked_at="2026-11-30T23:00:00",
            question=f"Q {name}",
            outcome="answered",
            reply=f"A {name}",
        )
        for name in ("t1", "t2")
    ]
    for one in old:
        ledger.record(one)
    said = (Message(role="customer", text="Q t1"), Message(role="assistant", text="A t1"))
    assert (lines_before(old[1], ledger), day_of(old[1])) == (said, TODAY)
    newer = old[1].model_copy(update={"today": "2026-12-01", "history": said[:1], "route": {"kind": "question"}})
    assert (lines_before(newer, ledger), day_of(newer).day) == (said[:1], 1)


def test_kept_drafter_is_called_what_the_drafter_was() -> None:
    assert KeptDrafter(Draft(text="x", drafter="openai:some")).name == "openai:some"
