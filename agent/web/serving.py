"""The service as a process: the HTTP side here, the workers beside it."""

from __future__ import annotations

import signal
import socket
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agent.errors import SettingsError, StoreError
from agent.stores import stores_of
from agent.web.app import Web, build_app
from agent.web.desk.opening import open_desk
from agent.web.ledger_tally import LedgerTally
from agent.web.metrics import ServiceMetrics
from agent.web.opening import Service
from agent.web.supervising import Supervisor

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI


def listen(host: str, port: int) -> socket.socket:
    """A socket that is listened on; port 0 takes a free one. Who connects before the service is up waits for it.

    Raises:
        SettingsError: the address is taken, is none of this machine's, or may not be used.
    """
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise SettingsError(
            f"{host}:{port} cannot be listened on ({error.strerror}): wanted a free address of this machine. Name another "
            "with `support serve --host HOST --port PORT`, or end what listens there."
        ) from error


def serve(service: Service, bound: socket.socket, command: Sequence[str], stop: threading.Event) -> None:
    """Listen until told to stop; `command` starts one worker, and `stop` may be set before there is anything to stop."""
    import uvicorn

    supervisor = Supervisor(command, service.settings.service.workers)
    server = uvicorn.Server(config_of(build_app(web_of(service)), service.settings.service.body_s))
    # Heard before uvicorn is up, and after: it raises again what stopped it, and the workers are still to be stopped.
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, server.handle_exit)
    try:
        if not stop.is_set():
            supervisor.start()
            server.run(sockets=[bound])
    finally:
        supervisor.stop()
        service.database.close()


def config_of(app: FastAPI, body_s: float) -> uvicorn.Config:
    """How the application is served; a request that has not come in whole after `body_s` seconds is hung up on."""
    import uvicorn

    from agent.web.arriving import bounded

    return uvicorn.Config(
        app,
        http=bounded(body_s),
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # else whoever calls from this machine may choose the address that logins are counted by
        timeout_graceful_shutdown=30,
    )


def web_of(service: Service) -> Web:
    """What the HTTP side asks of the service."""
    metrics = ServiceMetrics(service.database, service.inbox, LedgerTally(stores_of(service.settings).ledger))

    def ready() -> str | None:
        try:
            with service.database.writing():
                return None
        except StoreError as error:
            return str(error)

    at, desk = service.settings.service, open_desk(service.settings, service.database)
    token = at.metrics_token.get_secret_value() if at.metrics_token else None
    return Web(service.taker, metrics.text, ready, at.max_body_bytes, desk, token)


def worker_command(home: Path, settings: Path | None) -> list[str]:
    """The command line that starts a worker on the same data folder and settings."""
    named = ["--settings", str(settings)] if settings else []
    run = "from agent.cli.app import main; main()"
    return [sys.executable, "-c", run, "work", "--home", str(home), *named]
