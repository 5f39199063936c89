"""Whenever a chat is interrupted or ended, every message that was taken has one turn, and every file can be read."""

from __future__ import annotations

import fcntl
import json
import random
import signal
import subprocess
import sys
import termios
import time
from array import array
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO

import pytest

from agent.build import Parts
from agent.cli.chat_history import TypedLines
from agent.ledger import Ledger
from tests.agent.cli.terminal import ROOT, terminal
from tests.agent.shop import SayingDrafter, agent_of

PROGRAM = ("-m", "tests.agent.cli.chat_program")


def recorded(parts: Parts) -> list[str]:
    """Questions of all turns, oldest first; their conversation is read, and no turn of it is unfinished."""
    rows = parts.ledger.recent(1_000)[::-1]
    agent = agent_of(parts, SayingDrafter("Hello."))
    for conversation in {row["conversation_id"] for row in rows}:
        last = agent.graph.last(conversation)
        assert last is not None
        assert last.finished
    agent.close()
    return [row["question"] for row in rows]


def wait_until_read(pipe: IO[str]) -> None:
    """Until nothing of what was written into a pipe is left in it."""
    waiting = array("i", [1])
    until = time.monotonic() + 90
    while waiting[0]:
        assert time.monotonic() < until
        time.sleep(0.02)
        fcntl.ioctl(pipe.fileno(), termios.FIONREAD, waiting)


def test_ctrl_c_at_any_moment_loses_no_message_and_answers_none_twice(quick: Parts) -> None:
    home, moments = quick.settings.home, random.Random()
    with terminal(*PROGRAM, str(home), "0.4") as shown:
        shown.wait_for_prompt()
        for number in range(12):
            shown.send(f"Was ORD-99107 delivered? ({number})\r".encode())
            for _ in range(moments.randint(1, 3)):
                until = time.monotonic() + moments.uniform(0, 0.5)
                while time.monotonic() < until:
                    shown.read(0.02)
                shown.signal(signal.SIGINT)
        shown.send(b"\x03")
        shown.wait_for_prompt()
        shown.send(b"\x04")
        assert shown.end() == 0
        assert b"Traceback" not in shown.raw
    taken = list(TypedLines(home / "chat_history").newest_first())[::-1]
    assert len(taken) > 3
    assert recorded(quick) == taken


def test_ctrl_d_during_a_turn_leaves_after_it(quick: Parts) -> None:
    with terminal(*PROGRAM, str(quick.settings.home), "1-1.5") as shown:
        shown.type("/orders")
        shown.send(b"Was ORD-99107 delivered?\r")
        shown.wait_for_stage("drafting")
        shown.send(b"\x04")
        assert shown.end() == 0
        assert "delivered on" in "\n".join(shown.screen.shown())
    assert recorded(quick) == ["Was ORD-99107 delivered?"]


def test_what_is_typed_during_a_turn_stands_in_the_next_prompt_and_nowhere_else(quick: Parts) -> None:
    with terminal(*PROGRAM, str(quick.settings.home), "1-1.5") as shown:
        shown.type("/orders")
        shown.send(b"Was ORD-99107 delivered?\r")
        shown.wait_for_stage("drafting")
        shown.send(b"And then")
        shown.wait_for_text("delivered on")
        shown.wait_for_text("you> And then")
        assert "\n".join(shown.screen.shown()).count("And then") == 1
        assert b"And then" not in shown.raw.split(b"delivered on")[0]
        shown.send(b" this?\r")
        shown.wait_for_text("you> And then this?")
        shown.wait_for_prompt()
        shown.send(b"\x04")
        assert shown.end() == 0
    assert recorded(quick) == ["Was ORD-99107 delivered?", "And then this?"]


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_process_that_is_told_to_end_finishes_the_turn_in_hand(quick: Parts, number: int, status: int) -> None:
    with terminal(*PROGRAM, str(quick.settings.home), "1-1.5") as shown:
        shown.type("/orders")
        shown.send(b"Was ORD-99107 delivered?\r")
        shown.wait_for_stage("drafting")
        shown.signal(number)
        assert shown.end() == status
    assert recorded(quick) == ["Was ORD-99107 delivered?"]


