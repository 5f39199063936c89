"""What a PostgreSQL server keeps of customers in tables that are no store's: states of conversations, and what was delivered."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from agent.checkpoints import count_server_threads, erase_server_threads
from agent.privacy.stores import erased
from agent.privacy.subjects import Subject


@dataclass(frozen=True)
class ServerThreads:
    """States of conversations on a server."""

    url: str
    holding: Callable[[str], AbstractContextManager[Any]]
    erase_open: Callable[[Callable[[str, str], bool]], int]
    """For turns that were begun and of which no state is saved yet."""
    name: str = "conversations on the server"
    files: tuple[str, ...] = ()

    def erase(self, subject: Subject) -> int:
        """Delete every thread of the customer, and those of nobody in particular that name them."""

        def is_meant(thread: str, state: str) -> bool:
            return thread in subject.conversations or subject.is_named_in(state)

        return erase_server_threads(self.url, is_meant, self.holding) + self.erase_open(is_meant)

    def left(self, subject: Subject) -> int:
        """See `Erasable`."""
        return count_server_threads(self.url, subject.is_named_in)


@dataclass(frozen=True)
class ServerDelivered:
    """Messages, replies and handoffs of the customer's conversations on a server."""

    url: str
    name: str = "service on the server"
    files: tuple[str, ...] = ()

    def erase(self, subject: Subject) -> int:
        """Delete every row of a conversation in which the customer was known, or that the ledger has as theirs; mend others'."""
        from agent.web.erasing import erase_delivered, mend_delivered

        gone = erase_delivered(Path(), self.url, subject.customer_id, subject.conversations)
        return gone + mend_delivered(self.url, partial(erased, subject=subject))

    def left(self, subject: Subject) -> int:
        """See `Erasable`."""
        from agent.web.erasing import left_delivered

        return left_delivered(self.url, subject.is_named_in)
