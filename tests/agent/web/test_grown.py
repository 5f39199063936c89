"""The whole of it: PostgreSQL, a Chroma server, and `support serve` with two workers, as the README starts them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.settings import load_settings
from agent.stores import stores_of
from agent.web.database import open_database
from knowledge.sample import articles_folder, orders_file
from tests.agent.web.loading import QUESTIONS, SETTINGS, free_port, is_settled, is_up, wait_until
from tests.agent.web.postgres import Postgres
from tests.agent.web.stand_ins.standard_webhooks import SECRET, TOKEN, StandardStandIn
from tests.knowledge.chroma_server import ChromaServer, running_chroma

ROOT = Path(__file__).parents[3]
MESSAGES = 20


def support(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from agent.cli.app import main; main()", *arguments]


@contextmanager
def running(log: Path, *commands: list[str]) -> Iterator[None]:
    """Processes that run while the block does."""
    with log.open("ab") as out:
        processes = [subprocess.Popen(command, stdout=out, stderr=out, cwd=ROOT) for command in commands]
    try:
        yield
    finally:
        for one in processes:
            one.terminate()
        for one in processes:
            one.wait(60)


@pytest.fixture
def desk() -> Iterator[StandardStandIn]:
    with StandardStandIn(real_time=True) as found:
        yield found


@pytest.fixture
def chroma(tmp_path: Path) -> Iterator[ChromaServer]:
    with running_chroma(tmp_path) as found:
        yield found


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
def settings(tmp_path: Path, desk: StandardStandIn, chroma: ChromaServer, url: str) -> Path:
    """A settings file, as it is on every machine."""
    file, database = tmp_path / "support.toml", f'database_url = "{url}"'
    text = SETTINGS.format(quiet_s=0.2, lease_s=30.0, secret=SECRET, token=TOKEN, url=desk.url, database=database)
    file.write_text(f'{text}\n[knowledge]\nchroma_url = "{chroma.url}"\n', encoding="utf-8")
    return file


def talk(desk: StandardStandIn, port: int, url: str, tmp_path: Path) -> None:
    """Twenty customers write, each delivery comes twice, and all of them are settled."""
    for number in range(MESSAGES):
        name = f"c{number}"
        desk.talk(name).customer_id = "C-1001"
        said = desk.customer_says(name, QUESTIONS[number % len(QUESTIONS)])
        address = f"http://127.0.0.1:{port}/webhooks/shop"
        assert desk.deliver(address, name, said, times=2, at=datetime.now(UTC)) == [200, 200]
    kept = open_database(tmp_path, url)
    wait_until(lambda: is_settled(kept), 240, tmp_path / "log")
    kept.close()
    assert Counter(reply.conversation for reply in desk.replies) == {f"c{number}": 1 for number in range(MESSAGES)}


@pytest.mark.postgres
def test_twenty_messages_get_one_reply_each_from_two_workers_on_postgres_and_a_chroma_server(
    tmp_path: Path, desk: StandardStandIn, chroma: ChromaServer, settings: Path, postgres: Postgres, url: str
) -> None:
    port, home = free_port(), tmp_path / "home"
    serve = support("serve", "--workers", "2", "--port", str(port), "--home", str(home), "--settings", str(settings))
    with running(tmp_path / "log", serve):
        wait_until(lambda: is_up(port), 180, tmp_path / "log")
        talk(desk, port, url, tmp_path)
    assert len(chroma.collections()) == 1
    assert list(home.glob("*.db*")) == []
    assert postgres.execute("SELECT count(DISTINCT thread_id) FROM checkpoints", url) == [(MESSAGES,)]


@pytest.mark.postgres
def test_machine_that_takes_in_and_two_that_answer_share_nothing_but_the_servers(
    tmp_path: Path, desk: StandardStandIn, settings: Path, url: str
) -> None:
    port, homes = free_port(), [tmp_path / name for name in ("in", "one", "two")]
    named = ("--settings", str(settings))
    for command in (("kb", "sync", str(articles_folder())), ("orders", "load", str(orders_file()))):
        subprocess.run(support(*command, "--home", str(homes[0]), *named), check=True, cwd=ROOT, capture_output=True)
    for home in homes[1:]:
        shutil.copytree(homes[0] / "index", home / "index")
    serve = support("serve", "--workers", "0", "--port", str(port), "--home", str(homes[0]), *named)
    workers = [support("work", "--home", str(home), *named) for home in homes[1:]]
    with running(tmp_path / "log", serve, *workers):
        wait_until(lambda: is_up(port), 180, tmp_path / "log")
        talk(desk, port, url, tmp_path)
    assert [file for home in homes for file in home.rglob("*.db") if "index" not in file.parts] == []
    recent = stores_of(load_settings(settings, {})).ledger.recent(100)
    assert {row["conversation_id"] for row in recent} == {f"shop:c{number}" for number in range(MESSAGES)}
    assert len(recent) == MESSAGES
