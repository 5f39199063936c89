"""Whatever a text holds, a terminal is given nothing to obey, and no markup is read."""

from __future__ import annotations

import io
import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from agent.build import Parts
from agent.cli.show import json_text, print_json, say, terminal_text
from tests.agent.cli.chats import HOSTILE, load_order, session_of
from tests.agent.shop import SayingDrafter, run

SHOWN_OF_HOSTILE = "plainredlink\noverdlrowxz [bold]b[/bold] :smile: end"


def obeyed(text: str) -> list[str]:
    """Characters that a terminal would obey or not show."""
    return [char for char in text if char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co")]


def terminal(*, colour: bool) -> Console:
    return Console(
        file=io.StringIO(), width=60, force_terminal=True, color_system="truecolor" if colour else None, markup=False
    )


def test_hostile_text_is_shown_as_its_words() -> None:
    assert terminal_text(HOSTILE) == SHOWN_OF_HOSTILE


@given(st.text(st.characters(codec=None)), st.sampled_from(["bold", None]))
def test_terminal_gets_no_control_but_line_breaks_and_our_own_style(text: str, style: str | None) -> None:
    plain, coloured = terminal(colour=False), terminal(colour=True)
    for out in (plain, coloured):
        say(text, style=style, to=out)
    assert obeyed(plain.file.getvalue()) == []  # type: ignore[attr-defined]
    printed = coloured.file.getvalue()  # type: ignore[attr-defined]
    assert obeyed(printed.replace("\x1b[1m", "").replace("\x1b[0m", "")) == []


@given(st.text(st.characters(codec=None)))
def test_json_keeps_every_character_and_gives_a_terminal_none_to_obey(text: str) -> None:
    written = json_text({"text": text}, indent=None)
    assert [char for char in obeyed(written) if unicodedata.category(char) != "Co"] == []
    assert json.loads(written) == {"text": text}


def test_hostile_reply_is_text_in_every_view(quick: Parts, capsys: pytest.CaptureFixture[str]) -> None:
    session = session_of(quick, SayingDrafter(f"Order ORD-99107 was delivered on 2026-11-21. {HOSTILE}"))
    for line in (
        f"Was ORD-99107 delivered? {HOSTILE}",
        "/why",
        "/context",
        "/trace",
        f"/nope{HOSTILE}",
        f"/why {HOSTILE}",
    ):
        session.take(line)
    session.desk.close()
    printed = capsys.readouterr()
    assert "[bold]b[/bold] :smile:" in printed.out
    assert obeyed(printed.out) == obeyed(printed.err) == []


def test_hostile_order_is_text_in_every_view(quick: Parts, capsys: pytest.CaptureFixture[str]) -> None:
    load_order(quick, "ORD-77001", note=f"Please {HOSTILE}", carrier="[red]Coast[/red]", tracking_number=":smile:")
    session = session_of(quick, SayingDrafter("Hello."), customer="C-7777")
    for line in ("Where is ORD-77001?", "/orders", "/orders ORD-77001", "/context", "/trace"):
        session.take(line)
    session.desk.close()
    printed = capsys.readouterr()
    shown = run(quick.settings.home, "orders", "show", "ORD-77001")
    assert "[red]Coast[/red]" in printed.out
    assert "[red]Coast[/red]" in shown.stdout
    assert obeyed(printed.out) == obeyed(printed.err) == obeyed(shown.stdout) == []


def test_hostile_article_is_text_where_it_is_searched_and_answers(tmp_path: Path) -> None:
    folder, home = tmp_path / "articles", tmp_path / "home"
    folder.mkdir()
    (folder / "parcels.md").write_text(
        f"# Parcels [bold]x[/bold]\n\nA parcel takes three days. {HOSTILE.replace(chr(0), '')}\n", "utf-8"
    )
    assert run(home, "kb", "sync", str(folder)).exit_code == 0
    for arguments in (
        ("kb", "search", "parcel", "--explain"),
        ("kb", "search", "parcel", "--json"),
        ("ask", "How long does a parcel take?"),
        ("ask", "How long does a parcel take?", "--json"),
        ("trace", "last"),
    ):
        ran = run(home, *arguments)
        assert ran.exception is None
        assert "arcel" in ran.stdout
        assert obeyed(ran.stdout) == []


def test_error_is_text_too(quick: Parts, capsys: pytest.CaptureFixture[str]) -> None:
    session = session_of(quick, SayingDrafter("Hello."))
    session.take(f"/customer {HOSTILE}")
    session.desk.close()
    assert obeyed(capsys.readouterr().err) == []


def test_json_of_halves_of_characters_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"text": "\ud83d"}, lines=True)
    assert capsys.readouterr().out == '{"text": "\\ud83d"}\n'
