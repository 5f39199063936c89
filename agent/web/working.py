"""A worker's process: the agent's models, one worker, and what is looked after beside it."""

from __future__ import annotations

import os
import secrets
import socket
import threading
import time

import structlog

from agent.build import Parts, open_agent
from agent.errors import StoreError
from agent.web.errors import HelpdeskError
from agent.web.inbox import DAY_S
from agent.web.opening import Service
from agent.web.watchdog import Watchdog, hangs_after

PRUNED_EVERY_S = 3_600.0
"""Where nothing is looked for in helpdesks."""

log = structlog.get_logger("support.worker")


def work(service: Service, parts: Parts, stop: threading.Event) -> None:
    """Answer messages until told to stop.

    A turn that was cut short is not finished here but when its message is tried again: what ends a process would end every
    one that follows, and the tries are counted there.

    Raises:
        SettingsError: the drafter cannot be opened; PolicyError: the rules cannot be read.
    """
    if stop.is_set():
        return
    parts.knowledge.prepare()
    agent = open_agent(parts)
    tender = threading.Thread(target=tend, args=(service, stop), name="tending", daemon=True)
    worker = service.worker(agent, worker_name())
    limit_s = hangs_after(service.settings.service.turn_s)
    try:
        tender.start()
        with Watchdog(agent.clock, limit_s, agent.give_up, worker.leases.drop).watching():
            worker.run(stop)
    finally:
        agent.close()


def tend(service: Service, stop: threading.Event) -> None:
    """Now and then look for messages whose delivery was lost, and delete what is not needed any more."""
    every, kept_days = service.settings.service.reconcile_s, service.settings.service.kept_days
    while not stop.wait(every or PRUNED_EVERY_S):
        if every:
            reconcile(service)
        try:
            service.inbox.prune(time.time(), kept_days)
        except StoreError as error:
            log.warning("not pruned", why=str(error))


def reconcile(service: Service) -> int:
    """Take in every message that waits in a helpdesk and is not known; returns how many there were.

    One that is older than what is kept may have been known, and have been left alone for a reason.
    """
    found, since = 0, time.time() - service.settings.service.kept_days * DAY_S
    for name, desk in service.helpdesks.items():
        try:
            waiting = [one for one in desk.waiting() if one.occurred_at.timestamp() >= since]
            for one in service.inbox.unknown(name, waiting):
                found += service.inbox.take(name, None, [one], time.time()).new
        except (HelpdeskError, StoreError) as error:
            log.warning("not reconciled", helpdesk=name, why=str(error))
    return found


def worker_name() -> str:
    """A name that no other worker has, and that says where it runs."""
    return f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"
