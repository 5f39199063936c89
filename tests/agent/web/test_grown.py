"""The whole of it: PostgreSQL, a Chroma server, and `support serve` with two workers, as the README starts them."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.web.database import open_database
from tests.agent.web.loading import QUESTIONS, SETTINGS, free_port, is_settled, is_up, wait_until
from tests.agent.web.postgres import Postgres
from tests.agent.web.stand_ins.standard_webhooks import SECRET, TOKEN, StandardStandIn
from tests.knowledge.chroma_server import running_chroma

ROOT = Path(__file__).parents[3]
MESSAGES = 20


@contextmanager
def serving(home: Path, settings: Path, log: Path) -> Iterator[str]:
    """The address of the real service with two workers."""
    port = free_port()
    command = [sys.executable, "-c", "from agent.cli.app import main; main()", "serve", "--workers", "2"]
    with log.open("ab") as out:
        process = subprocess.Popen(
            [*command, "--port", str(port), "--home", str(home), "--settings", str(settings)],
            stdout=out,
            stderr=out,
            cwd=ROOT,
        )
    try:
        wait_until(lambda: is_up(port), 180, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)


@pytest.mark.postgres
def test_twenty_messages_get_one_reply_each_from_two_workers_on_postgres_and_a_chroma_server(
    tmp_path: Path, postgres: Postgres
) -> None:
    url, log, file = postgres.new_database(), tmp_path / "log", tmp_path / "support.toml"
    with running_chroma(tmp_path) as chroma, StandardStandIn(real_time=True) as desk:
        database = f'database_url = "{url}"'
        text = SETTINGS.format(quiet_s=0.2, lease_s=30.0, secret=SECRET, token=TOKEN, url=desk.url, database=database)
        file.write_text(f'{text}\n[knowledge]\nchroma_url = "{chroma.url}"\n', encoding="utf-8")
        with serving(tmp_path / "home", file, log) as address:
            for number in range(MESSAGES):
                name = f"c{number}"
                desk.talk(name).customer_id = "C-1001"
                said = desk.customer_says(name, QUESTIONS[number % len(QUESTIONS)])
                assert desk.deliver(f"{address}/webhooks/shop", name, said, times=2, at=datetime.now(UTC)) == [200, 200]
            kept = open_database(tmp_path, url)
            wait_until(lambda: is_settled(kept), 240, log)
            kept.close()
        assert len(chroma.collections()) == 1
    assert Counter(reply.conversation for reply in desk.replies) == {f"c{number}": 1 for number in range(MESSAGES)}
    assert not list((tmp_path / "home").glob("service.db*"))
    assert not list((tmp_path / "home").glob("checkpoints.db*"))
    conversations = postgres.execute("SELECT count(DISTINCT thread_id) FROM checkpoints", url)
    assert conversations == [(MESSAGES,)]
