"""A helpdesk on loopback for benchmarks of the service, and the service as a process of its own."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from agent.web.helpdesks.standard_webhooks import signature

SECRET = SecretStr("whsec_YmVuY2gtc2VjcmV0LWJlbmNoLXNlY3JldC0wMQ==")
QUESTIONS = (
    "How long will my refund take to show on my card?",
    "Was ORD-99107 delivered?",
    "What does it cost to send a parcel abroad?",
    "Can I pay with two gift cards?",
)
SETTINGS = """
[service]
quiet_s = 0.0
port = {port}
{service}
[helpdesks.shop]
kind = "standard"
secrets = ["{secret}"]
send_url = "http://127.0.0.1:{desk}/hooks"
{more}
"""
WAIT_S = 120.0


@dataclass
class Desk:
    """Signs deliveries, and notes when replies arrive."""

    arrived: dict[str, float] = field(default_factory=dict)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def __post_init__(self) -> None:
        desk = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                event = json.loads(self.rfile.read(int(self.headers["content-length"])))
                if event["type"] == "reply.created":
                    with desk.changed:
                        desk.arrived[event["data"]["conversation_id"]] = time.perf_counter()
                        desk.changed.notify_all()
                self.send_response(200)
                self.send_header("content-length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing is printed."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def post(self, url: str, conversation: str, text: str) -> tuple[float, float]:
        """When a message was posted, and how long the answer took, in seconds."""
        data = {"conversation_id": conversation, "message_id": uuid.uuid4().hex, "author": "customer", "text": text}
        body = json.dumps({"type": "message.created", "data": data | {"customer_id": "C-1001"}})
        delivery, now = uuid.uuid4().hex, int(time.time())
        signed = {"webhook-id": delivery, "webhook-timestamp": str(now)}
        signed["webhook-signature"] = signature(SECRET, delivery, now, body)
        begin = time.perf_counter()
        with urllib.request.urlopen(urllib.request.Request(url, body.encode(), signed), timeout=30):
            return begin, time.perf_counter() - begin

    def wait_for(self, conversation: str) -> None:
        """Wait for the reply.

        Raises:
            TimeoutError: none came.
        """
        with self.changed:
            if not self.changed.wait_for(lambda: conversation in self.arrived, WAIT_S):
                raise TimeoutError(f"no reply within {WAIT_S:g} s")


@contextmanager
def serving(folder: Path, desk: Desk, *, service: str = "", more: str = "") -> Iterator[str]:
    """The address of the webhook of a service with a data folder of its own, warm; `service` and `more` are lines of its settings.

    Raises:
        TimeoutError: it does not start.
    """
    settings, port = folder / "support.toml", _free_port()
    text = SETTINGS.format(
        port=port, desk=desk.server.server_port, secret=SECRET.get_secret_value(), service=service, more=more
    )
    settings.write_text(text, encoding="utf-8")
    run = [sys.executable, "-c", "from agent.cli.app import main; main()", "serve"]
    with (folder / "log").open("wb") as log:
        serve = subprocess.Popen(
            [*run, "--home", str(folder / "home"), "--settings", str(settings)], stdout=log, stderr=log
        )
    url = f"http://127.0.0.1:{port}/webhooks/shop"
    try:
        _wait_until_up(port, serve, folder / "log")
        for number, question in enumerate(QUESTIONS * 4):  # the models are loaded, the articles read, by every worker
            name = f"warm-{uuid.uuid4().hex}"
            desk.post(url, name, question)
            if number % 2:
                desk.wait_for(name)
        yield url
    finally:
        serve.send_signal(signal.SIGTERM)
        serve.wait(60)


def _wait_until_up(port: int, serve: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + WAIT_S
    while serve.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
    said = log.read_text("utf-8", "replace").splitlines()[-1:]
    raise TimeoutError(f"the service did not start: {' '.join(said)}")


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
