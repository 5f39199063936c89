"""A mark holds what starts a turn for as long as the turn is open, and nothing of it afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.locking import begun, cut_short, drop_unwritten, erase_open_turns, holding, mark_file, marked
from agent.state import NewTurn

OTHER = "conversation of another"


def new(conversation_id: str, message: str = "Hello") -> NewTurn:
    return {
        "turn_id": "t1",
        "conversation_id": conversation_id,
        "asked_at": "2026-11-30T00:00:00+00:00",
        "message": message,
        "turn": {"customer_id": "C-1001"},
        "intake": {},
    }


def test_turn_is_marked_while_it_runs_and_not_once_it_has_ended(tmp_path: Path) -> None:
    turn = new("c", "Zoë?")
    with marked(tmp_path, turn):
        assert begun(tmp_path, "c") == turn
        assert cut_short(tmp_path) == ("c",)
    assert list(tmp_path.iterdir()) == []
    assert begun(tmp_path, "c") is None


def test_turn_that_could_not_be_recorded_stays_marked(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="full"), marked(tmp_path, new("c", "Hello")):
        raise OSError("full")
    assert cut_short(tmp_path) == ("c",)


@pytest.mark.parametrize("conversation_id", ["c", "12", "null", "[]"])
def test_mark_of_an_older_version_names_its_conversation(tmp_path: Path, conversation_id: str) -> None:
    mark_file(tmp_path, conversation_id).write_text(conversation_id, "utf-8")
    assert cut_short(tmp_path) == (conversation_id,)
    assert begun(tmp_path, conversation_id) is None


def test_half_written_mark_is_removed_unless_somebody_is_at_it(tmp_path: Path) -> None:
    for name in ("c", "busy"):
        mark_file(tmp_path, name).with_suffix(".new").write_text('{"turn_id": "t1", "mess')
    with holding(tmp_path, "busy"):
        drop_unwritten(tmp_path)
    assert [path.name for path in tmp_path.glob("*.new")] == [mark_file(tmp_path, "busy").with_suffix(".new").name]


def test_open_turns_that_are_meant_are_erased_and_no_others(tmp_path: Path) -> None:
    for conversation_id, message in (("mine", "Hello"), ("by words", "I am Maria Keller"), (OTHER, "Hello")):
        with pytest.raises(KeyError), marked(tmp_path, new(conversation_id, message)):
            raise KeyError

    def is_meant(conversation_id: str, text: str) -> bool:
        return conversation_id == "mine" or "Maria Keller" in text

    assert erase_open_turns(tmp_path, is_meant) == 2
    assert cut_short(tmp_path) == (OTHER,)
    assert erase_open_turns(tmp_path / "missing", is_meant) == 0
