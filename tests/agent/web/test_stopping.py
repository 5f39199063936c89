"""The real command, told to stop while it starts: it ends, says so by its status, and leaves no worker behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.agent.shop import copied_home
from tests.agent.web.stand_ins.base import wait_for

SETTINGS = """
[service]
port = 0
[helpdesks.shop]
kind = "standard"
secrets = ["whsec_c3VwcG9ydC1zdXBwb3J0LXN1cHBvcnQtMDE="]
send_url = "http://127.0.0.1:9/hooks"
"""
ALIVE_S = 60.0


@pytest.fixture
def home(quick_home: Path, tmp_path: Path) -> Path:
    return copied_home(quick_home, tmp_path / "home")


@contextmanager
def starting(home: Path) -> Iterator[tuple[subprocess.Popen[bytes], Callable[[], bool]]]:
    """A `support serve` that has just been started, and whether it has said that it listens."""
    file, log = home.with_name("support.toml"), home.with_name("log")
    file.write_text(SETTINGS, encoding="utf-8")
    run = [sys.executable, "-c", "from agent.cli.app import main; main()", "serve"]
    with log.open("wb") as out:
        process = subprocess.Popen([*run, "--home", str(home), "--settings", str(file)], stdout=out, stderr=out)
    try:
        yield process, lambda: "Listening on" in log.read_text("utf-8")
    finally:
        process.kill()
        process.wait()
        for pid in running_on(home):
            os.kill(pid, signal.SIGKILL)


def running_on(home: Path) -> list[int]:
    """Processes that were started with a data folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().split(b"\0")
        except OSError:  # it has ended meanwhile
            continue
        if str(home).encode() in words:
            found.append(int(entry.parent.name))
    return found


@pytest.mark.parametrize(
    ("stop", "after_s"),
    [
        (signal.SIGTERM, 0.0),
        (signal.SIGTERM, 0.2),
        (signal.SIGTERM, 0.6),
        (signal.SIGTERM, 1.5),
        (signal.SIGINT, 0.0),
        (signal.SIGINT, 0.6),
    ],
)
def test_signal_that_comes_once_it_listens_is_heard(home: Path, stop: signal.Signals, after_s: float) -> None:
    with starting(home) as (process, listens):
        assert wait_for(listens, ALIVE_S)
        time.sleep(after_s)
        process.send_signal(stop)
        assert process.wait(ALIVE_S) == 0
        assert running_on(home) == []


@pytest.mark.parametrize("after_s", [0.0, 0.4, 1.0])
def test_signal_that_comes_before_it_listens_ends_it(home: Path, after_s: float) -> None:
    with starting(home) as (process, listens):
        time.sleep(after_s)
        process.send_signal(signal.SIGTERM)
        status = process.wait(ALIVE_S)
        assert status == 0 if listens() else status in (0, -signal.SIGTERM)
        assert running_on(home) == []
