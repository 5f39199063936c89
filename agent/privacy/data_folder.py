"""The stores of a data folder, in the order in which a customer is erased from them."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path

from agent.actions.action_book import ActionBook
from agent.checkpoints import erase_threads
from agent.identity.opening import open_proofs
from agent.locking import erase_open_turns, holding, lock_file
from agent.memory.store import MemoryStore
from agent.privacy.forgetting import Forgetter
from agent.privacy.on_server import stores_on_server
from agent.privacy.opening import open_redactor
from agent.privacy.stores import Erasable, Locks, Spent, Stored, Threads, Turns, TypedHistory
from agent.privacy.subjects import Subject, subject_of
from agent.settings import Settings
from knowledge.orders import OrderStore
from knowledge.settings import orders_path

MEMORY_TEXTS = (("episodes", "body"), ("facts", "value"))
APPROVAL_TEXTS = (("approvals", "body"), ("announcements", "body"))

SERVICE_TEXTS = (("messages", "envelope"), ("outbox", "body"))


def open_forgetter(settings: Settings) -> Forgetter:
    """Forgets customers of a data folder."""
    home = settings.home
    orders, ledger = OrderStore(orders_path(home)), ledger_path(home)
    return Forgetter(home, stores_of(settings), lambda customer_id: subject_of(customer_id, orders, ledger))


def stores_of(settings: Settings) -> tuple[Erasable, ...]:
    """Every store, the ledger and the orders last: they say which conversations, and which words, are the customer's.

    So a run that was killed leaves what the next one needs in order to go on.
    """
    home = settings.home
    book, memory = ActionBook(home / "actions.db"), MemoryStore(home / "memory.db")
    proofs, orders = open_proofs(home, settings.identity), OrderStore(orders_path(home))
    locks = home / "locks"
    return (
        *stores_on_server(settings),
        Threads(
            "conversations",
            home / "checkpoints.db",
            erase_threads,
            partial(holding, locks),
            partial(erase_open_turns, locks),
        ),
        Threads("approvals under way", home / "approvals.db", erase_threads, nullcontext),
        Stored("approvals", book.path, lambda subject: len(book.erase(subject.customer_id)), APPROVAL_TEXTS),
        Stored("memory", memory.path, lambda subject: memory.erase(subject.customer_id), MEMORY_TEXTS),
        Stored(
            "identity",
            proofs.path,
            lambda subject: proofs.erase(subject.customer_id, subject.orders, subject.conversations),
        ),
        Spent(home / "spending.db"),
        TypedHistory(home / "chat_history", open_redactor(settings.privacy)),
        Stored("service", home / "service.db", partial(_erase_delivered, home), SERVICE_TEXTS),
        Turns(ledger_path(home)),
        Stored("orders", orders.path, lambda subject: orders.erase(subject.customer_id)),
        Locks(locks, partial(lock_file, locks)),
    )


def _erase_delivered(home: Path, subject: Subject) -> int:
    from agent.web.erasing import erase_delivered  # brings the service's libraries along

    return erase_delivered(home, None, subject.customer_id, subject.conversations)


def ledger_path(home: Path) -> Path:
    """Where the turns are."""
    return home / "ledger.db"
