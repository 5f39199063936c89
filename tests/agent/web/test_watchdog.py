"""A process in which a turn hangs ends, and so does a message that ends every process: a person gets both.

The workers are real processes and ask a chat model over a real socket, at which somebody listens and never says a word.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.build import Parts
from agent.errors import DeadlineError, StoreError
from agent.handoff import NOTICES
from agent.settings import load_settings
from agent.state import NewTurn
from agent.turn_clock import TurnClock
from agent.web.envelope import Delivery
from agent.web.opening import open_service
from agent.web.watchdog import STATUS, Watchdog, hangs_after
from tests.agent.shop import BANK_QUESTION
from tests.agent.test_turn_clock import new
from tests.agent.web.desk import message, small_service
from tests.agent.web.stand_ins.base import wait_for
from tests.agent.web.stand_ins.standard_webhooks import SECRET, TOKEN, StandardStandIn

SETTINGS = """
[service]
quiet_s = 0.0
lease_s = 1.0
reconcile_s = 0
turn_s = {turn_s}
[drafting]
drafter = "openai:silent"
base_url = "{model}"
timeout_s = 600
deadline_s = 600
max_retries = 0
[helpdesks.shop]
kind = "standard"
secrets = ["{secret}"]
token = "{token}"
send_url = "{url}/hooks"
conversations_url = "{url}/conversations"
"""


@dataclass
class Ends:
    """Stands for the end of the process, and says that it came."""

    statuses: list[int] = field(default_factory=list)
    came: threading.Event = field(default_factory=threading.Event)

    def __call__(self, status: int) -> None:
        self.statuses.append(status)
        self.came.set()


def hung(hand_over: Callable[[NewTurn, Exception], object], give_back: Callable[[], object]) -> list[int]:
    """How a process ends in which a turn has hung."""
    clock, ends = TurnClock(), Ends()
    with clock.running(new()), Watchdog(clock, 0.1, hand_over, give_back, ends).watching():
        assert ends.came.wait(30)
    return ends.statuses


def test_process_ends_after_the_turn_was_handed_over_and_its_conversation_given_back() -> None:
    done: list[str] = []

    def hand_over(turn: NewTurn, error: Exception) -> None:
        assert isinstance(error, DeadlineError)
        done.append(turn["turn_id"])

    assert hung(hand_over, lambda: done.append("given back")) == [STATUS]
    assert done == ["t1", "given back"]


def test_process_ends_although_nothing_can_be_recorded() -> None:
    def fails(*told: object) -> None:
        raise StoreError("the disk is full")

    assert hung(fails, fails) == [STATUS]


def test_process_in_which_no_turn_hangs_goes_on() -> None:
    clock, ends = TurnClock(), Ends()
    with clock.running(new()), Watchdog(clock, 60.0, print, print, ends).watching():
        assert not ends.came.wait(1.2)
    assert hangs_after(60.0) == 125.0


def test_conversation_of_a_process_that_ends_is_free_at_once(tmp_path: Path) -> None:
    service = small_service(tmp_path)
    service.take(message(number=1, conversation_id="c1"), message(number=1, conversation_id="c2"))
    service.clock.pass_(5)
    one, other = service.worker("one"), service.worker("other")
    held, kept = one.leases.claim(), other.leases.claim()
    assert held is not None
    assert other.leases.claim() is None
    one.leases.drop()
    again = other.leases.claim()
    assert again is not None
    assert (again.conversation_id, again.number) == (held.conversation_id, held.number + 1)
    assert kept is not None
    assert one.leases.claim() is None
    service.database.close()


@dataclass
class Silent:
    """A server that takes connections and says nothing."""

    bound: socket.socket
    called: int = 0
    on_call: Callable[[], None] = lambda: None
    held: list[socket.socket] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.bound.getsockname()[1]}/v1"

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self.bound.accept()
            except OSError:  # it is over
                return
            self.held.append(connection)
            connection.recv(1)  # the request has begun
            self.called += 1
            self.on_call()


@contextmanager
def silent() -> Iterator[Silent]:
    with socket.create_server(("127.0.0.1", 0)) as bound:
        found = Silent(bound)
        thread = threading.Thread(target=found.serve, daemon=True)
        thread.start()
        yield found
        bound.shutdown(socket.SHUT_RDWR)
        thread.join()
        for one in found.held:
            one.close()


@pytest.fixture
def model() -> Iterator[Silent]:
    with silent() as found:
        yield found


@pytest.fixture
def desk() -> Iterator[StandardStandIn]:
    with StandardStandIn(real_time=True) as found:
        yield found


@contextmanager
def working(parts: Parts, model: Silent, desk: StandardStandIn, pid_file: Path, turn_s: float) -> Iterator[None]:
    """Worker processes one after the other, and a message in the inbox; the file has the process id of the newest."""
    home = parts.settings.home
    file = home.with_name("support.toml")
    told = {"turn_s": turn_s, "model": model.url, "secret": SECRET, "token": TOKEN, "url": desk.url}
    file.write_text(SETTINGS.format(**told), encoding="utf-8")
    service = open_service(load_settings(file, {"SUPPORT_HOME": str(home)}))
    headers, body = desk.delivery("c1", desk.customer_says("c1", BANK_QUESTION), datetime.now(UTC))
    sent = {name.lower(): value for name, value in headers.items()}
    assert service.taker.take("shop", Delivery(headers=sent, body=body)).new == 1
    service.database.close()
    command = [sys.executable, "-m", "tests.agent.web.load_worker", str(home), str(file), str(pid_file)]
    workers = subprocess.Popen(command, cwd=Path(__file__).parents[3], env=os.environ | {"OPENAI_API_KEY": "none"})
    try:
        yield
    finally:
        workers.terminate()
        workers.wait(60)


def test_stage_that_hangs_ends_in_a_handoff_after_one_hang(quick: Parts, model: Silent, desk: StandardStandIn) -> None:
    pid_file = quick.settings.home.with_name("pid")
    with working(quick, model, desk, pid_file, turn_s=4.0):
        assert wait_for(pid_file.exists, 60)
        first = pid_file.read_text()
        assert wait_for(lambda: desk.taken_over == [("c1", "deadline")], 120)
        assert pid_file.read_text() != first
    assert [one.text for one in desk.replies] == [NOTICES["deadline"]]
    assert len(desk.notes) == 1
    assert model.called == 1
    (turn,) = quick.ledger.recent(9)
    assert (turn["outcome"], turn["handoff"], turn["question"]) == ("handed_off", "deadline", BANK_QUESTION)


def test_message_that_ends_every_process_goes_to_a_person_after_five(
    quick: Parts, model: Silent, desk: StandardStandIn
) -> None:
    pid_file = quick.settings.home.with_name("pid")
    model.on_call = lambda: os.kill(int(pid_file.read_text()), signal.SIGKILL)
    with working(quick, model, desk, pid_file, turn_s=60.0):
        assert wait_for(lambda: desk.taken_over == [("c1", "failure")], 180)
    assert [one.text for one in desk.replies] == [NOTICES["failure"]]
    assert BANK_QUESTION in desk.notes[0].text
    assert model.called == 5
