"""Workers for the load: the real agent, with an embedder that costs nothing.

    python -m tests.agent.web.load_worker HOME SETTINGS PID_FILE

Loading the libraries takes seconds and is done once; each worker is forked from there, its process id is written down, and
whenever one is killed the next one follows.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path
from types import FrameType

from agent.build import open_agent
from agent.settings import Settings, load_settings
from agent.web.opening import open_service
from agent.web.stopping import set_on_signals
from agent.web.working import work
from tests.agent.shop import quick_parts


def main() -> None:
    """Keep one worker running until told to stop."""
    home, file, pid_file = map(Path, sys.argv[1:])
    settings = load_settings(file, {"SUPPORT_HOME": str(home)})
    open_agent(
        replace(quick_parts(home), settings=settings)
    ).close()  # whatever is imported as it is opened is there for all
    running = [_forked(home, settings, pid_file)]
    stopping: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        stopping.append(number)
        os.kill(running[0], signal.SIGTERM)

    signal.signal(signal.SIGTERM, stop)
    while True:
        os.waitpid(running[0], 0)
        if stopping:
            return
        running[0] = _forked(home, settings, pid_file)


def _forked(home: Path, settings: Settings, pid_file: Path) -> int:
    pid = os.fork()
    if pid:
        unfinished = pid_file.with_suffix(".new")
        unfinished.write_text(str(pid))
        unfinished.replace(pid_file)
        return pid
    stop = threading.Event()
    set_on_signals(stop, signal.SIGTERM, signal.SIGINT)
    service = open_service(settings)
    work(service, replace(quick_parts(home), settings=settings), stop)
    service.database.close()
    os._exit(0)


if __name__ == "__main__":
    main()
