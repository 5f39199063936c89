"""`support memory` shows, writes and takes back."""

from __future__ import annotations

import json

from agent.build import Parts
from agent.errors import InputError
from tests.agent.memory.people import episode, kept
from tests.agent.shop import run


def test_fact_is_written_shown_and_taken_back(quick: Parts) -> None:
    home = quick.settings.home
    written = run(home, "memory", "set", "C-1001", "preferred_language", "German")
    assert (written.exit_code, written.stdout) == (0, "preferred_language of C-1001: version 1, de\n")
    assert "preferred_language 1: German" in run(home, "memory", "show", "C-1001").stdout
    again = run(home, "memory", "set", "C-1001", "preferred_language", "de")
    assert again.stdout == "preferred_language of C-1001 is as it was: nothing was written\n"
    assert "taken back" in run(home, "memory", "unset", "C-1001", "preferred_language").stdout
    shown = json.loads(run(home, "memory", "show", "C-1001", "--json").stdout)
    assert [(one["version"], one["value"], one["source"], one["holds"]) for one in shown["facts"]] == [
        (1, "de", "operator", False),
        (2, None, "operator", False),
    ]


def test_past_turns_are_shown_without_escapes(quick: Parts) -> None:
    quick.memory.add("C-1001", kept(episode(asked="It is \x1b[31mred")))
    shown = run(quick.settings.home, "memory", "show", "C-1001").stdout
    assert "1 past turns, newest first" in shown
    assert "\x1b" not in shown
    assert "“It is red”" in shown


def test_unknown_customer_key_and_value_are_refused(quick: Parts) -> None:
    home = quick.settings.home
    for command in (
        ("show", "C-9"),
        ("set", "C-9", "preferred_language", "German"),
        ("set", "C-1001", "shoe_size", "44"),
        ("set", "C-1001", "preferred_language", "Klingon"),
        ("unset", "C-1001", "shoe_size"),
    ):
        assert isinstance(run(home, "memory", *command).exception, InputError)
    assert not quick.memory.path.exists()


def test_customer_of_whom_nothing_is_remembered_is_shown_empty(quick: Parts) -> None:
    assert run(quick.settings.home, "memory", "show", "C-1001").stdout == "no facts\nno past turns\n"
