"""Rows are a table where there is room for one, and blocks of named lines where there is not."""

from __future__ import annotations

import pytest

from agent.cli.chat_sheet import Sheet, shared
from agent.line_breaking import cells

LONG = "Card refunds take 5 to 10 business days to show on your card statement."
SHEET = Sheet(("#", "claim", "verdict"), (("1", LONG, "CUT: not enough info"), ("2", "Hello!\nAgain.", "supported")))


def test_narrow_terminal_gets_blocks() -> None:
    assert list(SHEET.lines(44)) == [
        "# 1",
        "  claim    Card refunds take 5 to 10",
        "           business days to show on your",
        "           card statement.",
        "  verdict  CUT: not enough info",
        "",
        "# 2",
        "  claim    Hello!",
        "           Again.",
        "  verdict  supported",
    ]


def test_wide_terminal_gets_columns_whose_cells_are_broken_between_words() -> None:
    assert list(SHEET.lines(80)) == [
        "#  claim                                                    verdict",
        "-  -------------------------------------------------------  --------------------",
        "1  Card refunds take 5 to 10 business days to show on your  CUT: not enough info",
        "   card statement.",
        "2  Hello!                                                   supported",
        "   Again.",
    ]


def test_rows_that_fit_are_columns_at_any_width() -> None:
    assert list(Sheet(("a", "b"), (("1", "two"),)).lines(20)) == ["a  b", "-  ---", "1  two"]


def test_pipe_breaks_no_text() -> None:
    assert any(LONG in line for line in SHEET.lines(None))
    long = Sheet(("#", "claim", "verdict"), (("1", LONG * 3, "supported"),))
    assert list(long.lines(None)) == ["# 1", f"  claim    {LONG * 3}", "  verdict  supported"]


def test_no_row_is_no_line() -> None:
    assert list(Sheet(("a", "b"), ()).lines(80)) == []


@pytest.mark.parametrize("width", [40, 60, 79, 80, 100, 200])
def test_no_line_is_wider_than_asked_for(width: int) -> None:
    sheet = Sheet(
        ("#", "claim", "evidence"), (("1", "返金は五日です。" * 9, "x" * 200), ("2", LONG, f"{LONG}\n{LONG}"))
    )
    assert max(map(cells, sheet.lines(width))) <= width


def test_room_is_shared_fairly() -> None:
    assert shared([2, 100, 10], 60) == [2, 48, 10]
    assert shared([100, 100], 60) == [30, 30]
