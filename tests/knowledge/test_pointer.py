from pathlib import Path

from knowledge.pointer import KEPT_MOVES, move_pointer, moves, pointed_name


def test_the_journal_tells_every_move_with_where_it_came_from(tmp_path: Path) -> None:
    move_pointer(tmp_path, "a", "sync")
    move_pointer(tmp_path, "b", "sync")
    made = move_pointer(tmp_path, "a", "rollback")
    assert [(move.by, move.before, move.now) for move in moves(tmp_path)] == [
        ("sync", None, "a"),
        ("sync", "a", "b"),
        ("rollback", "b", "a"),
    ]
    assert moves(tmp_path)[-1] == made
    assert pointed_name(tmp_path) == "a"


def test_a_move_that_a_crash_kept_from_taking_place_is_not_told(tmp_path: Path) -> None:
    move_pointer(tmp_path, "a", "sync")
    move_pointer(tmp_path, "b", "sync")
    (tmp_path / "CURRENT").write_text("a")
    assert [move.now for move in moves(tmp_path)] == ["a"]
    move_pointer(tmp_path, "c", "sync")
    assert [(move.before, move.now) for move in moves(tmp_path)] == [(None, "a"), ("a", "c")]


def test_a_damaged_journal_is_begun_anew(tmp_path: Path) -> None:
    move_pointer(tmp_path, "a", "sync")
    (tmp_path / "moves.json").write_bytes(b"\xff{")
    assert moves(tmp_path) == []
    move_pointer(tmp_path, "b", "sync")
    assert [(move.before, move.now) for move in moves(tmp_path)] == [("a", "b")]


def test_the_journal_has_an_end(tmp_path: Path) -> None:
    for n in range(KEPT_MOVES + 3):
        move_pointer(tmp_path, str(n), "sync")
    assert [move.now for move in moves(tmp_path)][:: KEPT_MOVES - 1] == ["3", str(KEPT_MOVES + 2)]
