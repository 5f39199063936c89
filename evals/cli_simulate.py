"""`support eval simulate`: a chat model plays a customer on the sample shop."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evals.cli_options import AsJson, SettingsFile, print_json, refusing

if TYPE_CHECKING:
    from agent.llm.metering import ChatModel
    from agent.settings import Settings
    from agent.types import TurnResult
    from evals.personas import Persona
    from evals.simulation import SimulatedConversation, SimulationReport


def simulate(
    context: typer.Context,
    persona: Annotated[
        list[Path], typer.Option("--persona", metavar="FILE", help="A customer and what they want, in YAML.")
    ],
    turns: Annotated[
        int, typer.Option("--turns", min=1, max=100, metavar="N", help="Lines a customer may write.")
    ] = 10,
    n: Annotated[int, typer.Option("--n", min=1, max=1_000, metavar="K", help="Conversations of each persona.")] = 1,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="NAME", help="provider:model of the customer; the drafter's where left out."),
    ] = None,
    as_json: AsJson = False,
    settings: SettingsFile = None,
) -> None:
    """Let a chat model play customers against the agent of the settings, on the sample shop: a trend, and no gate.

    A persona has `name`, `who`, `goal`, `reached` (action, order, outcome, contains: what the record of a turn must show) and,
    if wanted, `customer` and `today`. A conversation ends, by code, when the goal is reached, the customer gives up, writes
    out of role or repeats a line, or has written as many lines as may be.

    Exit status: 0 whatever came out, 2 a persona, a setting or a model cannot be used.
    """
    from agent.cli import options
    from evals.personas import read_persona

    with refusing():
        read = options.read(context, None, settings)
        personas = [read_persona(file) for file in persona]
        chat = _customer_model(read, model)
        for one in personas:
            found = _simulated(read, one, chat, turns, n)
            if as_json:
                figures = {"reached": found.reached, "turns": found.turns, "ends": found.ends}
                print_json(found, figures={**figures, "outcomes": found.outcomes, "cut": found.cut})
            else:
                _print(found)


def _customer_model(settings: Settings, name: str | None) -> ChatModel:
    from agent.errors import InputError
    from agent.llm.opening import Wanted, open_metered

    drafting = settings.drafting
    if name is None and drafting.drafter == "extractive":
        raise InputError(
            "No chat model is configured that could play a customer: the drafter is extractive. Name one with "
            "`--model provider:model`, or set `drafting.drafter` in support.toml."
        )
    wanted = Wanted(
        "customer",
        name or drafting.drafter,
        timeout_s=drafting.timeout_s,
        max_retries=drafting.max_retries,
        deadline_s=drafting.deadline_s,
        base_url=drafting.base_url,
        max_tokens=drafting.max_tokens,
    )
    return open_metered(settings, wanted)


def _simulated(settings: Settings, persona: Persona, chat: ChatModel, turns: int, n: int) -> SimulationReport:
    """Each conversation on a data folder of its own, so that no refund of one is missing in the next."""
    from evals.show import bars
    from evals.simulation import SimulationReport

    runs = []
    with tempfile.TemporaryDirectory(prefix="support-simulate-") as name, bars(persona.name) as progress:
        shop = _shop(settings, Path(name) / "shop", persona)
        for number in range(n):
            home = Path(name) / f"run-{number}"
            shutil.copytree(shop, home)
            runs.append(_conversation(settings.in_folder(home), persona, chat, turns))
            progress("conversations", number + 1, n)
    return SimulationReport(persona=persona.name, runs=tuple(runs))


def _shop(settings: Settings, home: Path, persona: Persona) -> Path:
    """The sample shop, which knows the persona's customer."""
    from agent.build import open_parts
    from agent.cli.opening import known_customer
    from knowledge.sample import articles_folder, orders_file

    parts = open_parts(settings.in_folder(home))
    parts.syncer.sync(articles_folder())
    parts.orders.load(orders_file())
    known_customer(parts, persona.customer)
    return home


def _conversation(settings: Settings, persona: Persona, chat: ChatModel, turns: int) -> SimulatedConversation:
    from agent.build import open_agent, open_parts
    from evals.simulation import Simulation

    agent = replace(open_agent(open_parts(settings)), today=lambda: persona.today or date.today())

    def ask(line: str) -> TurnResult:
        return agent.ask(line, conversation_id="simulated", customer_id=persona.customer)

    try:
        return Simulation(chat, ask, turns).run(persona)
    finally:
        agent.close()


def _print(found: SimulationReport) -> None:
    from agent.cli.show import say

    say(f"{found.persona}: {len(found.runs)} conversations", style="bold")
    say(f"  goal reached in {found.reached:.0%}, {found.turns:.1f} turns each, {found.cut} claims cut")
    say("  ended: " + ", ".join(f"{end.replace('_', ' ')} {count}" for end, count in found.ends.items()))
    say("  turns: " + ", ".join(f"{end.replace('_', ' ')} {count}" for end, count in found.outcomes.items()))
    for number, run in enumerate(found.runs, 1):
        say(f"\n  conversation {number}: {run.end.replace('_', ' ')}{f' ({run.why})' if run.why else ''}")
        for one in run.turns:
            say(f"    customer> {one.line}\n    agent> {one.reply}")
    say(f"\n{found.note}")
