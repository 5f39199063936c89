"""`support memory`: what is remembered of a customer, and what a person of the shop adds to it or takes back."""

from __future__ import annotations

from collections.abc import Iterator

import typer

from agent.cli.show import print_json
from agent.context.cleaning import visible_text
from agent.errors import InputError
from agent.memory.episodes import Episode
from agent.memory.fact_keys import FactKey, all_keys, key_of, read_value, shown_value
from agent.memory.facts import Fact, current
from agent.memory.store import MemoryStore
from agent.memory.telling import quote, recorded
from agent.settings import Settings
from agent.stores import stores_of

OPERATOR = "operator"
"""Evidence of what a person of the shop writes."""


def run_memory_show(settings: Settings, customer_id: str, *, as_json: bool) -> None:
    """Print the facts with their versions, and the past turns, newest first.

    Raises:
        InputError: nothing is known of such a customer, here or in the order store.
    """
    store, keys = _store(settings), all_keys(settings.memory.keys)
    facts = store.facts_of(customer_id)
    episodes = [kept.episode for kept in store.episodes_of(customer_id)]
    if not facts and not episodes:
        _refuse_unknown(settings, customer_id)
    if as_json:
        holds = [fact.fact_id for fact in current(facts)]
        print_json(
            {
                "customer": customer_id,
                "facts": [
                    {**one.model_dump(mode="json"), "trust": one.trust, "holds": one.fact_id in holds} for one in facts
                ],
                "episodes": [one.model_dump(mode="json") for one in episodes],
            }
        )
        return
    for line in (*_fact_lines(facts, keys), *_episode_lines(episodes)):
        typer.echo(visible_text(line))


def run_memory_set(settings: Settings, customer_id: str, name: str, text: str, *, as_json: bool) -> None:
    """Write a fact, as a person of the shop knows it.

    Raises:
        InputError: the customer or the key is unknown, or the value is none of the key's type.
    """
    key = key_of(all_keys(settings.memory.keys), name)
    value = read_value(name, key, text)
    _refuse_unknown(settings, customer_id)
    _report(customer_id, name, _store(settings).write_fact(customer_id, name, value, "operator", OPERATOR), as_json)


def run_memory_unset(settings: Settings, customer_id: str, name: str, *, as_json: bool) -> None:
    """Take a fact back; its versions stay until the customer is erased.

    Raises:
        InputError: the key is unknown.
    """
    key_of(all_keys(settings.memory.keys), name)
    _report(customer_id, name, _store(settings).write_fact(customer_id, name, None, "operator", OPERATOR), as_json)


def _store(settings: Settings) -> MemoryStore:
    return stores_of(settings).memory


def _refuse_unknown(settings: Settings, customer_id: str) -> None:
    orders = stores_of(settings).orders
    if not orders.path.exists() or orders.customer(customer_id) is None:
        raise InputError(
            f"No customer {customer_id!r} is in the order store {orders.path}, and nothing is remembered of one. "
            "Check the id, or run `support orders load FILE` first."
        )


def _report(customer_id: str, name: str, fact: Fact | None, as_json: bool) -> None:
    if as_json:
        shown = fact.model_dump(mode="json") if fact else None
        print_json({"customer": customer_id, "key": name, "written": shown})
    elif fact is None:
        typer.echo(f"{name} of {customer_id} is as it was: nothing was written")
    else:
        typer.echo(f"{name} of {customer_id}: version {fact.version}, {fact.value or 'taken back'}")


def _fact_lines(facts: tuple[Fact, ...], keys: dict[str, FactKey]) -> Iterator[str]:
    holds = {fact.fact_id for fact in current(facts)}
    yield "facts" if facts else "no facts"
    for fact in facts:
        key = keys.get(fact.key)
        value = "taken back" if fact.value is None else shown_value(key, fact.value) if key else fact.value
        state = "" if fact.fact_id in holds else " (no longer holds)"
        yield f"  {fact.key} {fact.version}: {value}{state}"
        said = "the customer says so" if fact.source == "asserted" else fact.source
        yield f"    {said}, {fact.evidence_id}, {fact.at[:16].replace('T', ' ')}"


def _episode_lines(episodes: list[Episode]) -> Iterator[str]:
    yield f"{len(episodes)} past turns, newest first" if episodes else "no past turns"
    for one in episodes:
        yield f"  {one.day} turn {one.turn_id} in {one.conversation_id}"
        yield f"    {quote(one.asked)}"
        yield f"    {recorded(one)}"
