"""The stores of a data folder, and of a server that the settings name, in the order in which a customer is erased from them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from agent.actions import action_book
from agent.actions.opening import open_book
from agent.checkpoints import erase_threads
from agent.identity import proofs
from agent.identity.opening import open_proofs
from agent.locking import lock_file
from agent.memory import memory_file
from agent.privacy.forgetting import Forgetter
from agent.privacy.on_server import ServerDelivered, ServerThreads
from agent.privacy.opening import open_redactor
from agent.privacy.stores import Erasable, Locks, Spent, Stored, Threads, Turns, TypedHistory
from agent.privacy.subjects import Subject, joined, subject_of
from agent.settings import Settings
from agent.stores import Stores
from knowledge import order_rows

MEMORY_TEXTS = (("episodes", "body"), ("facts", "value"))
APPROVAL_TEXTS = (("approvals", "body"), ("announcements", "body"))

SERVICE_TEXTS = (("messages", "envelope"), ("outbox", "body"))

ON_SERVER = " on the server"
"""Behind the names of stores that are there."""


def open_forgetter(settings: Settings) -> Forgetter:
    """Forgets customers of a data folder, and of the server."""
    places = _places(settings)

    def found(customer_id: str) -> Subject:
        subjects = [subject_of(customer_id, stores.orders, stores.ledger) for stores in places]
        return subjects[0] if len(subjects) == 1 else joined(*subjects)

    return Forgetter(settings.home, stores_of(settings), found)


def stores_of(settings: Settings) -> tuple[Erasable, ...]:
    """Every store, the ledgers and the orders last: they say which conversations, and which words, are the customer's.

    So a run that was killed leaves what the next one needs in order to go on. Where the settings name a server, the data
    folder may still hold what was written before they did.
    """
    places = _places(settings)
    return (
        *(store for stores in places for store in _first(settings, stores)),
        *(store for stores in places for store in _last(stores)),
        Locks(settings.home / "locks", partial(lock_file, settings.home / "locks")),
    )


def _places(settings: Settings) -> tuple[Stores, ...]:
    url = settings.service.driver_url
    return (*([Stores(settings.home, url)] if url else []), Stores(settings.home))


def _first(settings: Settings, stores: Stores) -> Iterator[Erasable]:
    of = _named(stores)
    memory, book, proved = stores.memory, open_book(stores), open_proofs(stores, settings.identity)
    if stores.server is None:
        yield from _of_folder(settings, stores)
    else:
        yield ServerThreads(stores.server, stores.locks.holding, stores.locks.erase)
        yield ServerDelivered(stores.server)
    yield Stored(
        f"approvals{of}",
        book.path,
        lambda subject: len(book.erase(subject.customer_id)),
        APPROVAL_TEXTS,
        action_book.TABLES.steps,
    )
    yield Stored(
        f"memory{of}",
        memory.path,
        lambda subject: memory.erase(subject.customer_id),
        MEMORY_TEXTS,
        memory_file.TABLES.steps,
    )
    yield Stored(
        f"identity{of}",
        proved.path,
        lambda subject: proved.erase(subject.customer_id, subject.orders, subject.conversations),
        steps=proofs.TABLES.steps,
    )
    yield Spent(stores.place("spending"), f"spending{of}")


def _of_folder(settings: Settings, stores: Stores) -> Iterator[Erasable]:
    home, locks = stores.home, stores.locks
    yield Threads("conversations", home / "checkpoints.db", erase_threads, locks.holding, locks.erase)
    yield Threads("approvals under way", home / "approvals.db", erase_threads, nullcontext)
    yield TypedHistory(home / "chat_history", open_redactor(settings.privacy))
    yield Stored("service", home / "service.db", partial(_erase_delivered, home), SERVICE_TEXTS)


def _last(stores: Stores) -> Iterator[Erasable]:
    of, orders = _named(stores), stores.orders
    yield Turns(stores.place("ledger"), f"ledger{of}")
    yield Stored(f"orders{of}", orders.path, lambda subject: orders.erase(subject.customer_id), steps=order_rows.STEPS)


def _named(stores: Stores) -> str:
    return "" if stores.server is None else ON_SERVER


def _erase_delivered(home: Path, subject: Subject) -> int:
    from agent.web.erasing import erase_delivered  # brings the service's libraries along

    return erase_delivered(home, None, subject.customer_id, subject.conversations)
