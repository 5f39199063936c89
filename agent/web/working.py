"""A worker's process: the agent's models, one worker, and a calm end when told to stop."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import threading
import time

import structlog

from agent.build import Parts, open_agent
from agent.errors import StoreError
from agent.web.errors import SendError
from agent.web.opening import Service

log = structlog.get_logger("support.worker")


def work(service: Service, parts: Parts, stop: threading.Event) -> None:
    """Answer messages until told to stop.

    Raises:
        SettingsError: the drafter cannot be opened; PolicyError: the rules cannot be read.
    """
    parts.knowledge.prepare()
    agent = open_agent(parts)
    tender = threading.Thread(target=tend, args=(service, stop), name="tending", daemon=True)
    try:
        agent.recover()
        tender.start()
        service.worker(agent, worker_name()).run(stop)
    finally:
        agent.close()


def tend(service: Service, stop: threading.Event) -> None:
    """Now and then look for messages whose delivery was lost, and delete what is not needed any more."""
    every = service.settings.service.reconcile_s
    while every and not stop.wait(every):
        reconcile(service)
        service.inbox.prune(time.time(), service.settings.service.kept_days)


def reconcile(service: Service) -> int:
    """Take in every message that waits in a helpdesk and is not known; returns how many there were."""
    found = 0
    for name, desk in service.helpdesks.items():
        try:
            for one in service.inbox.unknown(name, desk.waiting()):
                found += service.inbox.take(name, None, [one], time.time()).new
        except (SendError, StoreError) as error:
            log.warning("not reconciled", helpdesk=name, why=str(error))
    return found


def worker_name() -> str:
    """A name that no other worker has, and that says where it runs."""
    return f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"


def stop_on_signals() -> threading.Event:
    """Set by SIGTERM and SIGINT: what is in hand is finished."""
    stop = threading.Event()
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, lambda number, frame: stop.set())
    return stop
