"""The service as a process: the HTTP side here, the workers beside it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from agent.errors import StoreError
from agent.web.app import Web, build_app
from agent.web.desk.opening import open_desk
from agent.web.ledger_tally import LedgerTally
from agent.web.metrics import ServiceMetrics
from agent.web.opening import Service
from agent.web.supervising import Supervisor


def serve(service: Service, host: str, port: int, command: Sequence[str]) -> None:
    """Listen until told to stop; `command` starts one worker."""
    import uvicorn

    supervisor = Supervisor(command, service.settings.service.workers)
    config = uvicorn.Config(
        build_app(web_of(service)),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # else whoever calls from this machine may choose the address that logins are counted by
        timeout_graceful_shutdown=30,
    )
    supervisor.start()
    for one in (
        signal.SIGTERM,
        signal.SIGINT,
    ):  # uvicorn raises again what stopped it, and the workers are still to be stopped
        signal.signal(one, lambda number, frame: None)
    try:
        uvicorn.Server(config).run()
    finally:
        supervisor.stop()
        service.database.close()


def web_of(service: Service) -> Web:
    """What the HTTP side asks of the service."""
    metrics = ServiceMetrics(service.database, service.inbox, LedgerTally(service.settings.home / "ledger.db"))

    def ready() -> str | None:
        try:
            service.inbox.oldest_open()
        except StoreError as error:
            return str(error)
        return None

    desk = open_desk(service.settings, service.database)
    return Web(service.taker, metrics.text, ready, service.settings.service.max_body_bytes, desk)


def worker_command(home: Path, settings: Path | None) -> list[str]:
    """The command line that starts a worker on the same data folder and settings."""
    named = ["--settings", str(settings)] if settings else []
    run = "from agent.cli.app import main; main()"
    return [sys.executable, "-c", run, "work", "--home", str(home), *named]
