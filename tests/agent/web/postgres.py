"""A PostgreSQL server of the tests' own, on a free port and in a folder that goes with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

PASSWORD = "secret-word"
QUICK = ("fsync=off", "full_page_writes=off", "max_connections=200")


def driver_url(url: str) -> str:
    """The URL as psycopg itself reads it."""
    return url.replace("+psycopg", "", 1)


def programs() -> Path | None:
    """Where Debian keeps `initdb` and `pg_ctl`; None where PostgreSQL is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@dataclass
class Postgres:
    """A running server."""

    folder: Path
    port: int
    numbers: Iterator[int] = field(default_factory=count)

    def url(self, name: str = "public") -> str:
        """The URL of a schema, in which everything that is named without one is made and found."""
        named = f"options=-csearch_path%3D{name}&application_name={name}"
        return f"postgresql+psycopg://support:{PASSWORD}@127.0.0.1:{self.port}/postgres?{named}"

    def new_database(self) -> str:
        """The URL of an empty place for tables; a schema costs a hundredth of what a database does."""
        name = f"place{next(self.numbers)}"
        self.execute(f"CREATE SCHEMA {name}")
        return self.url(name)

    def execute(self, statement: str, url: str | None = None) -> list[tuple[Any, ...]]:
        """Run a statement as another client would, committed at once."""
        import psycopg

        with psycopg.connect(driver_url(url or self.url()), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def end_sessions(self, url: str) -> int:
        """Cut every connection that was made with a URL, as a restart or a failover does; how many there were."""
        name = url.rpartition("application_name=")[2]
        cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{name}'"
        return len(self.execute(cut))

    def tell(self, *order: str) -> None:
        """`pg_ctl` with this server."""
        log, extra = self.folder / "log", ("-l", str(self.folder / "log"))
        done = _run("pg_ctl", "-D", str(self.folder / "data"), "-w", *(extra if order[0] == "start" else ()), *order)
        if done.returncode:
            raise RuntimeError(done.stdout + (log.read_text() if log.exists() else ""))

    def start(self) -> None:
        settings = (*QUICK, f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}")
        self.tell("start", "-o", " ".join(f"-c {one}" for one in settings))

    def stop(self) -> None:
        self.tell("stop", "-m", "immediate")


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A server that runs while the block does."""
    folder = Path(tempfile.mkdtemp(prefix="support-postgres-"))
    try:
        secret = folder / "secret"
        secret.write_text(PASSWORD)
        for path in (folder, secret):
            if os.geteuid() == 0:
                shutil.chown(path, "postgres")
        options = ("-U", "support", "--auth=scram-sha-256", f"--pwfile={secret}", "-E", "UTF8", "--no-sync")
        done = _run("initdb", "-D", str(folder / "data"), *options)
        if done.returncode:
            raise RuntimeError(done.stdout)
        from tests.agent.web.loading import free_port  # needs the whole service

        server = Postgres(folder, free_port())
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    found = programs()
    assert found is not None
    command = [str(found / program), *arguments]
    as_postgres: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []}
    who = as_postgres if os.geteuid() == 0 else {}  # PostgreSQL refuses to run as root
    # Into a file: the server that `pg_ctl` starts would hold a pipe open.
    with tempfile.TemporaryFile("w+") as said:
        code = subprocess.run(command, stdout=said, stderr=subprocess.STDOUT, cwd="/", check=False, timeout=120, **who)
        said.seek(0)
        return subprocess.CompletedProcess(command, code.returncode, said.read())
