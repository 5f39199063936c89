"""`support serve` and `support work`: the service, and one worker of it."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

import typer

from agent.cli.opening import open_for_turns
from agent.settings import Settings


def run_serve(settings: Settings, file: Path | None, host: str | None, port: int | None, workers: int | None) -> None:
    """Listen for helpdesks and keep the workers running, until told to stop."""
    from agent.web.stopping import set_on_signals

    stop = threading.Event()
    set_on_signals(stop, signal.SIGTERM)  # ^C ends at once what is still being opened
    from agent.web.database import INTAKE_WAIT_S
    from agent.web.logging import open_logs
    from agent.web.opening import open_service
    from agent.web.serving import listen, serve, worker_command

    changes = {key: value for key, value in (("host", host), ("port", port), ("workers", workers)) if value is not None}
    settings = settings.model_copy(update={"service": settings.service.model_copy(update=changes)})
    service = open_service(settings, INTAKE_WAIT_S)
    parts = open_for_turns(settings)  # the sample shop is loaded before several workers would
    open_logs(parts.redactor)
    at = settings.service
    bound = listen(at.host, at.port)
    set_on_signals(stop, signal.SIGINT)
    names = ", ".join(f"/webhooks/{name}" for name in settings.helpdesks)
    host = f"[{at.host}]" if ":" in at.host else at.host
    typer.echo(f"Listening on http://{host}:{bound.getsockname()[1]} for {names}; {at.workers} workers.", err=True)
    serve(service, bound, worker_command(settings.home, file), stop)


def run_work(settings: Settings) -> None:
    """Answer what comes in, until told to stop."""
    from agent.web.stopping import set_on_signals

    stop = threading.Event()
    set_on_signals(stop, signal.SIGTERM, signal.SIGINT)
    from agent.web.logging import open_logs
    from agent.web.opening import open_service
    from agent.web.working import work

    service = open_service(settings)
    parts = open_for_turns(settings)
    open_logs(parts.redactor)
    try:
        work(service, parts, stop)
    finally:
        service.database.close()
