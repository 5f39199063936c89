"""Messages a second as the service grows: `python -m evals.bench_growing [--database-url URL --chroma-url URL] [--messages N] [--json]`.

One worker and two on a data folder, and two on PostgreSQL and a Chroma server where their URLs are given (the README says how
they are started), by turns; all messages are there at once, each a conversation of its own, and the rate is that at which the
replies arrive at a helpdesk on loopback. Real models. The ratio is to one worker in the same round. The shop's tables on the
server are made and filled by it: give it a database of its own.
"""

from __future__ import annotations

import json
import tempfile
import time
import uuid
from pathlib import Path
from statistics import median
from typing import Annotated

import typer

from evals.bench_desk import QUESTIONS, Desk, serving
from evals.tables import console, table
from knowledge.types import Value

ONE, TWO, GROWN = "one worker, data folder", "two workers, data folder", "two workers, PostgreSQL and Chroma server"


class Throughput(Value):
    """Of one way to run the service."""

    name: str
    per_s: list[float]
    """Replies a second, a number each round."""
    ratios: list[float]
    """To one worker in the same round."""


def main(
    messages: Annotated[int, typer.Option(min=10, metavar="N", help="Messages each time.")] = 120,
    rounds: Annotated[int, typer.Option(min=1, metavar="N", help="Rounds; the median is shown.")] = 3,
    database_url: Annotated[str, typer.Option(metavar="URL", help="Of an empty PostgreSQL database.")] = "",
    chroma_url: Annotated[str, typer.Option(metavar="URL", help="Of a Chroma server.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Measure the service's throughput. Exit status: 0 measured."""
    ways = {ONE: ("workers = 1", ""), TWO: ("workers = 2", "")}
    if database_url and chroma_url:
        service = f'workers = 2\ndatabase_url = "{database_url}"'
        ways[GROWN] = (service, f'[knowledge]\nchroma_url = "{chroma_url}"')
    rates: dict[str, list[float]] = {name: [] for name in ways}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            for name, (service, more) in ways.items():
                typer.echo(f"round {number + 1} of {rounds}: {name}", err=True)
                own = Path(folder) / name.replace(" ", "-")
                own.mkdir(exist_ok=True)
                rates[name].append(_rate(own, messages, service, more))
    found = [Throughput(name=name, per_s=held, ratios=_ratios(held, rates[ONE])) for name, held in rates.items()]
    if as_json:
        typer.echo(json.dumps([one.model_dump() for one in found]))
    else:
        _print(found)


def _rate(folder: Path, messages: int, service: str, more: str) -> float:
    """Replies a second, from the first POST to the last reply."""
    desk = Desk()
    with serving(folder, desk, service=service, more=more) as url:
        begin = time.perf_counter()
        names = [f"grown-{uuid.uuid4().hex}" for _ in range(messages)]
        for number, name in enumerate(names):
            desk.post(url, name, QUESTIONS[number % len(QUESTIONS)])
        for name in names:
            desk.wait_for(name)
        spent = max(desk.arrived[name] for name in names) - begin
    desk.server.shutdown()
    return messages / spent


def _ratios(held: list[float], alone: list[float]) -> list[float]:
    return [one / other for one, other in zip(held, alone, strict=True)]


def _print(found: list[Throughput]) -> None:
    head = ("replies a second", "lowest", "highest", "ratio to one worker", "lowest", "highest")
    console().print(
        table(
            head,
            {
                one.name: [
                    *(f"{value:.2f}" for value in (median(one.per_s), min(one.per_s), max(one.per_s))),
                    *(f"{value:.2f}" for value in (median(one.ratios), min(one.ratios), max(one.ratios))),
                ]
                for one in found
            },
        )
    )


if __name__ == "__main__":
    typer.run(main)
