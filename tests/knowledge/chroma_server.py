"""A Chroma server of the tests' own, on a free port."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

READY_S = 60


@dataclass
class ChromaServer:
    """`chroma run` on a folder; it can be stopped and started again."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = Path(sys.executable).with_name("chroma")
        command = [str(program), "run", "--path", str(self.folder / "data"), "--host", "127.0.0.1"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port)], stdout=log, stderr=log, cwd=self.folder
            )
        until = time.monotonic() + READY_S
        while not self._answers():
            if time.monotonic() > until or self.process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text(errors="replace"))
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def collections(self) -> set[str]:
        """Names of all that it holds."""
        path = "/api/v2/tenants/default_tenant/databases/default_database/collections"
        return {one["name"] for one in httpx.get(self.url + path, trust_env=False).json()}

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/api/v2/heartbeat", trust_env=False).status_code == 200
        except httpx.TransportError:
            return False


@contextmanager
def running_chroma(folder: Path) -> Iterator[ChromaServer]:
    """A server that runs while the block does."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        server = ChromaServer(folder, one.getsockname()[1])
    server.start()
    try:
        yield server
    finally:
        server.stop()
