"""`support orders …`: commands of the order store, carried out in their own file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agent.cli import options
from agent.cli.arguments import Config, Home, Json

app = typer.Typer(
    help="The order store.",
    no_args_is_help=True,
)


@app.command("load")
def orders_load(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Our JSON, or tau-bench's retail folder or orders.json.")
    ],
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Load customers and their orders; all of the file or none of it."""
    from agent.cli.orders import run_load

    run_load(options.read(context, home, settings), file, as_json=as_json)


@app.command("show")
def orders_show(
    context: typer.Context,
    order_id: Annotated[str, typer.Argument(metavar="ID", help="An order id, or a customer id for all of theirs.")],
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Show an order to the operator, with the customer it belongs to."""
    from agent.cli.orders import run_show

    run_show(options.read(context, home, settings), order_id, as_json=as_json)
