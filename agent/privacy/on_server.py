"""What a PostgreSQL server keeps of customers, where the settings name one: states of conversations, and what was delivered."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from agent.checkpoints import erase_server_threads
from agent.locking import holding
from agent.privacy.stores import Erasable
from agent.privacy.subjects import Subject
from agent.settings import Settings


@dataclass(frozen=True)
class ServerThreads:
    """States of conversations on a server."""

    url: str
    holding: Callable[[str], AbstractContextManager[Any]]
    name: str = "conversations on the server"
    files: tuple[str, ...] = ()

    def erase(self, subject: Subject) -> int:
        """Delete every thread of the customer, and those of nobody in particular that name them."""

        def is_meant(thread: str, state: str) -> bool:
            return thread in subject.conversations or subject.is_named_in(state)

        return erase_server_threads(self.url, is_meant, self.holding)


@dataclass(frozen=True)
class ServerDelivered:
    """Messages, replies and handoffs of the customer's conversations on a server."""

    url: str
    name: str = "service on the server"
    files: tuple[str, ...] = ()

    def erase(self, subject: Subject) -> int:
        """Delete every row of a conversation in which the customer was known, or that the ledger has as theirs."""
        from agent.web.erasing import erase_delivered

        return erase_delivered(Path(), self.url, subject.customer_id, subject.conversations)


def stores_on_server(settings: Settings) -> tuple[Erasable, ...]:
    """Those of the settings; none where everything is in the data folder."""
    url = settings.service.driver_url
    if url is None:
        return ()
    return (ServerThreads(url, partial(holding, settings.home / "locks")), ServerDelivered(url))
