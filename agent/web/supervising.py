"""Keeping the workers of a service running: one that dies is started anew, later each time it dies at once."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import structlog

PATIENCE_S = 30.0
"""For workers to finish what they have in hand."""
SHORT_LIFE_S, LONGEST_PAUSE_S = 10.0, 60.0

log = structlog.get_logger("support.serve")


@dataclass
class Supervisor:
    """Runs a command as often as there are to be workers."""

    command: Sequence[str]
    workers: int
    stopping: threading.Event = field(default_factory=threading.Event)
    threads: list[threading.Thread] = field(default_factory=list)
    running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self) -> None:
        """Start all of them."""
        for number in range(self.workers):
            thread = threading.Thread(target=self._keep, args=(number,), name=f"worker-{number}", daemon=True)
            thread.start()
            self.threads.append(thread)

    def stop(self) -> None:
        """Let each finish what it has in hand; one that takes too long is killed, and its work is taken up at the next start."""
        self.stopping.set()
        for process in list(self.running.values()):
            process.terminate()
        until = time.monotonic() + PATIENCE_S
        for thread in self.threads:
            thread.join(max(0.0, until - time.monotonic()))
        for process in list(self.running.values()):
            process.kill()

    def _keep(self, number: int) -> None:
        pause = 0.0
        while not self.stopping.wait(pause):
            begun = time.monotonic()
            with subprocess.Popen(self.command, stdin=subprocess.DEVNULL) as process:
                self.running[number] = process
                if self.stopping.is_set():
                    process.terminate()
                status = process.wait()
            del self.running[number]
            if self.stopping.is_set():
                return
            short = time.monotonic() - begun < SHORT_LIFE_S
            pause = min(LONGEST_PAUSE_S, max(1.0, pause * 2)) if short else 0.0
            log.warning("a worker ended", worker=number, status=status, again_in_s=pause)
