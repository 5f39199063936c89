"""Whichever call of a store fails as money is paid back, before it or after it was written: it is paid back once, and told of."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from agent.actions.proposals import refunded
from agent.agent import Agent
from agent.build import Parts, agent_on, build_stages
from agent.open_models import open_drafter
from agent.web.handoffs import OpenHandoff
from knowledge.open_files import OpenFiles
from knowledge.sample import orders_file
from tests.agent.shop import TODAY, copied_home, quick_parts
from tests.agent.web.desk import SmallService, message, small_service
from tests.agent.web.postgres import Postgres
from tests.agent.web.test_every_call_fails_once import ENDS, MOST_CALLS, Countdown

ORDER = "ORD-99107"
ASKED = f"Please refund the linen apron of {ORDER}, it arrived damaged"


@dataclass(eq=False)
class FailingFiles(OpenFiles):
    """Connections to the stores, one of which fails, before anything is done with it or once all of it is."""

    fault: Countdown = field(default_factory=lambda: Countdown(0, Exception))
    after: bool = False

    @contextmanager
    def open(
        self, path: Any, connect: Callable[[], Any], alive: Callable[[Any], bool] = lambda one: True
    ) -> Iterator[Any]:
        if not self.after:
            self.fault.call()
        with super().open(path, connect, alive) as connection:
            yield connection
        if self.after:
            self.fault.call()


def agent_in(parts: Parts, files: OpenFiles) -> Agent:
    """The real agent, whose stores are opened there."""
    parts = parts.keeping(files)
    return replace(
        agent_on(parts, build_stages(parts, open_drafter(parts.settings, parts.embedder))), today=lambda: TODAY
    )


def waiting(service: SmallService) -> list[OpenHandoff]:
    return list(service.handoffs.waiting())


def pay_back(parts: Parts, home: Path, files: FailingFiles) -> bool:
    """A conversation in which money is paid back; whether a call failed."""
    service = small_service(home)
    service.agent = agent_in(parts, OpenFiles())  # type: ignore[assignment]  # the real one in the told one's place
    service.take(message(ASKED, 1, customer_id="C-1001"))
    service.settle(wait_s=700)
    (question,) = service.desk.replies()
    assert "Reply yes or no." in question
    service.agent = agent_in(parts, files)  # type: ignore[assignment]
    service.take(message("Yes", 2, customer_id="C-1001"))
    service.settle(wait_s=700, times=4)
    service.agent.close()  # type: ignore[attr-defined]
    ends = service.ends()
    assert sum(ends.values()) == 2
    assert set(ends) <= ENDS
    replies = service.desk.replies()
    assert len(replies) == 2
    order = parts.orders.find(ORDER)
    assert order is not None
    told = f"34.00 USD for order {ORDER} were refunded" in replies[1]
    assert refunded(order) == (Decimal("34.00") if told else refunded(order))
    assert refunded(order) in (Decimal("34.00"), Decimal("0.00"))
    assert told or waiting(service), replies
    service.database.close()
    return files.fault.happened


def gone(url: str | None) -> BaseException:
    if url is None:
        return sqlite3.OperationalError("disk I/O error")
    from psycopg import OperationalError

    return OperationalError("the connection is lost")


@pytest.mark.parametrize("after", [False, True])
def test_store(quick_home: Path, tmp_path: Path, database_url: str | None, request: Any, *, after: bool) -> None:
    for number in range(1, MOST_CALLS):
        url = database_url
        if url is not None:
            server: Postgres = request.getfixturevalue("postgres")
            url = server.new_database()
        parts = quick_parts(copied_home(quick_home, tmp_path / str(number)), url)
        if url is not None:
            parts.orders.load(orders_file())
        fault = Countdown(number, lambda url=url: gone(url))  # type: ignore[misc]
        files = FailingFiles(keeps=True, fault=fault, after=after)
        if not pay_back(parts, tmp_path / f"service-{number}", files):
            assert number > 10, "a turn opens its stores more often"
            return
    pytest.fail("no end of calls")
