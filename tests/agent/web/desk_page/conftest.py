from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.agent.web.desk_page.page import Served, served


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Served]:
    """The page of an empty data folder."""
    with served(tmp_path) as found:
        yield found
