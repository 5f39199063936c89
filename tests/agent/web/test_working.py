"""What a worker does beside its work: messages whose delivery was lost are found, and what is old is deleted."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from agent.settings import Settings
from agent.web.errors import LaterError
from agent.web.opening import Service
from agent.web.working import reconcile, worker_name
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


def test_names_of_workers_are_all_different() -> None:
    assert len({worker_name() for _ in range(100)}) == 100
