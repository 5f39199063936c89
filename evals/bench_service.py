"""What the service adds to a turn: `python -m evals.bench_service [--messages N] [--json]`.

`support serve` with one worker and the real models, a helpdesk on loopback that signs deliveries and notes when each reply
arrives. First one message at a time; then messages at random moments, at four fifths of the rate that one at a time came to.
The time of a turn is that of its stages in the ledger; the quiet period is switched off.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Annotated

import typer

from agent.stores import Stores
from evals.bench_desk import QUESTIONS, Desk, serving
from evals.tables import console, table
from knowledge.types import Value

LOAD = 0.8


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
    desk = Desk()
    with serving(folder, desk) as url:
        alone = _held(desk, url, folder / "home", "one at a time", messages, 0.0)
        loaded = _held(desk, url, folder / "home", f"at {LOAD:.0%} load", messages, LOAD * alone.per_s)
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
