"""What the service adds to a turn: `python -m evals.bench_service [--messages N] [--json]`.

`support serve` with one worker and the real models, a helpdesk on loopback that signs deliveries and notes when each reply
arrives. First one message at a time; then messages at random moments, at four fifths of the rate that one at a time came to.
The time of a turn is that of its stages in the ledger; the quiet period is switched off.
"""

from __future__ import annotations

import json
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median, quantiles
from typing import Annotated, Any

import typer
from pydantic import SecretStr

from agent.stores import Stores
from agent.web.helpdesks.standard_webhooks import signature
from evals.tables import console, table
from knowledge.types import Value

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
[helpdesks.shop]
kind = "standard"
secrets = ["{secret}"]
send_url = "http://127.0.0.1:{desk}/hooks"
"""
LOAD = 0.8
WAIT_S = 120.0


class ServiceFigures(Value):
    """Messages at one load."""

    name: str
    messages: int
    per_s: float
    arrived_p50_s: float
    """From the POST of a message to the arrival of its reply."""
    arrived_p95_s: float
    turn_p50_s: float
    turn_p95_s: float
    taken_p50_ms: float
    """Until the POST was answered with 2xx."""
    taken_p99_ms: float


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


def main(
    messages: Annotated[int, typer.Option(min=10, metavar="N", help="Messages at each load.")] = 60,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Measure the way of a message. Exit status: 0 measured."""
    with tempfile.TemporaryDirectory() as name:
        found = measured(Path(name), messages)
    if as_json:
        typer.echo(json.dumps([one.model_dump() for one in found]))
    else:
        _print(found)


def measured(folder: Path, messages: int) -> list[ServiceFigures]:
    """The figures without and under load, of one service on a data folder of its own."""
    desk, port = Desk(), _free_port()
    settings, home = folder / "support.toml", folder / "home"
    settings.write_text(
        SETTINGS.format(port=port, desk=desk.server.server_port, secret=SECRET.get_secret_value()), encoding="utf-8"
    )
    run = [sys.executable, "-c", "from agent.cli.app import main; main()", "serve"]
    with (folder / "log").open("wb") as log:
        serve = subprocess.Popen([*run, "--home", str(home), "--settings", str(settings)], stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}/webhooks/shop"
    try:
        _wait_until_up(port, serve)
        for number, question in enumerate(QUESTIONS * 2):  # the models are loaded, the articles read
            desk.post(url, f"warm-{number}", question)
            desk.wait_for(f"warm-{number}")
        alone = _held(desk, url, home, "one at a time", messages, 0.0)
        loaded = _held(desk, url, home, f"at {LOAD:.0%} load", messages, LOAD * alone.per_s)
    finally:
        serve.send_signal(signal.SIGTERM)
        serve.wait(60)
        desk.server.shutdown()
    return [alone, loaded]


def _held(desk: Desk, url: str, home: Path, name: str, messages: int, per_s: float) -> ServiceFigures:
    """Messages one after the other, or at random moments at a rate."""
    chance, posted, taken = random.Random(7), {}, []
    begin = time.perf_counter()
    for number in range(messages):
        conversation = f"{name}-{number}"
        posted[conversation], took = desk.post(url, conversation, QUESTIONS[number % len(QUESTIONS)])
        taken.append(took * 1000)
        if per_s:
            time.sleep(chance.expovariate(per_s))
        else:
            desk.wait_for(conversation)
    for conversation in posted:
        desk.wait_for(conversation)
    spent = time.perf_counter() - begin
    waits = [desk.arrived[conversation] - at for conversation, at in posted.items()]
    turns = _turns(home, set(posted))
    return ServiceFigures(
        name=name,
        messages=messages,
        per_s=messages / spent,
        arrived_p50_s=median(waits),
        arrived_p95_s=quantiles(waits, n=20)[18],
        turn_p50_s=median(turns),
        turn_p95_s=quantiles(turns, n=20)[18],
        taken_p50_ms=median(taken),
        taken_p99_ms=quantiles(taken, n=100)[98],
    )


def _turns(home: Path, conversations: set[str]) -> list[float]:
    """Seconds of the stages of these conversations' turns."""
    ledger = Stores(home).ledger
    ids = [row["turn_id"] for row in ledger.recent(100_000) if row["conversation_id"].split(":", 1)[1] in conversations]
    return [sum(ledger.turn(turn_id).timings_ms.values()) / 1000 for turn_id in ids]


def _wait_until_up(port: int, serve: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + WAIT_S
    while serve.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
    raise TimeoutError("the service did not start")


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _print(found: list[ServiceFigures]) -> None:
    head = ("messages", "per s", "reply p50", "p95", "turn p50", "p95", "reply ÷ turn", "2xx p50", "2xx p99")
    console().print(table(head, {f"{one.name} ×{one.messages}": _cells(one) for one in found}))


def _cells(one: ServiceFigures) -> list[str]:
    seconds = (one.arrived_p50_s, one.arrived_p95_s, one.turn_p50_s, one.turn_p95_s)
    ratio = one.arrived_p50_s / one.turn_p50_s
    taken = (one.taken_p50_ms, one.taken_p99_ms)
    return [
        f"{one.per_s:.2f}",
        *(f"{found:.2f} s" for found in seconds),
        f"{ratio:.2f}",
        *(f"{ms:.0f} ms" for ms in taken),
    ]


if __name__ == "__main__":
    typer.run(main)
