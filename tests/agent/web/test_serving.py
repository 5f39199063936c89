"""The real command: it listens, answers through a worker, and ends with its workers when told to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from agent.errors import SettingsError
from agent.web.serving import listen
from tests.agent.web.stand_ins.base import wait_for
from tests.agent.web.stand_ins.standard_webhooks import SECRET, TOKEN, StandardStandIn

SCRAPER = "what-prometheus-shows"
SETTINGS = """
[service]
quiet_s = 0.1
port = {port}
metrics_token = "{scraper}"
[helpdesks.shop]
kind = "standard"
secrets = ["{secret}"]
token = "{token}"
send_url = "{url}/hooks"
conversations_url = "{url}/conversations"
"""


@dataclass
class Serving:
    """A running `support serve`."""

    process: subprocess.Popen[bytes]
    url: str
    log: Path

    def workers(self) -> list[int]:
        found = subprocess.run(
            ["ps", "--no-headers", "-o", "pid", "--ppid", str(self.process.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(line) for line in found.stdout.split() if int(line) != self.process.pid]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def desk() -> Iterator[StandardStandIn]:
    with StandardStandIn() as found:
        yield found


@pytest.fixture
def serving(tmp_path: Path, desk: StandardStandIn) -> Iterator[Serving]:
    port, file, log = free_port(), tmp_path / "support.toml", tmp_path / "log"
    file.write_text(
        SETTINGS.format(port=port, secret=SECRET, token=TOKEN, scraper=SCRAPER, url=desk.url), encoding="utf-8"
    )
    run = [sys.executable, "-c", "from agent.cli.app import main; main()", "serve"]
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*run, "--home", str(tmp_path / "home"), "--settings", str(file)], stdout=out, stderr=out
        )
    found = Serving(process, f"http://127.0.0.1:{port}", log)
    assert wait_for(lambda: is_up(found), 120), log.read_text("utf-8")
    yield found
    workers = found.workers()
    process.kill()
    process.wait()
    for pid in workers:
        os.kill(pid, signal.SIGKILL)


def test_service_answers_survives_a_killed_worker_and_ends_with_its_workers(
    serving: Serving, desk: StandardStandIn
) -> None:
    hook = f"{serving.url}/webhooks/shop"
    desk.talk("c1").customer_id = "C-1001"
    desk.deliver(hook, "c1", desk.customer_says("c1", "Was ORD-99107 delivered?"), times=2)
    assert wait_for(lambda: len(desk.replies) == 1, 120), serving.log.read_text("utf-8")
    assert desk.replies[0].text == "Order ORD-99107 was delivered on 2026-11-21."
    metrics, token = f"{serving.url}/metrics", {"authorization": f"Bearer {SCRAPER}"}
    assert httpx.get(metrics, trust_env=False).status_code == 401
    assert 'support_messages{end="answered"} 1.0' in httpx.get(metrics, headers=token, trust_env=False).text

    (worker,) = serving.workers()
    os.kill(worker, signal.SIGKILL)
    desk.talk("c2").customer_id = "C-1001"
    desk.deliver(hook, "c2", desk.customer_says("c2", "Was ORD-99107 delivered?"))
    assert wait_for(lambda: len(desk.replies) == 2, 120), serving.log.read_text("utf-8")

    workers = serving.workers()
    serving.process.send_signal(signal.SIGTERM)
    assert serving.process.wait(60) == 0
    assert workers
    assert not any(map(is_alive, workers))
    assert "ORD-99107" not in serving.log.read_text("utf-8").split("Listening", 1)[1]


def test_address_that_is_taken_is_told_and_another_is_found() -> None:
    with listen("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
        assert port > 0
        with pytest.raises(SettingsError, match=rf"127\.0\.0\.1:{port} cannot be listened on \(Address already in use"):
            listen("127.0.0.1", port)
    with pytest.raises(SettingsError, match="cannot be listened on"):
        listen("192.0.2.1", 0)


def is_up(serving: Serving) -> bool:
    try:
        return httpx.get(f"{serving.url}/readyz", trust_env=False).status_code == 200
    except httpx.TransportError:
        time.sleep(0.1)
        return False


def free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
