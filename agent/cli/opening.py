"""Opening the agent for a command; with nothing set up, the sample shop is synced first."""

from __future__ import annotations

import typer

from agent.build import Parts, is_empty, open_parts
from agent.cli.show import progress_bar
from agent.errors import InputError
from agent.settings import Settings

SAMPLE_BEGUN = ".sample-begun"
"""Stands in the data folder while the sample is loaded, so that a load that was cut short is done again."""


def open_for_turns(settings: Settings) -> Parts:
    """The parts, on the sample shop where the data folder is empty."""
    begun = settings.home / SAMPLE_BEGUN
    fresh = begun.exists() or is_empty(settings)
    parts = open_parts(settings)
    if fresh and not _holds_others(parts):
        _load_sample(parts)
    return parts


def _holds_others(parts: Parts) -> bool:
    """Whether customers are there who are not the sample's, as on a server where a shop was loaded meanwhile."""
    from knowledge.order_files import read_order_file
    from knowledge.sample import orders_file

    if not parts.orders.path.exists():
        return False
    sample = {customer.model_dump_json() for customer in read_order_file(orders_file()).customers}
    found = (parts.orders.customer(one) for one in parts.orders.customer_ids())
    return any(one is not None and one.model_dump_json() not in sample for one in found)


def _load_sample(parts: Parts) -> None:
    from knowledge.sample import articles_folder, orders_file

    home = parts.settings.home
    home.mkdir(parents=True, exist_ok=True)
    (home / SAMPLE_BEGUN).touch()
    typer.echo(f"Nothing is set up in {home}: syncing the sample shop, Harbour Lane.", err=True)
    with progress_bar() as progress:
        report = parts.syncer.sync(articles_folder(), progress=progress)
    loaded = parts.orders.load(orders_file())
    (home / SAMPLE_BEGUN).unlink()
    typer.echo(
        f"{report.articles} articles ({report.passages} passages), {loaded.orders} orders of "
        f"{loaded.customers} customers. Your own: `support kb sync DIR`, `support orders load FILE`.",
        err=True,
    )


def known_customer(parts: Parts, customer_id: str | None) -> str | None:
    """The customer id, checked against the order store.

    Raises:
        InputError: the store holds no such customer.
    """
    if customer_id is None or parts.orders.customer(customer_id) is not None:
        return customer_id
    held = parts.orders.customer_ids()
    some = ", ".join(held[:3]) + (", …" if len(held) > 3 else "") if held else "none; run `support orders load FILE`"
    raise InputError(f"No customer {customer_id!r} is in the order store. It holds {len(held)}: {some}.")
