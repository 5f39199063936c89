"""The HTTP server below a stand-in: it hands calls on, and fails where it is told to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, Protocol
from urllib.parse import parse_qsl, unquote, urlsplit

Fault = Literal[
    "401",
    "403",
    "404",
    "409",
    "410",
    "422",
    "423",
    "429",
    "500",
    "503",
    "hang",
    "slow",
    "dropped",
    "accepted then hang",
    "accepted then dropped",
    "accepted then 500",
    "rubbish",
    "huge",
    "redirect",
    "drip",
]


@dataclass(frozen=True)
class Request:
    """A call of the API."""

    method: str
    path: str
    query: dict[str, str]
    headers: Mapping[str, str]
    body: bytes
    target: str = ""
    """Path and query as they were sent."""

    @property
    def json(self) -> Any:
        return json.loads(self.body or b"{}")


Answer = tuple[int, Any]


class Serves(Protocol):
    """What answers the calls."""

    hang_s: float
    slow_s: float

    def next_fault(self, request: Request) -> Fault | None: ...

    def handled(self, request: Request) -> Answer: ...

    def pause(self, seconds: float) -> bool: ...


class DeskServer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256
    desk: Serves

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up is what is rehearsed."""


class Handler(BaseHTTPRequestHandler):
    server: DeskServer

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the requests are kept."""

    def _serve(self) -> None:
        parts = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, unquote(parts.path), dict(parse_qsl(parts.query)), headers, body, self.path)
        desk = self.server.desk
        fault = desk.next_fault(request)
        if fault is None:
            return self._send(*desk.handled(request))
        if fault.startswith("accepted"):
            desk.handled(request)
        return self._fail(fault.removeprefix("accepted then "))

    do_GET = do_POST = do_PUT = do_PATCH = _serve  # noqa: N815

    def _fail(self, fault: str) -> None:
        desk = self.server.desk
        match fault:
            case "hang":
                desk.pause(desk.hang_s)
            case "slow":
                desk.pause(desk.slow_s)
                self._send(503, {})
            case "dropped":
                self.close_connection = True
            case "rubbish":
                self._bytes(200, b"<html>all is well</html>")
            case "huge":
                self._bytes(200, b'{"a":"' + b"x" * 4_100_000 + b'"}')
            case "redirect":
                self._bytes(302, b"", {"Location": "http://127.0.0.1:9/elsewhere"})
            case "drip":
                self._drip()
            case "429":
                self._bytes(429, b"{}", {"Retry-After": "7"})
            case _:
                self._send(int(fault), {"error": fault})

    def _drip(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        while not self.server.desk.pause(0.05):
            self.wfile.write(b" ")
            self.wfile.flush()

    def _send(self, status: int, content: Any) -> None:
        self._bytes(status, json.dumps(content).encode())

    def _bytes(self, status: int, content: bytes, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
