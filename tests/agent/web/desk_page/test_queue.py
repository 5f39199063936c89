"""The queue: urgent ones first, then the oldest; filtered by reason; with what is to be done next."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.ledger import Ledger
from agent.types import HandoffReason
from agent.web.database import open_database
from agent.web.desk.queue import MOST_ROWS, NO_RECORD, Queue
from agent.web.desk.summaries import Summaries
from agent.web.desk.wording import age
from agent.web.handoffs import Handoffs
from agent.web.leases import Lease
from tests.agent.web.desk import NOW
from tests.agent.web.desk_page.page import full_turn


def queue_in(home: Path, *waiting: tuple[str, HandoffReason, float]) -> Queue:
    """A queue of turns, each with its reason and how long it has waited."""
    handoffs = Handoffs(open_database(home))
    with handoffs.database.writing() as connection:
        for turn_id, reason, seconds in waiting:
            lease = Lease("shop", f"c-{turn_id}", "bot", "w", 1)
            handoffs.open(connection, lease, turn_id, reason, "C-1", NOW - seconds)
    return Queue(handoffs, Summaries(Ledger(home / "ledger.db")))


def test_urgent_ones_come_first_and_then_the_oldest(tmp_path: Path) -> None:
    queue = queue_in(
        tmp_path, ("a", "no_evidence", 90), ("b", "distress", 10), ("c", "loop", 4_000), ("d", "policy_topic", 60)
    )
    view = queue.view("", NOW)
    assert [row.turn_id for row in view.rows] == ["d", "b", "c", "a"]
    assert [row.age for row in view.rows] == ["1 min", "just now", "1 h 6 min", "1 min"]
    assert [row.urgent for row in view.rows] == [True, True, False, False]
    queue.handoffs.database.close()


def test_one_reason_is_shown_and_all_are_counted(tmp_path: Path) -> None:
    queue = queue_in(tmp_path, ("a", "loop", 5), ("b", "distress", 5), ("c", "loop", 9))
    view = queue.view("loop", NOW)
    assert [row.turn_id for row in view.rows] == ["c", "a"]
    assert [(one.name, one.count) for one in view.reasons] == [("distress", 1), ("loop", 2)]
    assert view.count == "2 waiting for loop"
    assert queue.view("failure", NOW).count == "Nothing waits for failure"
    queue.handoffs.database.close()


def test_row_shows_the_first_line_and_what_is_to_be_done(tmp_path: Path) -> None:
    queue = queue_in(tmp_path, ("a", "no_evidence", 5), ("b", "loop", 5))
    Ledger(tmp_path / "ledger.db").record(full_turn("a", "\nFirst line\nSecond line"))
    queue.handoffs.take("a", "Kim", NOW)
    first, second = queue.view("", NOW).rows
    assert (first.question, first.missing, first.taken_by) == ("First line", "Proof of the day of arrival.", "Kim")
    assert (second.question, second.missing, second.taken_by) == ("", NO_RECORD, "")
    queue.handoffs.database.close()


def test_long_queue_is_counted_and_shown_in_part(tmp_path: Path) -> None:
    queue = queue_in(tmp_path, *((f"t{n}", "loop", n) for n in range(MOST_ROWS + 3)))
    view = queue.view("", NOW)
    assert (view.waiting, len(view.rows)) == (MOST_ROWS + 3, MOST_ROWS)
    queue.handoffs.database.close()


def test_mark_changes_with_what_is_seen(tmp_path: Path) -> None:
    queue = queue_in(tmp_path, ("a", "loop", 5))
    before = queue.view("", NOW)
    assert queue.view("", NOW + 10).mark == before.mark
    assert queue.view("", NOW + 60).mark != before.mark
    queue.handoffs.take("a", "Kim", NOW)
    assert queue.view("", NOW).mark != before.mark
    queue.handoffs.database.close()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(-5, "just now"), (59, "just now"), (60, "1 min"), (3_600, "1 h"), (90_000, "25 h"), (172_800, "2 days")],
)
def test_age_in_words(seconds: float, said: str) -> None:
    assert age(seconds) == said
