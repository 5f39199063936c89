"""Over real HTTP: what is taken, what is refused, and what is told of it."""

from __future__ import annotations

import socket
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from agent.errors import StoreError
from agent.web.app import Web
from tests.agent.web.desk import SmallService, message, small_service
from tests.agent.web.serving_parts import listening, web_on

SIGNED = {"x-signed": "yes"}


@pytest.fixture
def service(tmp_path: Path, database_url: str | None) -> Iterator[SmallService]:
    found = small_service(tmp_path, url=database_url)
    yield found
    found.database.close()


@pytest.fixture
def url(service: SmallService) -> Iterator[str]:
    with listening(web_on(service)) as found:
        yield found


def post(url: str, content: bytes | str = b"", path: str = "/webhooks/shop", **headers: str) -> httpx.Response:
    return httpx.post(url + path, content=content, headers=SIGNED | headers)


def body(text: str = "Hello", number: int = 1) -> str:
    return message(text, number).model_dump_json()


def test_delivery_that_is_answered_with_200_is_on_the_disk(url: str, service: SmallService) -> None:
    assert post(url, body()).json() == {"verdict": "taken", "new": 1}
    assert service.ends() == {"open": 1}


def test_same_delivery_again_is_200_and_no_work(url: str, service: SmallService) -> None:
    post(url, body())
    again = post(url, body())
    assert (again.status_code, again.json()) == (200, {"verdict": "known", "new": 0})
    assert service.ends() == {"open": 1}


