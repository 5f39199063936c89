"""`support ask` prints a reply with its sources, or the whole turn as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.cli.show import print_turn
from agent.errors import InputError
from agent.types import Citation, TurnResult
from knowledge.errors import CorruptIndexError, FingerprintMismatchError
from tests.agent.shop import BANK_QUESTION, copied_home, run


def turn(reply: str) -> TurnResult:
    citation = Citation(article="refunds", heading_path=("Refunds", "[b]Times[/b]"), passage_id="refunds#5")
    return TurnResult(
        turn_id="t",
        conversation_id="c",
        asked_at="2026-11-30",
        question="Hi",
        outcome="answered",
        reply=reply,
        citations=(citation,),
    )


def test_json_has_the_shape_that_scripts_rely_on(shop_home: Path) -> None:
    result = json.loads(run(shop_home, "ask", BANK_QUESTION, "--json").stdout)
    assert {"turn_id", "outcome", "reply", "citations", "claims", "handoff", "context", "timings_ms"} <= set(result)
    assert {"article", "heading_path", "passage_id"} <= set(result["citations"][0])
    assert {"budget", "used", "items", "dropped"} <= set(result["context"])
    assert all(took >= 0 for took in result["timings_ms"].values())
    proved = next(claim for claim in result["claims"] if claim["label"] == "supported")
    assert {"text", "label", "tier", "confidence", "evidence", "cut"} <= set(proved)
    assert {"source", "id", "trust", "quote"} <= set(proved["evidence"][0])


def test_handoff_in_json_has_its_three_parts(shop_home: Path) -> None:
    result = json.loads(run(shop_home, "ask", "let me talk to a person", "--no-kb", "--json").stdout)
    assert result["outcome"] == "handed_off"
    assert {"reason", "notice", "packet", "state"} <= set(result["handoff"])


def test_reply_is_printed_with_its_source(shop_home: Path) -> None:
    printed = run(shop_home, "ask", BANK_QUESTION).stdout
    assert "5 to 10 business days" in printed
    assert "refunds › When the money arrives" in printed


def test_without_the_articles_the_question_is_declined(shop_home: Path) -> None:
    result = json.loads(run(shop_home, "ask", BANK_QUESTION, "--no-kb", "--json").stdout)
    assert (result["outcome"], result["citations"], result["claims"]) == ("declined", [], [])


def test_message_is_read_from_standard_input(shop_home: Path) -> None:
    result = json.loads(run(shop_home, "ask", "-", "--no-kb", "--json", text="Hello\n").stdout)
    assert (result["question"], result["outcome"]) == ("Hello", "asked_back")


def test_verified_customer_is_told_about_their_order(shop_home: Path) -> None:
    ran = run(shop_home, "ask", "was ORD-99107 delivered?", "--customer", "C-1001", "--no-kb", "--json")
    assert "2026-11-21" in json.loads(ran.stdout)["reply"]


def test_unknown_customer_is_refused(shop_home: Path) -> None:
    ran = run(shop_home, "ask", "Hello", "--customer", "C-9999")
    assert isinstance(ran.exception, InputError)
    assert "No customer 'C-9999'" in str(ran.exception)
    assert ran.stdout == ""


def test_index_of_another_embedder_is_refused_and_both_are_named(quick_home: Path) -> None:
    ran = run(quick_home, "ask", "Hello")
    assert isinstance(ran.exception, FingerprintMismatchError)
    assert "tiny" in str(ran.exception)
    assert "--rebuild" in str(ran.exception)


def test_damaged_index_is_the_operators_to_mend(shop_home: Path, tmp_path: Path) -> None:
    home = copied_home(shop_home, tmp_path / "home")
    catalog = next(home.rglob("catalog.db"))
    catalog.write_bytes(catalog.read_bytes()[:-512])
    ran = run(home, "ask", "Hello")
    assert isinstance(ran.exception, CorruptIndexError)
    assert "support kb sync --rebuild" in str(ran.exception)


def test_scripted_drafter_is_chosen_by_an_option(shop_home: Path, tmp_path: Path) -> None:
    script = tmp_path / "demo.yaml"
    script.write_text("otherwise: A fee of 12.50 USD is taken off each refund.\n", encoding="utf-8")
    ran = run(shop_home, "ask", BANK_QUESTION, "--drafter", f"scripted:{script}", "--json")
    result = json.loads(ran.stdout)
    assert (result["outcome"], result["claims"][0]["cut"]) == ("handed_off", True)
    assert "12.50" not in result["reply"]


@pytest.mark.parametrize("reply", ["\x1b[31m[red]Ten[/red]\x1b[0m days :smile:\x07", "[red]Ten[/red] days :smile:"])
def test_reply_is_printed_as_text_and_never_as_markup(reply: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_turn(turn(reply))
    printed = capsys.readouterr().out
    assert "[red]Ten[/red] days :smile:" in printed
    assert "[b]Times[/b]" in printed
    assert "\x1b" not in printed
    assert "\x07" not in printed
