"""A shop's own service, small and real: it carries out each key once, and fails in the ways a service fails."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

DONE = {"outcome": "done", "detail": "", "money_back": []}


@dataclass
class Shop:
    """What the service did, and how it is to fail: one entry a POST, from the front; well-behaved when they are used up."""

    faults: list[str] = field(default_factory=list)
    lookup_faults: list[str] = field(default_factory=list)
    late_s: float = 1.0
    done: dict[str, dict[str, Any]] = field(default_factory=dict)
    effects: list[str] = field(default_factory=list)
    requests: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    port: int = 0
    lock: Lock = field(default_factory=Lock)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/shop"

    def carry_out(self, key: str, result: dict[str, Any] | None = None) -> dict[str, Any]:
        with self.lock:
            if key not in self.done:
                self.done[key] = result or DONE
                self.effects.append(key)
            return self.done[key]


class _Handler(BaseHTTPRequestHandler):
    shop: Shop

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        shop, key = self.shop, self.headers["Idempotency-Key"].strip('"')
        shop.requests.append(("POST", self.path, dict(self.headers), body))
        fault = shop.faults.pop(0) if shop.faults else ""
        match fault:
            case "late after doing":
                shop.carry_out(key)
                time.sleep(shop.late_s)
                self._answer(200, b"{}")
            case "late before doing":
                time.sleep(shop.late_s)
                shop.carry_out(key)
                self._answer(200, b"{}")
            case "500 after doing":
                shop.carry_out(key)
                self._answer(500, b"oops")
            case "500 before doing" | "503":
                self._answer(503 if fault == "503" else 500, b"oops")
            case "rubbish after doing":
                shop.carry_out(key)
                self._answer(200, b"<html>all good</html>")
            case "dropped after doing":
                shop.carry_out(key)
                self.close_connection = True
                self.connection.close()
            case "refuses":
                self._answer(422, json.dumps({"outcome": "refused", "detail": "It has been packed."}).encode())
            case "401":
                self._answer(401, b"{}")
            case "says done with 422":
                self._answer(422, json.dumps(DONE).encode())
            case _:
                self._answer(200, json.dumps(shop.carry_out(key)).encode())

    def do_GET(self) -> None:
        shop = self.shop
        shop.requests.append(("GET", self.path, dict(self.headers), b""))
        if shop.lookup_faults:
            shop.lookup_faults.pop(0)
            self._answer(500, b"oops")
            return
        found = shop.done.get(self.path.rsplit("/", 1)[-1])
        self._answer(200 if found else 404, json.dumps(found or {}).encode())

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def handle(self) -> None:
        try:
            super().handle()
        except (ConnectionError, OSError):
            self.close_connection = True

    def finish(self) -> None:
        try:
            super().finish()
        except (ConnectionError, OSError, ValueError):
            self.close_connection = True


@contextmanager
def running(shop: Shop) -> Iterator[Shop]:
    """The service on a port of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"shop": shop}))
    server.daemon_threads = True
    shop.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield shop
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
