"""`support forget`: erase a customer everywhere, and prove it.

Exit status: 0 nothing is left, 1 something is, or a file is not known; 2 your input; 3 a store cannot be used.
"""

from __future__ import annotations

import sys
from fnmatch import fnmatch

import typer

from agent.cli.show import console, print_json, row, say, table
from agent.errors import InputError
from agent.privacy.data_folder import open_forgetter
from agent.privacy.forgetting import OTHER, Forgotten
from agent.settings import Settings


def run_forget(settings: Settings, customer: str, *, yes: bool, as_json: bool) -> None:
    """Erase one customer, after asking where nobody said yes yet.

    Raises:
        InputError: nobody can be asked, or the id is empty.
    """
    customer = customer.strip()
    if len(customer) < 2:
        raise InputError(
            f"Found the customer id {customer!r}, wanted one of two characters or more, for example C-1001."
        )
    if not yes:
        _ask(settings, customer)
    found = open_forgetter(settings).forget(customer)
    if as_json:
        print_json({**found.model_dump(mode="json"), "proved": found.proved})
    else:
        _print(found, on_server=settings.service.driver_url is not None)
    if not found.proved or found.unknown_files:
        raise typer.Exit(1)


def _ask(settings: Settings, customer: str) -> None:
    if not sys.stdin.isatty():
        raise InputError(
            f"Erasing {customer} cannot be undone, and nobody can be asked here. Add --yes to `support forget {customer}`."
        )
    typer.confirm(
        f"Erase {customer} from {settings.home}: orders, conversations, memories, records? This cannot be undone.",
        abort=True,
    )


def _print(found: Forgotten, *, on_server: bool) -> None:
    rows = table("store", "records erased", "hits left")
    for store in found.stores:
        row(rows, store.store, store.erased, store.left)
    console().print(rows)
    if found.shared:
        say(f"Not looked for, as it is a plain word or other customers have the same: {', '.join(found.shared)}.")
    if found.unknown_files:
        say(f"Files of no known store, looked through and left as they are: {', '.join(found.unknown_files)}.")
    erased = sum(store.erased for store in found.stores)
    if found.proved:
        where = "any file of the data folder" + (", or on the server" if on_server else "")
        say(f"{found.customer_id}: {erased} records erased, and nothing is left in {where}.")
    else:
        say(f"{found.customer_id}: {erased} records erased, and {found.left} places still lead to this customer.")
        if found.files_left:
            say(f"Files that do: {', '.join(found.files_left)}.")
        say(_next_step(found))


def _next_step(found: Forgotten) -> str:
    elsewhere = any(store.left for store in found.stores if store.store != OTHER)
    if not elsewhere and all(fnmatch(path, "index/*") for path in found.files_left):
        return (
            "All of them are in the index, which holds articles: look with `support kb search` for what one of them says, for "
            "example a postcode that the shop has, too. Where none does, delete the folder and run `support kb sync DIR`."
        )
    return "End what still uses the data folder, then run the command again."
