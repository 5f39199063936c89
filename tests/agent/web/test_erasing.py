"""A customer who is forgotten is gone from the service's tables on a server, and nobody else is."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from agent.web.erasing import OF_CONVERSATIONS, erase_delivered
from tests.agent.web.desk import message, small_service
from tests.agent.web.postgres import Postgres

pytestmark = pytest.mark.postgres


def test_conversations_of_a_customer_are_erased_and_others_stay(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    service = small_service(tmp_path, url=url)
    service.agent.hands_over = "no_evidence"
    service.take(message(conversation_id="known", customer_id="C-1"))
    service.take(message(conversation_id="named"))
    service.take(message(conversation_id="other", customer_id="C-2"))
    service.settle()
    assert erase_delivered(Path(), url, "C-1", {"shop:named"}) == 2 * (
        3 + 1 + 1 + 1
    )  # sends, handoff, conversation, message
    assert erase_delivered(Path(), url, "C-1", {"shop:named"}) == 0
    with service.database.writing() as connection:
        for table in OF_CONVERSATIONS:
            assert set(connection.execute(select(table.c.conversation_id)).scalars()) == {"other"}
    service.database.close()
