"""Where the stores are: SQLite files of the data folder, or tables on the server that several machines share."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from agent.ledger import Ledger
from agent.memory.store import MemoryStore
from agent.turn_locks import FolderLocks, ServerLocks, TurnLocks
from knowledge.open_files import OpenFiles
from knowledge.orders import OrderStore
from knowledge.server_tables import ServerTables

if TYPE_CHECKING:
    from agent.settings import Settings


@dataclass(frozen=True)
class Stores:
    """Opens each store where it is; nothing is read or made before a store is asked something."""

    home: Path
    """The data folder."""
    server: str | None = field(default=None, repr=False)
    """URL of a PostgreSQL server as psycopg reads it; None for files of the data folder."""
    files: OpenFiles = field(default_factory=OpenFiles, compare=False, repr=False)
    """Where connections wait between calls."""

    def place(self, name: str) -> Path | ServerTables:
        """Where a store of that name is."""
        return self.home / f"{name}.db" if self.server is None else ServerTables(self.server, name)

    @property
    def orders(self) -> OrderStore:
        """The customers and their orders."""
        return OrderStore(self.place("orders"), self.files)

    @property
    def ledger(self) -> Ledger:
        """Every turn."""
        return Ledger(self.place("ledger"), self.files)

    @property
    def memory(self) -> MemoryStore:
        """What is remembered of customers."""
        return MemoryStore(self.place("memory"), self.files)

    @property
    def locks(self) -> TurnLocks:
        """Of conversations, and what starts their turns."""
        place = self.place("turns")
        return ServerLocks(place, self.files) if isinstance(place, ServerTables) else FolderLocks(self.home / "locks")


def stores_of(settings: Settings, files: OpenFiles | None = None) -> Stores:
    """The stores that the settings name; without `files` each call opens and closes its own connection."""
    return Stores(settings.home, settings.service.driver_url, files or OpenFiles())
