"""PostgreSQL as the service's database: what is refused, and what a server that cuts connections does not break."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import event

from agent.errors import SettingsError, StoreError
from agent.web.database import open_database
from agent.web.database_server import server_url
from agent.web.settings import ServiceSettings
from tests.agent.web.desk import SmallService, message, small_service
from tests.agent.web.loading import free_port
from tests.agent.web.postgres import Postgres
from tests.agent.web.test_every_call_fails_once import MOST_CALLS, Countdown, hold, settle_through

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("url", ["postgres://a:b@h/n", "postgresql://a:b@h/n", "postgresql+psycopg://a:b@h/n"])
def test_url_is_taken_as_providers_write_it(url: str) -> None:
    assert server_url(url).drivername == "postgresql+psycopg"
    assert ServiceSettings(database_url=SecretStr(url)).driver_url == "postgresql://a:b@h/n"


@pytest.mark.parametrize("url", ["mysql://root:secret-word@h/n", "secret-word", "sqlite:///secret-word.db"])
def test_url_of_something_else_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(SettingsError, match=r"wanted postgresql\+psycopg://USER:PASSWORD@HOST/NAME") as told:
        server_url(url)
    assert "secret-word" not in str(told.value)


def test_missing_driver_is_told_with_the_command_that_installs_it() -> None:
    script = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from agent.web.database_server import open_engine\n"
        "open_engine('postgresql://a:secret-word@h/n', 1)"
    )
    ended = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert 'Run `pip install "grounded-support[postgres]"`.' in ended.stderr
    assert "secret-word" not in ended.stderr.splitlines()[-1]


def test_server_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(StoreError, match=r"cannot be used .*[Cc]onnection refused") as told:
        open_database(Path(), f"postgresql://support:secret-word@127.0.0.1:{free_port()}/n")
    assert "secret-word" not in str(told.value)


@pytest.mark.postgres
def test_database_of_a_newer_version_is_refused_and_left_as_it_is(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    open_database(tmp_path, url).close()
    postgres.execute("UPDATE service_version SET version = 99", url)
    with pytest.raises(StoreError, match="has schema version 99, this program reads versions up to"):
        open_database(tmp_path, url)
    assert postgres.execute("SELECT version FROM service_version", url) == [(99,)]


@pytest.mark.postgres
def test_character_that_postgres_does_not_take_is_replaced(postgres: Postgres, tmp_path: Path) -> None:
    service = small_service(tmp_path, url=postgres.new_database())
    service.take(message("a\x00b"), delivery_id="d\x001")
    service.take(message("a\x00b"), delivery_id="d\x001")
    service.settle()
    assert service.desk.replies() == ["Answer to: a\ufffdb"]
    assert service.ends() == {"answered": 1}
    service.database.close()


@pytest.mark.postgres
def test_lock_of_another_is_not_waited_for_longer_than_told(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    patient, hasty = open_database(tmp_path, url), open_database(tmp_path, url, wait_s=0.2)
    with patient.writing() as connection:
        connection.exec_driver_sql("LOCK TABLE messages")
        with pytest.raises(StoreError, match="lock timeout"), hasty.writing() as other:
            other.exec_driver_sql("SELECT * FROM messages")
    patient.close()
    hasty.close()


@pytest.mark.postgres
def test_connections_that_the_server_has_cut_are_replaced(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    service = small_service(tmp_path, url=url)
    service.take(message())
    assert postgres.end_sessions(url)
    service.settle()
    assert service.ends() == {"answered": 1}
    service.database.close()


@pytest.mark.postgres
def test_connections_cut_while_the_turn_runs_lose_nothing(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    service = small_service(tmp_path, url=url)
    service.agent.during = lambda: postgres.end_sessions(url) and None
    service.desk.before = lambda method: postgres.end_sessions(url) and None
    service.take(message())
    service.settle(times=2)
    assert service.desk.replies() == ["Answer to: Where is it?"]
    assert service.ends() == {"answered": 1}
    service.database.close()


@pytest.mark.postgres
def test_connections_cut_at_any_statement_lose_nothing_and_say_nothing_twice(
    postgres: Postgres, tmp_path: Path
) -> None:
    for number in range(1, MOST_CALLS):
        url = postgres.new_database()
        service = small_service(tmp_path, url=url)
        service.agent.hands_over = "no_evidence"
        service.take(message())
        cut = Countdown(number, RuntimeError)

        def call(*_: object, cut: Countdown = cut, url: str = url) -> None:
            try:
                cut.call()
            except RuntimeError:
                postgres.end_sessions(url)

        event.listen(service.database.engine, "before_cursor_execute", call)
        settle_through(service)
        event.remove(service.database.engine, "before_cursor_execute", call)
        hold(service)
        service.database.close()
        if not cut.happened:
            return
    pytest.fail("no end of statements")


@pytest.mark.postgres
def test_four_workers_share_a_hundred_conversations_and_answer_each_once(postgres: Postgres, tmp_path: Path) -> None:
    service = small_service(tmp_path, url=postgres.new_database())
    for number in range(100):
        service.take(message(conversation_id=f"c{number}"))
    service.clock.pass_(5)
    threads = [threading.Thread(target=work, args=(service, f"w{number}")) for number in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert service.ends() == {"answered": 100}
    assert all(len(service.desk.replies(f"c{number}")) == 1 for number in range(100))
    service.database.close()


def work(service: SmallService, name: str) -> None:
    worker = service.worker(name)
    while worker.step():
        pass
