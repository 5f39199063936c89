"""What comes back from a helpdesk, and what is made of it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from agent.web.errors import AccessError, ClosedError, LaterError, SendError, TextError, UnknownError
from agent.web.helpdesks.calling import Caller, in_path, seconds_to_wait
from agent.web.helpdesks.payloads import Payload
from tests.agent.web.stand_ins.base import Answer, Request, StandIn

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


class Echo(Payload):
    path: str = ""
    number: int = 0


class EchoServer(StandIn):
    def is_allowed(self, request: Request) -> bool:
        return True

    def answer(self, request: Request) -> Answer:
        match request.path:
            case "/empty":
                return 204, {}
            case "/strange":
                return 200, {"number": "many words of a customer"}
            case "/list":
                return 200, [{"path": "a"}, {"path": "b"}]
            case "/teapot":
                return 418, {}
            case status if status.startswith("/status/"):
                return int(status.removeprefix("/status/")), {}
            case _:
                return 200, {"path": request.target}


@pytest.fixture
def server() -> Iterator[StandIn]:
    with EchoServer() as running:
        yield running


def caller(server: StandIn, **more: float) -> Caller:
    return Caller("desk", server.url, {"Authorization": "Bearer secret-token"}, lambda: NOW, **{"read_s": 20.0, **more})


def test_answer_is_read_and_the_token_sent(server: StandIn) -> None:
    assert caller(server).get(Echo, "/x", {"a": "b c"}) == Echo(path="/x?a=b+c")
    assert caller(server).send(Echo, "POST", "/y", {"a": "ß"}) == Echo(path="/y")
    assert [one.headers["authorization"] for one in server.requests] == ["Bearer secret-token"] * 2
    assert [one.headers["accept"] for one in server.requests] == ["application/json"] * 2
    assert ["content-type" in one.headers for one in server.requests] == [False, True]
    assert server.requests[1].json == {"a": "ß"}
    assert caller(server).get_list(Echo, "/list") == (Echo(path="a"), Echo(path="b"))
    assert "secret-token" not in repr(caller(server))


def test_answer_of_another_shape_is_unknown_after_sending_and_told_without_its_text(server: StandIn) -> None:
    with pytest.raises(UnknownError, match=r"number is wrong \(int_parsing\)") as raised:
        caller(server).send(Echo, "POST", "/strange", {})
    assert "many words" not in str(raised.value)
    for read in (caller(server).get, caller(server).get_list):
        with pytest.raises(SendError, match="GET /strange of desk") as raised:
            read(Echo, "/strange")
        assert raised.type is SendError


def test_status_that_means_nothing_to_us_is_told_with_its_number(server: StandIn) -> None:
    with pytest.raises(SendError, match="was answered with 418, wanted a success") as raised:
        caller(server).get(Echo, "/teapot")
    assert raised.type is SendError


@pytest.mark.parametrize(
    ("status", "error"),
    [
        *[(status, AccessError) for status in (401, 403)],
        *[(status, ClosedError) for status in (404, 410, 423)],
        *[(status, TextError) for status in (400, 413, 422)],
        *[(status, LaterError) for status in (408, 409, 425, 429, 500, 502, 599)],
        *[(status, SendError) for status in (300, 402, 418, 451)],
    ],
)
def test_status_says_what_is_to_be_done(server: StandIn, status: int, error: type[SendError]) -> None:
    for call in (caller(server).get, lambda answer, path: caller(server).send(answer, "POST", path, {})):
        with pytest.raises(SendError, match=f"was answered with {status}") as raised:
            call(Echo, f"/status/{status}")
        assert raised.type is error


def test_helpdesk_says_how_long_to_wait(server: StandIn) -> None:
    server.fault("429")
    with pytest.raises(LaterError) as raised:
        caller(server).send(Echo, "POST", "/x", {})
    assert raised.value.after_s == 7.0


def test_answer_that_never_comes_is_unknown_after_sending_and_for_later_after_reading(server: StandIn) -> None:
    server.fault("dropped", "hang", "dropped", "hang")
    impatient = caller(server, read_s=0.3)
    for _ in range(2):
        with pytest.raises(UnknownError, match="was sent, and no answer came"):
            impatient.send(Echo, "POST", "/x", {})
    for _ in range(2):
        with pytest.raises(LaterError, match="was sent, and no answer came"):
            impatient.get(Echo, "/x")


def test_headers_of_a_call_win_and_empty_answers_are_read(server: StandIn) -> None:
    assert caller(server).send(Echo, "PUT", "/empty", b"{}", {"Authorization": "another"}) == Echo()
    (request,) = server.requests
    assert (request.headers["authorization"], request.headers["content-type"]) == ("another", "application/json")


def test_address_that_cannot_be_called_is_told_and_not_tried_again() -> None:
    with pytest.raises(SendError, match="no address that can be called") as raised:
        Caller("desk", "http://127.0.0.1:none", {}, lambda: NOW).get(Echo, "/x")
    assert raised.type is SendError


def test_redirect_is_not_followed(server: StandIn) -> None:
    server.fault("redirect")
    with pytest.raises(SendError, match="302"):
        caller(server).send(Echo, "POST", "/x", {})
    assert len(server.requests) == 1


def test_answer_that_drips_for_ever_is_given_up(server: StandIn) -> None:
    server.fault("drip", "drip")
    with pytest.raises(UnknownError, match=r"did not end in 0\.3 s"):
        caller(server, read_s=0.3).send(Echo, "POST", "/x", {})
    with pytest.raises(LaterError):
        caller(server, read_s=0.3).get(Echo, "/x")


def test_oversized_answer_is_not_read_to_its_end(server: StandIn) -> None:
    server.fault("huge", "huge")
    patient = caller(server)
    with pytest.raises(SendError, match="more than 4000000 bytes") as raised:
        patient.get(Echo, "/x")
    assert raised.type is SendError  # it would be as large the next time
    with pytest.raises(UnknownError, match="more than 4000000 bytes"):
        patient.send(Echo, "POST", "/x", {})


def test_connection_that_is_not_taken_in_time_is_for_later() -> None:
    with socket.socket() as full:  # a queue that is full leaves whoever connects waiting
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        held = [socket.socket() for _ in range(4)]
        for one in held:
            one.setblocking(False)
            one.connect_ex(full.getsockname())
        url = f"http://127.0.0.1:{full.getsockname()[1]}"
        with pytest.raises(LaterError, match="reached nobody"):
            Caller("desk", url, {}, lambda: NOW, connect_s=0.2, read_s=0.2).send(Echo, "POST", "/x", {})
        for one in held:
            one.close()


def test_calls_of_many_threads_do_not_disturb_each_other(server: StandIn) -> None:
    one, found = caller(server), []
    threads = [threading.Thread(target=lambda at=at: found.append(one.get(Echo, f"/{at}").path)) for at in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(f"/{at}" for at in range(20))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        ("Fri, 02 Jan 2026 03:05:05 GMT", 60.0),
        ("Fri, 02 Jan 2026 03:00:00 GMT", 0.0),
        ("Fri, 02 Jan 2026 03:05:05", 60.0),
        ("Fri, 02 Jan 2026 05:05:05 +0200", 60.0),
        ("99999999999", 86_400.0),
        ("soon", None),
        ("-5", None),
        ("nan", None),
        ("١٢", None),
        ("Fri, 99 Jan 2026 99:99:99 GMT", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(text: str | None, seconds: float | None) -> None:
    assert seconds_to_wait(text, NOW) == seconds


def test_id_is_one_part_of_a_path() -> None:
    assert (in_path("10"), in_path("a/b?c#d"), in_path("ü")) == ("10", "a%2Fb%3Fc%23d", "%C3%BC")
    assert (in_path("x" * 200), in_path("\ud800")) == ("x" * 200, "%ED%A0%80")
    for wrong in ("", ".", "..", "x" * 201):
        with pytest.raises(ClosedError):
            in_path(wrong)
