"""What a turn costs beside its models: `python -m evals.bench_turns [--rounds N] [--json]`.

A scripted conversation of the sample shop is held again and again. A turn's overhead is its wall time less the forward
passes inside it: reading, searching, packing, checking, deciding, storing, with the record forced to the disk.
"""

from __future__ import annotations

import json
import tempfile
import time
import uuid
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Annotated

import typer

from evals.tables import console, table
from evals.timing import forward_clock
from knowledge.types import Value

if TYPE_CHECKING:
    from agent.agent import Agent

CUSTOMER = "C-1001"
LINES = (
    "Hello!",
    "How long will my refund take to show on my card?",
    "And with PayPal?",
    "Was ORD-99107 delivered?",
    "When was it placed?",
    "Where is ORD-12345?",
    "What does it cost to send a parcel abroad?",
    "My plant arrived broken, what can I do?",
    "Can I pay with two gift cards?",
    "Which orders have I made?",
    "Do you sell aircraft engines?",
    "Thanks, goodbye!",
)
WARMING = 1
"""Conversations before the first that counts."""


class TimedTurn(Value):
    """One turn."""

    say: str
    wall_ms: float
    forward_ms: float
    stages_ms: dict[str, float]
    """What is not the models', by the stage that ends it; `after` is what follows, the saving of the conversation's state."""

    @property
    def own_ms(self) -> float:
        """What is not the models'."""
        return self.wall_ms - self.forward_ms


class TurnFigures(Value):
    """Turns together, or those of one line."""

    name: str
    turns: int
    wall_p50_ms: float
    forward_p50_ms: float
    own_p50_ms: float
    own_p95_ms: float
    stages_p50_ms: dict[str, float]
    """The middle of what is not the models', by stage."""


def main(
    rounds: Annotated[int, typer.Option(min=2, metavar="N", help="Conversations that count.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Measure turns on the sample shop. Exit status: 0 measured."""
    with tempfile.TemporaryDirectory() as name:
        turns = timed_turns(Path(name), rounds)
    found = [figures("all turns", turns)] + [figures(line, [t for t in turns if t.say == line]) for line in LINES]
    if as_json:
        typer.echo(json.dumps([one.model_dump() for one in found]))
    else:
        _print(found)


def timed_turns(home: Path, rounds: int) -> list[TimedTurn]:
    """Every turn of every conversation but the first, which warms up."""
    from agent.build import open_agent, open_parts
    from agent.settings import Settings
    from knowledge.sample import articles_folder, orders_file

    parts = open_parts(Settings(home=home))
    parts.syncer.sync(articles_folder())
    parts.orders.load(orders_file())
    parts.knowledge.prepare()
    agent, found = open_agent(parts), []
    try:
        for number in range(WARMING + rounds):
            conversation = uuid.uuid4().hex
            told = [timed_turn(agent, line, conversation) for line in LINES]
            found += told if number >= WARMING else []
    finally:
        agent.close()
    return found


def timed_turn(agent: Agent, line: str, conversation: str) -> TimedTurn:
    """One turn, taken apart as its stages end."""
    with forward_clock() as spent:
        begin = time.perf_counter()
        marks = [("", 0.0)]

        def own_ms() -> float:
            return (time.perf_counter() - begin) * 1000 - sum(spent)

        agent.ask(
            line,
            conversation_id=conversation,
            customer_id=CUSTOMER,
            on_stage=lambda stage: marks.append((stage, own_ms())),
        )
        marks.append(("after", own_ms()))
        wall = (time.perf_counter() - begin) * 1000
    stages = {name: at - before for (_, before), (name, at) in pairwise(marks)}
    return TimedTurn(say=line, wall_ms=wall, forward_ms=sum(spent), stages_ms=stages)


def figures(name: str, turns: Sequence[TimedTurn]) -> TurnFigures:
    """The middle and the 95th percentile of some turns."""
    own = [turn.own_ms for turn in turns]
    stages = dict.fromkeys(stage for turn in turns for stage in turn.stages_ms)
    return TurnFigures(
        name=name,
        turns=len(turns),
        wall_p50_ms=median(turn.wall_ms for turn in turns),
        forward_p50_ms=median(turn.forward_ms for turn in turns),
        own_p50_ms=median(own),
        own_p95_ms=quantiles(own, n=20, method="inclusive")[-1],
        stages_p50_ms={stage: median(t.stages_ms[stage] for t in turns if stage in t.stages_ms) for stage in stages},
    )


def _print(found: Sequence[TurnFigures]) -> None:
    rows = {f"{one.name} ×{one.turns}": [f"{cell:.1f}" for cell in _cells(one)] for one in found}
    console().print(table(("turn", "wall p50", "models p50", "ours p50", "ours p95"), rows))
    console().print("In ms. What is ours, by stage, p50:")
    for one in found:
        stages = ", ".join(f"{stage} {ms:.1f}" for stage, ms in one.stages_p50_ms.items())
        console().print(f"  {one.name}: {stages}")


def _cells(one: TurnFigures) -> tuple[float, ...]:
    return one.wall_p50_ms, one.forward_p50_ms, one.own_p50_ms, one.own_p95_ms


if __name__ == "__main__":
    typer.run(main)