def test_hundred_at_once_are_stored_once(url: str, service: SmallService) -> None:
    found: list[int] = []

    def send() -> None:
        with httpx.Client() as client:
            for number in range(25):
                answer = client.post(f"{url}/webhooks/shop", content=body(number=number), headers=SIGNED)
                found.append(answer.status_code)

    threads = [threading.Thread(target=send) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == [200] * 100
    assert service.ends() == {"open": 25}


def test_every_bad_signature_has_the_same_answer(url: str, service: SmallService) -> None:
    found = {
        (answer.status_code, answer.text)
        for answer in (
            httpx.post(f"{url}/webhooks/shop", content=body()),
            httpx.post(f"{url}/webhooks/shop", content=body(), headers={"x-signed": "no"}),
            httpx.post(f"{url}/webhooks/shop", content=b"\xff\xfe"),
        )
    }
    assert found == {(401, '{"verdict":"unsigned","new":0}')}
    assert service.ends() == {}


@pytest.mark.parametrize("wrong", ["x" * 501, "c\x001"])
@pytest.mark.parametrize("field", ["conversation_id", "message_id", "delivery_id", "customer_id"])
def test_id_that_no_database_can_look_up_is_refused_for_good(
    url: str, service: SmallService, field: str, wrong: str
) -> None:
    sent = message().model_copy(update={field: wrong}).model_dump_json()
    assert post(url, sent).status_code == 400
    assert service.ends() == {}
    assert post(url, message().model_copy(update={field: "x" * 500}).model_dump_json()).status_code == 200


def test_unknown_helpdesk_is_404(url: str) -> None:
    assert post(url, body(), "/webhooks/other").status_code == 404


def test_large_body_is_refused_by_what_it_says_and_by_what_comes(url: str, service: SmallService) -> None:
    assert post(url, "x" * 30_000).status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * 1_000

    assert httpx.post(f"{url}/webhooks/shop", content=pieces(), headers=SIGNED).status_code == 413
    assert service.ends() == {}


def test_body_that_is_announced_too_large_is_not_waited_for(url: str) -> None:
    at = urlsplit(url)
    with socket.create_connection((at.hostname or "", at.port or 0), timeout=5) as connection:
        connection.sendall(
            b"POST /webhooks/shop HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999999999999999\r\n\r\n"
        )
        assert connection.recv(20).split()[1] in (b"413", b"400")


def test_too_many_of_one_sender_are_sent_back_for_later(service: SmallService) -> None:
    with listening(web_on(service, per_sender="2/minute")) as url:
        found = [post(url, body(number=number)) for number in range(4)]
    assert [answer.status_code for answer in found] == [200, 200, 429, 429]
    assert found[-1].headers["retry-after"] == "10"
    assert service.ends() == {"open": 2}


def test_too_many_of_one_helpdesk_are_sent_back_for_later(service: SmallService) -> None:
    with listening(web_on(service, per_helpdesk="1/minute")) as url:
        assert [post(url, body(number=number)).status_code for number in range(2)] == [200, 429]


def test_delivery_that_cannot_be_stored_is_sent_back_for_later(service: SmallService, tmp_path: Path) -> None:
    service.database.close()
    service = small_service(tmp_path, wait_s=0.2)
    other = sqlite3.connect(tmp_path / "service.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with listening(web_on(service)) as url:
        answer = httpx.post(f"{url}/webhooks/shop", content=body(), headers=SIGNED, timeout=30)
        assert (answer.status_code, answer.json()["verdict"]) == (429, "not_stored")
        other.close()
        assert httpx.post(f"{url}/webhooks/shop", content=body(), headers=SIGNED).status_code == 200
    assert service.ends() == {"open": 1}
    service.database.close()


def test_health_and_readiness(service: SmallService, url: str) -> None:
    assert httpx.get(f"{url}/healthz").json() == {"status": "ok"}
    assert httpx.get(f"{url}/readyz").json() == {"status": "ready", "why": None}
    found = web_on(service)
    with listening(Web(found.taker, found.metrics, lambda: "the disk is full", 1_000)) as other:
        answer = httpx.get(f"{other}/readyz")
    assert (answer.status_code, answer.json()["why"]) == (503, "the disk is full")


def test_metrics_count_messages_sends_and_time(service: SmallService, url: str) -> None:
    service.take(message())
    service.settle()
    service.take(message("More", 2))
    text = httpx.get(f"{url}/metrics").text
    for line in (
        'support_messages{end="answered"} 1.0',
        'support_messages{end="open"} 1.0',
        'support_sends{kind="reply",state="sent"} 1.0',
        'support_message_seconds_bucket{le="5.0"} 1.0',
        "support_message_seconds_count 1.0",
    ):
        assert line in text
    assert "c1" not in text


@pytest.mark.parametrize(
    ("shown", "status"),
    [
        ("Bearer t0kén", 200),
        ("bearer  t0kén", 200),
        ("Bearer t0ké", 401),
        ("Bearer", 401),
        ("Basic t0kén", 401),
        ("t0kén", 401),
        ("", 401),
    ],
)
def test_metrics_are_read_with_the_token_only_where_one_is_set(service: SmallService, shown: str, status: int) -> None:
    with listening(replace(web_on(service), metrics_token="t0kén")) as url:
        answer = httpx.get(f"{url}/metrics", headers={"authorization": shown.encode()})
        assert httpx.get(f"{url}/healthz").status_code == 200
    assert answer.status_code == status
    assert ("support_messages" in answer.text) == (status == 200)
    assert answer.headers.get("www-authenticate") == ("Bearer" if status == 401 else None)


def test_document_of_the_interface_names_every_answer(url: str) -> None:
    found = httpx.get(f"{url}/openapi.json").json()
    assert set(found["paths"]["/webhooks/{name}"]["post"]["responses"]) >= {"200", "400", "401", "404", "413", "429"}


def test_metrics_of_a_database_that_cannot_be_read_say_so(service: SmallService) -> None:
    def fails() -> str:
        raise StoreError("the disk is gone")

    found = web_on(service)
    with listening(Web(found.taker, fails, found.ready, 1_000)) as url:
        answer = httpx.get(f"{url}/metrics")
    assert (answer.status_code, answer.text) == (503, "the disk is gone")
