"""Over real sockets: a client that sends a byte at a time, or none, is hung up on; nobody else is."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import uvicorn

from agent.web.app import Web, build_app
from agent.web.serving import config_of
from tests.agent.web.desk import SmallService, message, small_service
from tests.agent.web.serving_parts import web_on
from tests.agent.web.stand_ins.base import wait_for

BODY_S = 0.6
DRIP_S = 0.05
POST = b"POST /webhooks/shop HTTP/1.1\r\nhost: x\r\nx-signed: yes\r\n"
READY = b"GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[SmallService]:
    found = small_service(tmp_path)
    yield found
    found.database.close()


def served(web: Web) -> Iterator[int]:
    """The port of a server that hangs up on slow clients."""
    with socket.create_server(("127.0.0.1", 0)) as bound:
        server = uvicorn.Server(config_of(build_app(web), BODY_S))
        thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
        thread.start()
        assert wait_for(lambda: server.started)
        yield bound.getsockname()[1]
        server.should_exit = True
        thread.join()


@pytest.fixture
def port(service: SmallService) -> Iterator[int]:
    def ready() -> None:
        time.sleep(BODY_S * 1.5)

    yield from served(replace(web_on(service), ready=ready))


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def drip(connection: socket.socket, piece: bytes) -> bytes:
    """Send a byte at a time until the server has hung up; what it said."""
    said = b""
    connection.settimeout(DRIP_S)
    for at in range(400):
        try:
            connection.sendall(piece[at % len(piece) :][:1])
            got = connection.recv(4_096)
        except TimeoutError:
            continue
        except ConnectionError:
            return said
        said += got
        if not got:
            return said
    raise AssertionError("nobody hung up")


@pytest.mark.parametrize("begins", [b"", b"GET /healthz HTTP/1.1\r\nx-a: "], ids=["at once", "in a header"])
def test_headers_that_drip_are_not_waited_for(port: int, begins: bytes) -> None:
    with connected(port) as connection:
        connection.sendall(begins)
        assert drip(connection, b"G" * 9) == b""


def test_body_that_drips_is_not_waited_for_nor_told_of_as_our_fault(
    port: int, service: SmallService, caplog: pytest.LogCaptureFixture
) -> None:
    with connected(port) as connection:
        connection.sendall(POST + b"content-length: 5000\r\n\r\n")
        assert drip(connection, message().model_dump_json().encode()) == b""
    assert service.ends() == {}
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("path", ["other", "shop"])
def test_body_that_is_not_read_does_not_hold_the_connection(port: int, path: str) -> None:
    with connected(port) as connection:
        connection.sendall(POST.replace(b"shop", path.encode()) + b"content-length: 9999999\r\n\r\n")
        assert b" 413 " in drip(connection, b"x")


def test_client_that_says_nothing_is_hung_up_on(port: int) -> None:
    with connected(port) as connection:
        assert connection.recv(1) == b""


def test_second_request_of_a_connection_is_bounded_as_the_first(port: int) -> None:
    with connected(port) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        assert connection.recv(4_096).startswith(b"HTTP/1.1 200")
        assert drip(connection, b"GET / HTTP/1.1") == b""


def test_answer_may_take_longer_than_a_request_and_a_connection_may_rest(port: int) -> None:
    with connected(port) as connection:
        for _ in range(2):
            connection.sendall(READY)
            assert connection.recv(4_096).startswith(b"HTTP/1.1 200")
            time.sleep(BODY_S * 1.5)


def test_request_that_comes_in_pieces_in_time_is_taken(port: int, service: SmallService) -> None:
    body = message().model_dump_json().encode()
    with connected(port) as connection:
        for piece in (POST, b"content-length: %d\r\n\r\n" % len(body), body[:9], body[9:]):
            connection.sendall(piece)
            time.sleep(DRIP_S)
        assert connection.recv(4_096).startswith(b"HTTP/1.1 200")
    assert service.ends() == {"open": 1}