def test_process_that_is_told_to_end_at_the_prompt_leaves_the_terminal_as_it_was(quick: Parts) -> None:
    with terminal(*PROGRAM, str(quick.settings.home), "0") as shown:
        before = termios.tcgetattr(shown.fd)
        shown.wait_for_prompt()
        assert termios.tcgetattr(shown.fd) != before
        shown.signal(signal.SIGTERM)
        assert shown.end() == 143
        assert termios.tcgetattr(shown.fd) == before
        assert shown.raw.rindex(b"\x1b[?2004l") > shown.raw.rindex(b"\x1b[?2004h")  # bracketed paste is off again


def test_size_of_the_terminal_may_change_during_a_turn(quick: Parts) -> None:
    with terminal(*PROGRAM, str(quick.settings.home), "1") as shown:
        shown.wait_for_prompt()
        shown.send(b"Was ORD-99107 delivered?\r")
        for columns in range(100, 40, -5):
            shown.resize(columns, 24)
            shown.read(0.05)
        shown.wait_for_text("delivered on")
        shown.wait_for_prompt()
        shown.send(b"\x04")
        assert shown.end() == 0
    assert recorded(quick) == ["Was ORD-99107 delivered?"]


def test_pipe_that_is_interrupted_ends_after_the_turn_in_hand(quick: Parts) -> None:
    command = [sys.executable, *PROGRAM, str(quick.settings.home), "1"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as chat:
        assert chat.stdin
        assert chat.stdout
        lines: SimpleQueue[str] = SimpleQueue()
        reading = Thread(target=lambda: [lines.put(line) for line in chat.stdout or ()], daemon=True)
        reading.start()
        chat.stdin.write("Was ORD-99107 delivered?\n")
        chat.stdin.flush()
        assert "delivered" in lines.get(timeout=90)
        chat.stdin.write("And now?\n")
        chat.stdin.flush()
        wait_until_read(chat.stdin)
        time.sleep(0.3)
        chat.send_signal(signal.SIGINT)
        assert chat.wait(90) == 130
        reading.join(10)
        assert chat.stderr
        assert chat.stderr.read() == ""
    assert not lines.empty()
    assert recorded(quick) == ["Was ORD-99107 delivered?", "And now?"]


def test_pipe_that_waits_for_input_is_interrupted_at_once(quick: Parts) -> None:
    command = [sys.executable, *PROGRAM, str(quick.settings.home), "0"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as chat:
        assert chat.stdin
        assert chat.stdout
        chat.stdin.write("Was ORD-99107 delivered?\n")
        chat.stdin.flush()
        assert "delivered" in chat.stdout.readline()
        time.sleep(0.3)
        chat.send_signal(signal.SIGTERM)
        assert chat.wait(30) == 143
    assert recorded(quick) == ["Was ORD-99107 delivered?"]


def test_reader_that_goes_away_ends_the_chat_without_a_word(shop_home: Path) -> None:
    support = f'"{sys.executable}" -c "from agent.cli.app import main; main()" --home "{shop_home}" chat --no-kb --json'
    lines = r"Hello\nThanks\nHello again\n"
    ran = subprocess.run(
        ["bash", "-c", f"printf '{lines}' | {support} | head -1; exit ${{PIPESTATUS[1]}}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert json.loads(ran.stdout)["question"] == "Hello"
    assert (ran.returncode, ran.stderr) == (0, "")
    newest = Ledger(shop_home / "ledger.db").recent(1)[0]["question"]
    assert newest in ("Hello", "Thanks", "Hello again")


def test_person_whose_reply_goes_into_a_pipe_still_has_a_prompt(quick: Parts) -> None:
    program = f'"{sys.executable}" -m tests.agent.cli.chat_program "{quick.settings.home}" 0 | head -1'
    script = f"import os; os.execvp('bash', ['bash', '-c', {program!r}])"
    with terminal("-c", script) as shown:
        shown.wait_for_prompt()
        shown.send(b"Was ORD-99107 delivered?\r")
        shown.wait_for_text("delivered on")
        shown.wait_for_prompt()
        shown.send(b"\x04")
        assert shown.end() == 0
        assert b"Traceback" not in shown.raw
