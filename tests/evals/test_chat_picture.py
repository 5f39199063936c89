"""A conversation case becomes a picture that holds what was said, fetches nothing, and is the same each time."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest

from agent.build import open_parts
from agent.cases import Case, Turn, read_case
from agent.errors import InputError
from evals.chat_picture import drawn
from tests.agent.shop import copied_home, set_up, settings_for

EXAMPLE = Path(__file__).parents[2] / "evals" / "datasets" / "chat_example.yaml"
TEN_TURNS = EXAMPLE.parent / "conversations" / "ten-turns.yaml"


def text_of(svg: str) -> str:
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return " ".join("".join(one.itertext()).replace("\xa0", " ").strip() for one in found)


def test_example_is_drawn_the_same_twice_and_fetches_nothing(tmp_path: Path) -> None:
    set_up(open_parts(settings_for(tmp_path / "shop")))
    case = read_case(EXAMPLE)
    first, second = (drawn(case, copied_home(tmp_path / "shop", tmp_path / name)) for name in ("a", "b"))
    assert first == second
    assert re.findall(r"https?://[^\"' )]*", first) == ["http://www.w3.org/2000/svg"]
    assert "@font-face" not in first
    said = text_of(first)
    for turn in case.turns:
        assert f"you> {turn.say}" in said
        for wanted in turn.expect.contains if turn.expect else ():
            assert wanted in said
    assert "verdict" in said  # the table of /why


def test_command_that_shows_times_is_refused(tmp_path: Path) -> None:
    case = Case(name="times", today=date(2026, 11, 30), turns=(Turn(say="Hello"), Turn(say="/trace")))
    with pytest.raises(InputError, match="found '/trace', wanted none of"):
        drawn(case, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_picture_of_the_ten_turns_is_the_one_that_the_command_makes(tmp_path: Path) -> None:
    set_up(open_parts(settings_for(tmp_path)))
    kept = TEN_TURNS.with_suffix(".svg").read_text("utf-8")
    assert text_of(drawn(read_case(TEN_TURNS), tmp_path)) == text_of(kept)
    assert re.findall(r"https?://[^\"' )]*", kept) == ["http://www.w3.org/2000/svg"]


def test_decision_where_nothing_waits_is_refused(tmp_path: Path) -> None:
    set_up(open_parts(settings_for(tmp_path)))
    case = Case(name="early", today=date(2026, 11, 30), turns=(Turn(say="Hello", decided="approve"),))
    with pytest.raises(InputError, match="nothing that waits for a person"):
        drawn(case, tmp_path)
