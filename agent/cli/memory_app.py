"""`support memory …`: commands of what is remembered, carried out in their own file."""

from __future__ import annotations

from typing import Annotated

import typer

from agent.cli import options
from agent.cli.arguments import Config, Home, Json

app = typer.Typer(
    help="What is remembered of a customer: facts and past turns.",
    no_args_is_help=True,
)


MemoryOf = Annotated[str, typer.Argument(metavar="CUSTOMER", help="A customer id.")]
FactName = Annotated[str, typer.Argument(metavar="KEY", help="What is known, for example preferred_language.")]


@app.command("show")
def memory_show(
    context: typer.Context, customer: MemoryOf, as_json: Json = False, home: Home = None, settings: Config = None
) -> None:
    """Show the facts about a customer, each with its versions and who says so, and their past turns."""
    from agent.cli.memory import run_memory_show

    run_memory_show(options.read(context, home, settings), customer, as_json=as_json)


@app.command("set")
def memory_set(
    context: typer.Context,
    customer: MemoryOf,
    key: FactName,
    value: Annotated[str, typer.Argument(metavar="VALUE", help="One line, of the key's type.")],
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Write a fact about a customer; it is a new version, and the old ones are kept until the customer is erased."""
    from agent.cli.memory import run_memory_set

    run_memory_set(options.read(context, home, settings), customer, key, value, as_json=as_json)


@app.command("unset")
def memory_unset(
    context: typer.Context,
    customer: MemoryOf,
    key: FactName,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Take a fact about a customer back."""
    from agent.cli.memory import run_memory_unset

    run_memory_unset(options.read(context, home, settings), customer, key, as_json=as_json)
