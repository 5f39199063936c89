"""What a worker does beside its work: messages whose delivery was lost are found, and what is old is deleted."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from agent.settings import Settings
from agent.web.errors import LaterError, PayloadError
from agent.web.inbox import DAY_S
from agent.web.opening import Service
from agent.web.working import reconcile, tend, worker_name
from tests.agent.web.desk import NAME, SmallService, message, small_service


@pytest.fixture
def service(tmp_path: Path) -> Iterator[SmallService]:
    found = small_service(tmp_path)
    yield found
    found.database.close()


def opened(service: SmallService, **more: object) -> Service:
    return Service(Settings(), service.database, {NAME: service.desk, **more})  # type: ignore[dict-item]


def test_message_whose_delivery_was_lost_is_found_and_answered(service: SmallService) -> None:
    service.take(message("known"))
    service.desk.found_waiting = [message("known"), message("lost", 2)]
    assert reconcile(opened(service)) == 1
    assert reconcile(opened(service)) == 0
    service.clock.now = time.time()
    service.settle()
    assert service.agent.asked == [("known\nlost", None)]


def test_looking_again_puts_nothing_off(service: SmallService) -> None:
    service.take(message("known"))
    service.desk.found_waiting = [message("known")]
    service.clock.pass_(2.1)
    reconcile(opened(service))
    assert service.worker().step()


def test_helpdesk_that_cannot_be_asked_does_not_keep_the_others(service: SmallService) -> None:
    def fails() -> None:
        raise LaterError("away")

    service.desk.found_waiting = [message("lost")]
    away = SimpleNamespace(waiting=fails)
    assert reconcile(opened(service, away=away)) == 1


def test_message_that_is_older_than_what_is_kept_is_left_alone(service: SmallService) -> None:
    service.desk.found_waiting = [message("I am on holiday", at=time.time() - 8 * DAY_S)]
    assert reconcile(opened(service)) == 0


def test_payload_that_cannot_be_read_does_not_end_the_tending(service: SmallService) -> None:
    def fails() -> None:
        raise PayloadError("rubbish")

    service.desk.found_waiting = [message("lost")]
    assert reconcile(opened(service, away=SimpleNamespace(waiting=fails))) == 1


def test_database_that_is_locked_does_not_end_the_tending(tmp_path: Path) -> None:
    service, stop = small_service(tmp_path, wait_s=0.05), threading.Event()
    settings = Settings.model_validate({"service": {"reconcile_s": 0.01}})
    tending = threading.Thread(target=tend, args=(Service(settings, service.database, {}), stop))
    other = sqlite3.connect(tmp_path / "service.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    tending.start()
    time.sleep(0.3)
    assert tending.is_alive()
    stop.set()
    tending.join()
    other.close()
    service.database.close()


def test_names_of_workers_are_all_different() -> None:
    assert len({worker_name() for _ in range(100)}) == 100
