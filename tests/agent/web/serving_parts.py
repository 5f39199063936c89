"""A real server on a real port, around a small service."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from agent.ledger import Ledger
from agent.web.app import Web, build_app
from agent.web.intake import DeliveryTaker
from agent.web.ledger_tally import LedgerTally
from agent.web.metrics import ServiceMetrics
from agent.web.rates import open_rates
from tests.agent.web.desk import NAME, SmallService


def web_on(service: SmallService, per_helpdesk: str = "10000/second", per_sender: str = "10000/second") -> Web:
    """The HTTP side of a small service."""
    taker = DeliveryTaker({NAME: service.desk}, service.inbox, open_rates(per_helpdesk, per_sender), service.clock)
    ledger = Path(service.database.engine.url.database or "").with_name("ledger.db")
    metrics = ServiceMetrics(service.database, service.inbox, LedgerTally(Ledger(ledger)))
    return Web(taker, metrics.text, lambda: None, max_body_bytes=20_000)


@contextmanager
def listening(web: Web) -> Iterator[str]:
    """The address of a server that runs while the block does."""
    server = uvicorn.Server(uvicorn.Config(build_app(web), port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 60
    while not server.started:
        if time.monotonic() > until or not thread.is_alive():
            raise RuntimeError("the server did not start")
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
