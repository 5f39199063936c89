"""Faults that a service survives: those of the twenty-five that have to do with deliveries, kills and helpdesks."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import httpx
import pytest

from agent.agent import Agent
from agent.build import Parts
from agent.errors import StoreError
from agent.graph import open_checkpoints
from agent.llm.rehearsal_replies import Behaviour
from agent.llm.rehearsal_server import RehearsalServer
from agent.web.envelope import Delivery
from agent.web.errors import AccessError, ClosedError, LaterError, SendError, SignatureError, TextError, UnknownError
from agent.web.helpdesks.opening import open_helpdesk
from agent.web.helpdesks.standard_webhooks import StandardSettings
from tests.agent.llm.rehearsing import QUESTION, opened
from tests.agent.shop import agent_of, quick_parts
from tests.agent.web.desk import SmallService, message, small_service
from tests.agent.web.serving_parts import listening, web_on
from tests.agent.web.stand_ins.standard_webhooks import SECRET, StandardStandIn

SIGNED = {"x-signed": "yes"}
SAFE_ENDS = {"answered", "asked_back", "declined", "handed_off"}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[SmallService]:
    found = small_service(tmp_path)
    yield found
    found.database.close()


@pytest.fixture
def agent(quick: Parts) -> Iterator[Agent]:
    found = agent_of(quick)
    yield found
    found.close()


def work_until_idle(service: SmallService, name: str) -> None:
    worker = service.worker(name)
    while worker.step():
        pass


def on_threads(*what: Callable[[], None]) -> None:
    threads = [threading.Thread(target=one) for one in what]
    for one in threads:
        one.start()
    for one in threads:
        one.join()


def test_01_same_delivery_twice_at_one_instant_on_two_workers(service: SmallService) -> None:
    with listening(web_on(service)) as url:
        body = message().model_dump_json()
        found: list[int] = []

        def post() -> None:
            found.append(httpx.post(f"{url}/webhooks/shop", content=body, headers=SIGNED).status_code)

        on_threads(post, post, post)
    assert found == [200, 200, 200]
    service.clock.pass_(5)
    on_threads(lambda: work_until_idle(service, "w1"), lambda: work_until_idle(service, "w2"))
    assert len(service.desk.replies()) == 1
    assert service.ends() == {"answered": 1}


def test_02_same_message_under_two_delivery_ids(service: SmallService) -> None:
    service.take(message(), delivery_id="first")
    service.take(message(), delivery_id="second")
    service.settle(times=2)
    assert len(service.agent.asked) == len(service.desk.replies()) == 1


def test_03_three_short_messages_within_two_seconds_and_out_of_order(service: SmallService) -> None:
    for text, number in (("the blue one", 3), ("Hi", 1), ("where is my mug", 2)):
        service.take(message(text, number))
        service.clock.pass_(0.6)
    service.settle()
    assert service.agent.asked == [("Hi\nwhere is my mug\nthe blue one", None)]
    assert len(service.desk.replies()) == 1
    assert service.ends() == {"answered": 3}


@pytest.mark.parametrize("step", ["after 2xx", "mid-graph", "before sending", "after send before record"])
def test_04_killed_at_a_step(service: SmallService, agent: Agent, step: str) -> None:
    class Killed(BaseException):
        pass

    def die(method: str = "reply") -> None:
        if method == "reply":
            service.desk.before, service.agent.during = (lambda method: None), (lambda: None)
            raise Killed

    if step == "mid-graph":
        service.agent.during = die
    elif step == "before sending":
        service.desk.before = die
    elif step == "after send before record":
        service.desk.lost["reply"] = [Killed()]  # type: ignore[list-item]  # as a kill does, it goes through everything
    service.take(message())
    service.clock.pass_(5)
    worker = service.worker("killed")
    lease = worker.leases.claim()
    assert lease is not None
    if step != "after 2xx":
        with pytest.raises(Killed):
            worker._work(lease)
    service.settle(wait_s=61, times=2)
    assert len(service.desk.replies()) == 1
    assert service.ends() == {"answered": 1}


@pytest.mark.parametrize("behaviour", sorted(set(get_args(Behaviour)) - {"answer", "drip"}))
def test_05_model_that_hangs_fails_or_answers_with_rubbish(
    service: SmallService, quick: Parts, behaviour: Behaviour
) -> None:
    with RehearsalServer((behaviour,), pause_s=0.1) as server, opened(quick, server, timeout_s=0.3) as agent:
        service.agent = agent  # type: ignore[assignment]  # the real one in the told one's place
        service.take(message(QUESTION))
        service.settle(times=2)
    (reply,) = service.desk.replies()
    assert set(service.ends()) <= SAFE_ENDS
    assert not any(word in reply.lower() for word in ("error", "429", "500", "timeout", "json", "http", "rehearsal"))


@pytest.mark.parametrize("state", ["empty", "gone", "damaged"])
def test_06_vector_store_that_is_empty_gone_or_damaged(service: SmallService, quick: Parts, state: str) -> None:
    index = quick.settings.home / "index"
    for file in index.rglob("*"):
        if file.is_file() and state == "damaged":
            file.write_bytes(b"x" * 100)
        elif file.is_file():
            file.unlink()
    if state == "gone":
        index.rename(index.with_name("moved"))
    agent = agent_of(quick_parts(quick.settings.home))
    service.agent = agent  # type: ignore[assignment]
    service.take(message(QUESTION))
    service.settle(times=2)
    agent.close()
    assert service.ends() == {"handed_off": 1}
    assert "business days" not in service.desk.replies()[0]


def test_07_database_that_is_locked_and_file_that_is_corrupt(tmp_path: Path) -> None:
    service = small_service(tmp_path, wait_s=0.2)
    other = sqlite3.connect(tmp_path / "service.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with listening(web_on(service)) as url:
        body = message().model_dump_json()
        assert httpx.post(f"{url}/webhooks/shop", content=body, headers=SIGNED).status_code == 429
        other.close()
        assert httpx.post(f"{url}/webhooks/shop", content=body, headers=SIGNED).status_code == 200
    service.database.close()
    (tmp_path / "checkpoints.db").write_bytes(b"no database, and long enough to look like one" * 99)
    with pytest.raises(StoreError, match=r"checkpoints\.db"):
        open_checkpoints(tmp_path / "checkpoints.db")


@pytest.mark.parametrize(
    ("error", "end"),
    [
        (AccessError("401"), "answered"),
        (ClosedError("404"), "undeliverable"),
        (ClosedError("423"), "undeliverable"),
        (TextError("422"), "undeliverable"),
        (LaterError("429", after_s=20), "answered"),
        (LaterError("503"), "answered"),
    ],
)
def test_08_helpdesk_that_refuses_the_reply(service: SmallService, error: SendError, end: str) -> None:
    service.desk.faults["reply"] = [error]
    service.take(message())
    service.settle(wait_s=400, times=2)
    assert service.ends() == {end: 1}
    assert len(service.desk.replies()) == (end == "answered")
    assert len(service.desk.notes()) == (end == "undeliverable")


def test_09_time_out_after_the_reply_was_in_fact_sent(service: SmallService) -> None:
    service.desk.lost["reply"] = [UnknownError("timed out")]
    service.take(message())
    service.settle(wait_s=400, times=2)
    assert len(service.desk.replies()) == 1


def test_10_person_takes_over_while_the_turn_runs(service: SmallService) -> None:
    service.agent.during = lambda: service.desk.people.add("c1")
    service.take(message())
    service.settle(times=2)
    assert service.desk.replies() == []
    assert "Answer to: Where is it?" in service.desk.notes()[0]


def test_21_too_large_too_many_and_too_long(service: SmallService) -> None:
    with listening(web_on(service, per_sender="3/minute")) as url:
        hook = f"{url}/webhooks/shop"
        assert httpx.post(hook, content="x" * 200_000, headers=SIGNED).status_code == 413
        found = [
            httpx.post(hook, content=message(number=number).model_dump_json(), headers=SIGNED).status_code
            for number in range(5)
        ]
    assert found == [200, 200, 200, 429, 429]
    assert service.ends() == {"open": 3}


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("webhook-signature", ""),
        ("webhook-signature", "v1,AAAA"),
        ("webhook-signature", "v1,%%%not base64"),
        ("webhook-signature", "v1"),
        ("webhook-signature", "ä,ö"),
        ("webhook-timestamp", "NaN"),
        ("webhook-timestamp", "soon"),
        ("webhook-id", ""),
        ("body", b"\xff\xfe"),
        ("clock", 3_600.0),
        ("secret", "whsec_YW5vdGhlci10ZW5hbnRzLXNlY3JldC0wMDAx"),
    ],
)
def test_22_bad_webhook(change: str, value: object) -> None:
    with StandardStandIn(secret=str(value) if change == "secret" else SECRET) as desk:
        said = desk.customer_says("c1", "Hello")
        headers, body = desk.delivery("c1", said, at=from_clock(time.time()))
    headers = {name.lower(): one for name, one in headers.items()} | ({change: str(value)} if change in headers else {})
    body = value if change == "body" else body  # type: ignore[assignment]
    late = value if change == "clock" else 0.0
    settings = StandardSettings(secrets=(SECRET,), send_url="http://127.0.0.1:9/hooks")
    desk_ = open_helpdesk("shop", settings, lambda: from_clock(time.time() + late))  # type: ignore[operator]
    with pytest.raises(SignatureError):
        desk_.verify(Delivery(headers=headers, body=body))


def test_23_bot_loop(service: SmallService) -> None:
    service.take(message("Answer to: Where is it?", 1, author="bot"))
    service.take(message("I am out of the office until Monday.", 2, automatic=True))
    service.settle()
    assert service.agent.asked == []
    for number in range(3, 12):
        service.take(message("ping", number, "c2"))
        service.settle()
    assert len(service.desk.replies("c2")) == 6
    assert service.desk.handed_off == [("c2", "loop")]


def from_clock(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
