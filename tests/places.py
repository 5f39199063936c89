"""Where a store under test keeps its tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from knowledge.server_tables import ServerTables

PlaceOf = Callable[[str], Path | ServerTables]
"""Of a store's name."""
