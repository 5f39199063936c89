"""A load on the real service while its workers are killed: `python -m tests.agent.web.loading [--deliveries N] …`.

A helpdesk stands in on loopback, the HTTP side is `support serve`, the workers run the real agent with an embedder that costs
nothing. Some deliveries come twice, some out of order, some with a bad signature; in some conversations a person takes over.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
from sqlalchemy import func, select

from agent.web.database import Database, open_database
from agent.web.tables import MESSAGES, OUTBOX
from tests.agent.shop import quick_parts, set_up
from tests.agent.web.stand_ins.base import Said
from tests.agent.web.stand_ins.serving import Answer, Request
from tests.agent.web.stand_ins.standard_webhooks import SECRET, TOKEN, StandardStandIn

QUESTIONS = (
    "Was ORD-99107 delivered?",
    "How long will my refund take to show on my card?",
    "Hello!",
    "What does it cost to send a parcel abroad?",
    "Can I pay with two gift cards?",
    "When was it placed?",
)
SETTINGS = """
[service]
quiet_s = {quiet_s}
lease_s = {lease_s}
most_replies = 100
reconcile_s = 30.0
rate_per_helpdesk = "1000000/second"
rate_per_sender = "1000000/second"
{database}

[helpdesks.shop]
kind = "standard"
secrets = ["{secret}"]
send_url = "{url}/hooks"
conversations_url = "{url}/conversations"
token = "{token}"
"""


@dataclass
class WatchingStandIn(StandardStandIn):
    """Notes what was said to a customer after we were told that a person has the conversation."""

    told: set[str] = field(default_factory=set)
    talked_over: list[str] = field(default_factory=list)

    def answer(self, request: Request) -> Answer:
        answer = super().answer(request)
        conversation = request.path.removeprefix("/conversations/")
        if request.method == "GET" and conversation in self.talks and self.talks[conversation].person:
            self.told.add(conversation)
        return answer

    def say(self, conversation: str, author: Any, text: str, **more: Any) -> Said:
        if author == "bot" and not more.get("private") and conversation in self.told:
            self.talked_over.append(conversation)
        return super().say(conversation, author, text, **more)


@dataclass
class Plan:
    """What is to be delivered, in order: conversation, message, and whether its signature is right."""

    items: list[tuple[str, Said, bool]]


@dataclass
class Workers:
    """Workers that are killed now and then; see `load_worker`."""

    home: Path
    settings: Path
    log: Path
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)
    killed: int = 0

    def start(self, count: int) -> None:
        module = [sys.executable, "-m", "tests.agent.web.load_worker", str(self.home), str(self.settings)]
        for number in range(count):
            with self.log.open("ab") as log:
                self.running.append(subprocess.Popen([*module, str(self.pid_file(number))], stdout=log, stderr=log))

    def pid_file(self, number: int) -> Path:
        return self.settings.with_name(f"worker-{number}.pid")

    def are_up(self) -> bool:
        return all(self.pid_file(number).exists() for number in range(len(self.running)))

    def kill_one(self, chance: random.Random) -> None:
        os.kill(int(self.pid_file(chance.randrange(len(self.running))).read_text()), signal.SIGKILL)
        self.killed += 1

    def stop(self) -> None:
        for one in self.running:
            one.terminate()
        for one in self.running:
            one.wait(60)


def plan_of(desk: StandardStandIn, deliveries: int, conversations: int, chance: random.Random) -> Plan:
    """Deliveries: of all, a tenth come twice, a tenth come early or late, a twentieth are signed wrongly."""
    twice, bad = deliveries // 10, deliveries // 20
    names = [f"c{number}" for number in range(conversations)]
    for name in names:
        desk.talk(name).customer_id = "C-1001"
    items = []
    for number in range(deliveries - twice):
        name = names[number % conversations]
        items.append((name, desk.customer_says(name, chance.choice(QUESTIONS)), True))
    for _ in range(deliveries // 10):
        place = chance.randrange(len(items))
        items.insert(max(0, place - chance.randrange(1, 3 * conversations)), items.pop(place))
    for place in chance.sample(range(len(items)), bad):
        items[place] = (*items[place][:2], False)
    good = [item for item in items if item[2]]
    for item in chance.sample(good, min(twice, len(good))):
        items.insert(min(len(items), items.index(item) + chance.randrange(1, 200)), item)
    return Plan(items)


def deliver(
    desk: StandardStandIn, url: str, plan: Plan, senders: int, per_s: float
) -> tuple[list[float], Counter[int]]:
    """Post everything at a rate, with several senders; seconds of each that was taken, and the answers."""
    took: list[float] = []
    answers: Counter[int] = Counter()
    begun, lock = time.monotonic(), threading.Lock()
    headers: dict[tuple[str, str], tuple[dict[str, str], bytes]] = {}

    def send(first: int) -> None:
        with httpx.Client(timeout=30, trust_env=False) as client:
            for place in range(first, len(plan.items), senders):
                time.sleep(max(0.0, begun + place / per_s - time.monotonic()))
                conversation, said, good = plan.items[place]
                with lock:
                    key = (conversation, said.id)
                    if key not in headers:
                        headers[key] = desk.delivery(conversation, said, datetime.now(UTC))
                    sent, body = headers[key]
                if not good:
                    sent = {**sent, "webhook-signature": "v1,AAAA"}
                while True:
                    at = time.perf_counter()
                    status = client.post(url, headers=sent, content=body).status_code
                    with lock:
                        took.append(time.perf_counter() - at)
                        answers[status] += 1
                    if status != 429:
                        break
                    time.sleep(0.5)

    threads = [threading.Thread(target=send, args=(number,)) for number in range(senders)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return took, answers


def main() -> None:
    """Run the load, print what came of it, and fail where a message was lost, answered twice, or answered over a person."""
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("--deliveries", type=int, default=20_000)
    read.add_argument("--conversations", type=int, default=2_000)
    read.add_argument("--kills", type=int, default=50)
    read.add_argument("--workers", type=int, default=2)
    read.add_argument("--per-second", type=float, default=60.0)
    read.add_argument("--seed", type=int, default=7)
    read.add_argument("--database-url")
    told = read.parse_args()
    with tempfile.TemporaryDirectory() as folder, WatchingStandIn(real_time=False) as desk:
        found = load(Path(folder), desk, told)
    print(json.dumps(found, indent=1))
    sys.exit(1 if found["wrong"] else 0)


def load(folder: Path, desk: WatchingStandIn, told: argparse.Namespace) -> dict[str, Any]:
    """One load on a data folder of its own."""
    chance = random.Random(told.seed)
    home, file = folder / "home", folder / "support.toml"
    set_up(quick_parts(home))
    url_line = f'database_url = "{told.database_url}"' if told.database_url else ""
    file.write_text(
        SETTINGS.format(quiet_s=0.5, lease_s=3.0, secret=SECRET, token=TOKEN, url=desk.url, database=url_line),
        encoding="utf-8",
    )
    plan = plan_of(desk, told.deliveries, told.conversations, chance)
    log = folder / "log"
    print("the shop is set up, and the deliveries are planned", file=sys.stderr)
    workers = Workers(home, file, log)
    with log.open("ab") as out:
        port = free_port()
        serve = [sys.executable, "-c", "from agent.cli.app import main; main()", "serve", "--workers", "0"]
        server = subprocess.Popen(
            [*serve, "--port", str(port), "--home", str(home), "--settings", str(file)], stdout=out, stderr=out
        )
    try:
        wait_until(lambda: is_up(port), 120, log)
        workers.start(told.workers)
        wait_until(workers.are_up, 120, log)
        over, kills = threading.Event(), threading.Thread(target=lambda: None)
        length = len(plan.items) / told.per_second

        def kill() -> None:
            for _ in range(told.kills):
                if over.wait(chance.uniform(0.5, 1.5) * length / max(1, told.kills)):
                    return
                workers.kill_one(chance)

        def take_over() -> None:
            for name in chance.sample(sorted(desk.talks), told.conversations // 20):
                if over.wait(length / (told.conversations // 20)):
                    return
                desk.person_replies(name, "I am at it now.")

        kills = threading.Thread(target=kill)
        people = threading.Thread(target=take_over)
        kills.start()
        people.start()
        begun = time.monotonic()
        took, answers = deliver(desk, f"http://127.0.0.1:{port}/webhooks/shop", plan, 4, told.per_second)
        delivered_s = time.monotonic() - begun
        print(f"delivered in {delivered_s:.0f} s", file=sys.stderr)
        kills.join()
        people.join()
        over.set()
        database = open_database(home, told.database_url)
        wait_until(lambda: is_settled(database), 3_600, log)
        settled_s = time.monotonic() - begun
        found = judged(database, desk, plan)
        database.close()
    finally:
        workers.stop()
        server.terminate()
        server.wait(60)
    cuts = quantiles(took, n=100)
    return {
        "deliveries": len(plan.items),
        "answers": dict(answers),
        "post_p50_ms": round(cuts[49] * 1000, 1),
        "post_p99_ms": round(cuts[98] * 1000, 1),
        "delivered_s": round(delivered_s),
        "settled_s": round(settled_s),
        "kills": workers.killed,
        "tracebacks": log.read_text(encoding="utf-8", errors="replace").count("Traceback"),
        **found,
    }


def judged(database: Database, desk: WatchingStandIn, plan: Plan) -> dict[str, Any]:
    """What must hold of every message, and where it does not."""
    accepted = {said.id for _, said, good in plan.items if good}
    with database.writing() as connection:
        rows = connection.execute(select(MESSAGES)).all()
        replied = select(OUTBOX.c.turn_id, func.count()).where(OUTBOX.c.kind == "reply", OUTBOX.c.state == "sent")
        twice = [turn for turn, count in connection.execute(replied.group_by(OUTBOX.c.turn_id)) if count > 1]
        sent = connection.execute(
            select(func.count()).where(OUTBOX.c.kind == "reply", OUTBOX.c.state == "sent")
        ).scalar_one()
    keys = Counter(reply.key for reply in desk.replies)
    answered = {row.turn_id for row in rows if row.end in ("answered", "asked_back", "declined", "handed_off")}
    wrong = {
        "not known": len(accepted - {row.message_id for row in rows}),
        "twice in the inbox": len(rows) - len({(row.conversation_id, row.message_id) for row in rows}),
        "without an end": sum(row.end is None for row in rows),
        "turns with two replies": len(twice),
        "replies that came twice": sum(count - 1 for count in keys.values()),
        "replies that the outbox does not know": len(desk.replies) - sent,
        "answered, and nothing was said": len(answered) - sent,
        "talked over a person": len(desk.talked_over),
    }
    ends = Counter(row.end for row in rows)
    return {
        "messages": len(rows),
        "ends": dict(ends),
        "replies": len(desk.replies),
        "most tries": max((row.tries for row in rows), default=0),
        "wrong": {what: count for what, count in wrong.items() if count},
    }


def is_settled(database: Database) -> bool:
    """Whether nothing waits any more."""
    with database.writing() as connection:
        is_open = connection.execute(select(MESSAGES.c.id).where(MESSAGES.c.end.is_(None)).limit(1)).first()
        waits = connection.execute(select(OUTBOX.c.key).where(OUTBOX.c.state.in_(("new", "sending"))).limit(1)).first()
    return is_open is None and waits is None


def is_up(port: int) -> bool:
    """Whether the HTTP side answers."""
    try:
        return httpx.get(f"http://127.0.0.1:{port}/readyz", trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


def free_port() -> int:
    """A port that nobody listens on now."""
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_until(happened: Any, within_s: float, log: Path) -> None:
    """Wait for something.

    Raises:
        TimeoutError: it did not happen; what the processes said last is told.
    """
    until = time.monotonic() + within_s
    while not happened():
        if time.monotonic() > until:
            raise TimeoutError(log.read_text(encoding="utf-8", errors="replace")[-3_000:])
        time.sleep(0.5)


if __name__ == "__main__":
    main()
