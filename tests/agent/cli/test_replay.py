"""`support replay` shows what changed since, by its exit status too, and writes a turn as a case."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from agent.build import Parts
from agent.cases import read_case
from agent.cli.replay import told
from agent.errors import InputError
from agent.replay_diff import Line, Moved, ReplayDiff, Sets
from agent.trace_view import TraceView
from agent.types import TurnResult
from tests.agent.shop import Ask, SayingDrafter, agent_of, run

QUESTION = "Was ORD-99107 delivered?"
SENT = "Order ORD-99107 was delivered on 2026-11-21."


@pytest.fixture
def turn(quick: Parts) -> TurnResult:
    agent = agent_of(quick, SayingDrafter(f"{SENT} It is free."))
    agent.ask("Hello", conversation_id="c", customer_id="C-1001", use_knowledge=False)
    result = agent.ask(QUESTION, conversation_id="c", customer_id="C-1001", use_knowledge=False)
    agent.close()
    return result


def test_turn_that_ends_as_it_did_ends_with_0(quick: Parts, turn: TurnResult) -> None:
    ran = run(quick.settings.home, "replay", turn.turn_id, "--draft")
    assert ran.exit_code == 0
    assert "result\n  the same as then" in ran.stdout
    assert QUESTION in ran.stdout


def test_turn_that_ends_otherwise_ends_with_1_and_shows_how(quick: Parts, turn: TurnResult) -> None:
    ran = run(quick.settings.home, "replay", "last")  # the settings' drafter quotes, and adds nothing of its own
    assert ran.exit_code == 1
    assert "answered_with_cuts → answered" in ran.stdout
    assert "unsupported_claim → none" in ran.stdout
    assert "It is free.\n" in ran.stdout
    assert "drafter: saying → extractive" in ran.stdout


def test_json_has_the_differences_and_the_turn_as_it_ends_now(quick: Parts, turn: TurnResult) -> None:
    found = json.loads(run(quick.settings.home, "replay", "last", "--draft", "--today", "--json").stdout)
    assert (found["turn_id"], found["same"], found["today"]) == (turn.turn_id, True, date.today().isoformat())
    assert found["now"]["reply"] == turn.reply


def test_answer_from_the_articles_is_the_same_again(ask: Ask, shop_home: Path) -> None:
    turn = ask("How long will my refund take to show on my card?")
    ran = run(shop_home, "replay", turn.turn_id)
    assert (ran.exit_code, "the same as then" in ran.stdout) == (0, True)


def test_every_kind_of_change_is_told_at_any_width(turn: TurnResult) -> None:
    found = ReplayDiff(
        turn_id=turn.turn_id,
        same=False,
        outcome=Moved(name="outcome", before="answered", now="declined"),
        reply=(Line(change="same", text="A."), Line(change="gone", text="B."), Line(change="new", text="C.")),
        citations=Sets(gained=("a#1",)),
        verdicts=(Moved(name="B.", before="supported", now=None),),
        passages=Sets(lost=("a#0",)),
        texts=(Moved(name="a#2", before="Same.\nOld.", now="Same.\nNew."),),
        system=(Moved(name="index", before="s1", now="s2"),),
    )
    lines = list(told(turn, date(2026, 11, 30), found, TraceView(60)))
    assert max(map(len, lines)) <= 60
    said = "\n".join(line.strip() for line in lines)
    for part in (
        "reply\nA.\n- B.\n+ C.",
        "citations\n+ a#1",
        "verdicts\nB.\nsupported → not said",
        "passages found\n- a#0",
        "read otherwise now\na#2\n- Old.\n+ New.",
        "system\nindex: s1 → s2",
    ):
        assert part in said


def test_case_is_printed_or_written_and_no_file_is_overwritten(quick: Parts, turn: TurnResult, tmp_path: Path) -> None:
    file = tmp_path / "case.yaml"
    printed = run(quick.settings.home, "replay", "last", "--as-case").stdout
    assert run(quick.settings.home, "replay", "last", "--as-case", str(file)).stdout == ""
    assert file.read_text("utf-8") == printed
    case = read_case(file)
    assert [line.say for line in case.turns] == ["Hello", QUESTION]
    assert (case.customer, case.today.isoformat(), case.articles) == ("C-1001", "2026-11-30", False)
    expect = case.turns[-1].expect
    assert expect is not None
    assert (expect.contains, expect.not_contains, expect.handoff) == ((SENT,), ("It is free.",), "unsupported_claim")
    error = run(quick.settings.home, "replay", "last", "--as-case", str(file)).exception
    assert isinstance(error, InputError)
    assert "case.yaml is there already" in str(error)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--as-case", "--draft"), "runs nothing"),
        (("case.yaml",), "a file is written with `--as-case` only"),
        (("--as-case", "none/case.yaml"), "cannot be written"),
    ],
)
def test_options_that_mean_nothing_are_refused(
    quick: Parts, turn: TurnResult, arguments: tuple[str, ...], problem: str
) -> None:
    error = run(quick.settings.home, "replay", "last", *arguments).exception
    assert isinstance(error, InputError)
    assert problem in str(error)
