"""States of conversations on a PostgreSQL server do what those in a file do."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from agent.build import Parts
from agent.checkpoint_server import MOST_CONNECTIONS, open_server_checkpoints
from agent.checkpoints import open_conversations
from agent.errors import SettingsError, StoreError
from agent.privacy.data_folder import open_forgetter
from agent.settings import Settings, load_settings
from knowledge.sample import orders_file
from tests.agent.shop import agent_of, quick_parts, run
from tests.agent.web.postgres import Postgres, driver_url

pytestmark = pytest.mark.postgres
ORDER = "Was ORD-99107 delivered?"
MOST_VALUES = 20
"""Of one state: its fields that are no plain text or number."""
TABLES = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
def on_server(quick: Parts, url: str) -> Iterator[Parts]:
    """The parts of a data folder whose stores are on a server."""
    home = quick.settings.home
    parts = quick_parts(home, url)
    parts.orders.load(orders_file())
    yield parts
    assert [file.name for file in home.glob("*.db")] == ["orders.db"], "what was there before"


def rows(postgres: Postgres, url: str) -> list[int]:
    return [postgres.execute(f"SELECT count(*) FROM {table}", url)[0][0] for table in TABLES]


def kept(postgres: Postgres, url: str) -> str:
    return "".join(repr(postgres.execute(f"SELECT * FROM {table}", url)) for table in TABLES)


def test_conversation_goes_on_in_another_process_without_a_file(on_server: Parts) -> None:
    for message, said in ((ORDER, "2026-11-21"), ("When was it placed?", "2026-11-16")):
        agent = agent_of(on_server)
        told = agent.ask(message, conversation_id="c", customer_id="C-1001", use_knowledge=False)
        agent.close()
        assert said in told.reply


def test_long_conversation_keeps_one_state(on_server: Parts, postgres: Postgres, url: str) -> None:
    agent = agent_of(on_server)
    sizes = []
    for _ in range(4):
        agent.ask(ORDER, conversation_id="c", customer_id="C-1001", use_knowledge=False)
        sizes.append(rows(postgres, url))
    agent.close()
    assert all(states <= 2 and values <= 2 * MOST_VALUES and not writes for states, values, writes in sizes)


def test_what_a_turn_must_not_keep_is_gone_when_it_ends(on_server: Parts, postgres: Postgres, url: str) -> None:
    agent = agent_of(on_server)
    agent.ask("My card is 4111 1111 1111 1111. " + ORDER, conversation_id="c", customer_id="C-1001")
    agent.close()
    held = kept(postgres, url)
    assert "ORD-99107" in held
    assert "1111 1111" not in held


def test_character_that_postgres_does_not_take_ends_in_a_turn_all_the_same(on_server: Parts) -> None:
    agent = agent_of(on_server)
    told = agent.ask("Was ORD-99107\x00 delivered?", conversation_id="c", customer_id="C-1001", use_knowledge=False)
    again = agent.ask(ORDER, conversation_id="c", customer_id="C-1001", use_knowledge=False)
    agent.close()
    assert told.reply
    assert "2026-11-21" in again.reply


def test_forgotten_customer_is_gone_from_the_server_and_others_stay(
    on_server: Parts, postgres: Postgres, url: str
) -> None:
    agent = agent_of(on_server)
    agent.ask(ORDER, conversation_id="theirs", customer_id="C-1001")
    agent.ask("Hello", conversation_id="others", customer_id="C-1002")
    agent.close()
    open_forgetter(on_server.settings).forget("C-1001")
    assert postgres.execute("SELECT DISTINCT thread_id FROM checkpoints", url) == [("others",)]
    assert "99107" not in kept(postgres, url)


def test_connections_cut_between_two_turns_are_replaced(on_server: Parts, postgres: Postgres, url: str) -> None:
    agent = agent_of(on_server)
    agent.ask("Hello", conversation_id="c", customer_id="C-1001")
    assert postgres.end_sessions(url)
    told = agent.ask(ORDER, conversation_id="c", customer_id="C-1001", use_knowledge=False)
    agent.close()
    assert "2026-11-21" in told.reply


def test_connections_cut_while_a_turn_runs_are_replaced(on_server: Parts, postgres: Postgres, url: str) -> None:
    agent = agent_of(on_server)
    told = agent.ask(
        ORDER,
        conversation_id="c",
        customer_id="C-1001",
        use_knowledge=False,
        on_stage=lambda stage: postgres.end_sessions(url) and None,
    )
    agent.close()
    assert "2026-11-21" in told.reply


def test_connections_that_were_cut_together_are_found_together(postgres: Postgres, url: str) -> None:
    """The pool waits after each one that it finds broken, and longer every time."""
    from psycopg_pool import ConnectionPool

    pool = open_server_checkpoints(driver_url(url)).conn
    assert isinstance(pool, ConnectionPool)
    with ExitStack() as held:
        for _ in range(MOST_CONNECTIONS):
            held.enter_context(pool.connection()).execute("SELECT 1")
    assert postgres.end_sessions(url) == MOST_CONNECTIONS
    with pool.connection(timeout=6.0) as connection:  # one pause of a second; a pause for each would be seven
        assert connection.execute("SELECT 1 AS one").fetchone() == {"one": 1}
    pool.close()


def test_eight_that_open_an_empty_database_at_once_make_the_tables_once(postgres: Postgres, url: str) -> None:
    failed: list[Exception] = []

    def open_it() -> None:
        try:
            open_conversations(Path(), driver_url(url)).conn.close()
        except StoreError as error:
            failed.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert failed == []
    assert rows(postgres, url) == [0, 0, 0]


def test_url_of_something_else_is_refused_by_the_settings_and_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="wanted postgresql") as told:
        load_settings(None, {"SUPPORT_SERVICE__DATABASE_URL": "mysql://root:secret-word@h/n"})
    assert "secret-word" not in str(told.value)
    assert Settings().service.driver_url is None


@pytest.mark.parametrize(
    "rest",
    [
        "support:se%cret-word@h/d",
        "support:secret word@h/d",
        "support:secret@word@h/d",
        "support:s/word@h/d@e",
        "h/d?password=secret",
    ],
)
def test_url_that_the_driver_would_repeat_is_refused_before_it_sees_it(rest: str) -> None:
    with pytest.raises(SettingsError, match="percent-encoded") as told:
        load_settings(None, {"SUPPORT_SERVICE__DATABASE_URL": f"postgresql+psycopg://{rest}"})
    assert [part for part in ("word", "secret", "cret") if part in str(told.value).replace("password", "")] == []


def test_url_with_an_encoded_password_and_options_is_taken() -> None:
    url = "postgresql://support:se%25cr%40et@127.0.0.1:5432/d?options=-csearch_path%3Dx&application_name=x"
    assert load_settings(None, {"SUPPORT_SERVICE__DATABASE_URL": url}).service.driver_url == url


def test_doctor_counts_the_conversations_on_the_server(on_server: Parts, url: str) -> None:
    agent = agent_of(on_server)
    agent.ask("Hello", conversation_id="c", customer_id="C-1001")
    agent.close()
    told = run(on_server.settings.home, "doctor", "--json", SUPPORT_SERVICE__DATABASE_URL=url).stdout
    found = {one["what"]: one for one in json.loads(told)["findings"]}
    assert found["conversations"]["detail"] == "1 on the PostgreSQL server"
