"""What a person sees in a real terminal, at any width, with any characters, with colour and without."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.build import Parts
from agent.line_breaking import cells
from tests.agent.cli.terminal import Terminal, terminal

PROGRAM = ("-m", "tests.agent.cli.chat_program")
WIDE = "返金は営業日で五日から十日かかります。" * 6 + " 👍🏽🎉 " + "x" * 150 + " https://example.com/" + "path/" * 30
EVERY = (
    "/why",
    "/context",
    "/orders",
    "/orders ORD-99107",
    "/customer C-9999",
    "/kb on",
    "/kb maybe",
    "/trace",
    "/trace last",
    "/help",
    "/help why",
    "/nope " + "word" * 40,
    "/reset",
    "/customer C-1001",
)


@pytest.fixture
def home(quick: Parts) -> Path:
    return quick.settings.home


@pytest.fixture
def chat(home: Path) -> Iterator[Terminal]:
    with terminal(*PROGRAM, str(home), "0") as found:
        found.wait_for_prompt()
        yield found


@pytest.mark.parametrize(
    ("environment", "columns"),
    [({}, 60), ({"NO_COLOR": "1"}, 80), ({"TERM": "dumb"}, 43)],
    ids=["60", "80 without colour", "43 on a dumb terminal"],
)
def test_no_line_of_any_command_is_wider_than_the_terminal(
    home: Path, environment: dict[str, str], columns: int
) -> None:
    drafted = f"Order ORD-99107 was delivered on 2026-11-21. {WIDE}."
    with terminal(*PROGRAM, str(home), "0", drafted, columns=columns, emulated=400, **environment) as shown:
        for line in ("Was ORD-99107 delivered?", *EVERY):
            shown.type(line)
        shown.send(b"\x04")
        assert shown.end() == 0
    printed = [line for line in shown.screen.shown() if not line.startswith("you>")]
    assert max(map(cells, printed)) <= columns
    assert "\\" in "".join(line[-1:] for line in printed)  # a word that is longer than a line says that it goes on
    if environment:
        assert re.findall(rb"\x1b\[[0-9;]*m", shown.raw.split(b"delivered?", 1)[1].replace(b"\x1b[0m", b"")) == []


def test_why_is_a_table_at_80_columns_and_blocks_at_60(home: Path) -> None:
    drafted = "Order ORD-99107 was delivered on 2026-11-21. It is free for every order of every customer, always."
    for columns, header in ((80, r"^#  claim +verdict +tier +score +evidence$"), (60, r"^# 1$")):
        with terminal(*PROGRAM, str(home), "0", drafted, columns=columns) as shown:
            shown.type("Was ORD-99107 delivered?")
            shown.type("/why")
            printed = "\n".join(shown.screen.shown())
        assert re.search(header, printed, re.MULTILINE)
        assert "CUT: not" in printed
        assert "exact" in printed


def test_terminal_that_is_made_narrower_meanwhile_gets_narrower_lines(home: Path) -> None:
    with terminal(*PROGRAM, str(home), "0", columns=100, emulated=400) as shown:
        shown.type("Was ORD-99107 delivered?")
        shown.resize(50, 24)
        before = len(shown.screen.shown())
        shown.type("/trace")
        assert max(map(cells, shown.screen.shown()[before:])) <= 50


def test_pasted_lines_are_one_message(chat: Terminal) -> None:
    chat.type("\x1b[200~Was ORD-99107\ndelivered?\x1b[201~")
    chat.type("/trace")
    chat.wait_for_text("Was ORD-99107\n  delivered?")


def test_tab_completes_a_command_and_an_order(chat: Terminal) -> None:
    chat.send(b"/wh\t")
    chat.wait_for_text("you> /why")
    chat.send(b"\x03")
    chat.type("/orders")  # by then the stores are open
    chat.send(b"/orders ORD-991\t")
    chat.wait_for_text("you> /orders ORD-99107")


def test_ctrl_c_at_the_prompt_clears_the_line(chat: Terminal) -> None:
    chat.send(b"never sent")
    chat.wait_for_text("never sent")
    chat.send(b"\x03")
    chat.wait_for_prompt()
    chat.type("/why")
    chat.wait_for_text("Nothing was answered yet")


def test_lines_are_offered_again_in_the_next_chat_from_a_file_for_its_owner_only(home: Path) -> None:
    with terminal(*PROGRAM, str(home), "0") as shown:
        shown.type("Hello there")
    assert stat.S_IMODE((home / "chat_history").stat().st_mode) == 0o600
    with terminal(*PROGRAM, str(home), "0") as shown:
        shown.wait_for_prompt()
        shown.send(b"\x1b[A")
        shown.wait_for_text("you> Hello there")


def test_bytes_that_are_no_characters_do_not_end_the_chat(chat: Terminal) -> None:
    chat.send(b"Hel\xff\xfelo\r")
    chat.wait_for(lambda: chat.prompts() == 2)
    chat.type("/trace")
    chat.wait_for_text("decided")
