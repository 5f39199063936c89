"""The tally is kept before a call and set right after it, shared between processes, and survives a kill."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.errors import BudgetError, StoreError
from agent.llm.spending import Cost, Limits, Spending, Spent
from knowledge.server_tables import ServerTables
from tests.places import PlaceOf

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
SMALL = Cost(input_tokens=90, output_tokens=10, cost=0.01, estimated=True)


def spending(tmp_path: Path, limits: Limits | None = None) -> Spending:
    return spending_in(lambda name: tmp_path / f"{name}.db", limits)


def spending_in(place: PlaceOf, limits: Limits | None = None) -> Spending:
    return Spending(place("spending"), limits or Limits(), lambda: NOON)


def test_call_counts_its_bound_until_it_is_settled(place: PlaceOf) -> None:
    tally = spending_in(place)
    call = tally.reserve("t1", "drafter", "openai:x", SMALL)
    assert tally.of_turn("t1") == Spent(calls=1, input_tokens=90, output_tokens=10, cost=0.01, estimated=1, unsettled=1)
    tally.settle(call, Cost(input_tokens=50, output_tokens=5, cost=0.004))
    assert tally.of_turn("t1") == Spent(calls=1, input_tokens=50, output_tokens=5, cost=0.004)


def test_all_roles_of_a_turn_share_its_budget(place: PlaceOf) -> None:
    tally = spending_in(place, Limits(turn_tokens=250))
    tally.reserve("t1", "rewriter", "openai:x", SMALL)
    tally.reserve("t1", "drafter", "openai:y", SMALL)
    with pytest.raises(BudgetError, match=r"100 tokens more than the 200 spent would be over the 250 of a turn"):
        tally.reserve("t1", "judge", "openai:z", SMALL)
    tally.reserve("t2", "drafter", "openai:y", SMALL)
    assert tally.of_turn("t1").calls == 2


def test_day_ends_at_midnight_of_utc(place: PlaceOf) -> None:
    tally = spending_in(place, Limits(day_cost=0.015))
    tally.reserve("t1", "drafter", "openai:x", SMALL)
    with pytest.raises(BudgetError, match=r"0\.01 more than the 0\.01 spent would be over the 0\.015 of a day"):
        tally.reserve("t2", "drafter", "openai:x", SMALL)
    tomorrow = replace(tally, now=lambda: datetime(2026, 12, 1, 0, 0, 1, tzinfo=UTC))
    tomorrow.reserve("t3", "drafter", "openai:x", SMALL)
    assert [tally.of_day(day).calls for day in ("2026-11-30", "2026-12-01")] == [1, 1]


def test_bound_that_just_fits_is_allowed(place: PlaceOf) -> None:
    tally = spending_in(place, Limits(turn_tokens=200))
    tally.reserve("t1", "drafter", "openai:x", SMALL)
    tally.reserve("t1", "judge", "openai:x", SMALL)


def test_calls_outside_a_turn_count_for_the_day_only(place: PlaceOf) -> None:
    tally = spending_in(place, Limits(turn_tokens=100, day_tokens=350))
    for _ in range(3):
        tally.reserve(None, "blurbs", "openai:x", SMALL)
    with pytest.raises(BudgetError, match="of a day"):
        tally.reserve(None, "blurbs", "openai:x", SMALL)


CHILD = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from agent.errors import BudgetError
from agent.llm.spending import Cost, Limits, Spending
from knowledge.server_tables import ServerTables
where = ServerTables(sys.argv[1], "spending") if "://" in sys.argv[1] else Path(sys.argv[1])
tally = Spending(where, Limits(day_tokens=5_000), lambda: datetime(2026, 11, 30, 12, tzinfo=UTC))
made = 0
for _ in range(int(sys.argv[2])):
    try:
        tally.reserve("t", "drafter", "openai:x", Cost(input_tokens=100))
        made += 1
    except BudgetError:
        pass
print(made, flush=True)
if len(sys.argv) > 3:
    sys.stdin.read()
"""


def child(place: PlaceOf, calls: int, *more: str) -> subprocess.Popen[str]:
    where = place("spending")
    named = where.url if isinstance(where, ServerTables) else str(where)
    arguments = [sys.executable, "-c", CHILD, named, str(calls), *more]
    return subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_processes_together_never_go_over_the_day(place: PlaceOf) -> None:
    running = [child(place, 30) for _ in range(3)]
    made = [int(one.communicate(timeout=120)[0]) for one in running]
    assert sum(made) == 50
    assert spending_in(place).of_day("2026-11-30").input_tokens == 5_000


def test_call_whose_process_was_killed_counts_in_full(place: PlaceOf) -> None:
    with child(place, 1, "wait") as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "1\n"
        os.kill(running.pid, signal.SIGKILL)
        running.wait(timeout=30)
    found = spending_in(place).of_turn("t")
    assert (found.calls, found.input_tokens, found.unsettled) == (1, 100, 1)


def test_nothing_is_written_before_the_first_call(tmp_path: Path) -> None:
    assert spending(tmp_path).of_turn("t1") == Spent()
    assert list(tmp_path.iterdir()) == []


def test_file_that_is_no_database_lets_nothing_be_spent_and_fails_no_record(tmp_path: Path) -> None:
    (tmp_path / "spending.db").write_text("not a database, but long enough to be read as one" * 100, encoding="utf-8")
    tally = spending(tmp_path)
    with pytest.raises(StoreError, match=r"spending\.db cannot be used .* Move it away"):
        tally.reserve("t1", "drafter", "openai:x", SMALL)
    assert tally.report("t1") == Spent()


def test_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    spending(tmp_path).reserve("t1", "drafter", "openai:x", SMALL)
    with sqlite3.connect(tmp_path / "spending.db") as connection:
        connection.execute("pragma user_version = 9")
    connection.close()
    with pytest.raises(StoreError, match="newer version"):
        spending(tmp_path).reserve("t1", "drafter", "openai:x", SMALL)
