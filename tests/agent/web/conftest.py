"""The databases on which the service is tested: SQLite, and PostgreSQL where it is installed."""

from __future__ import annotations

import pytest

from tests.agent.web.postgres import Postgres


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest) -> str | None:
    """Of a new database of each kind; None for SQLite in the data folder."""
    if request.param == "sqlite":
        return None
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()
