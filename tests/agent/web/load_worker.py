"""A worker's process for the load: the real agent, with an embedder that costs nothing."""

from __future__ import annotations

import sys
from pathlib import Path

from agent.settings import load_settings
from agent.web.opening import open_service
from agent.web.working import stop_on_signals, work
from tests.agent.shop import quick_parts


def main() -> None:
    """Work on the data folder that is named first, with the settings that are named second, until told to stop."""
    home, file = Path(sys.argv[1]), Path(sys.argv[2])
    stop = stop_on_signals()
    settings = load_settings(file, {"SUPPORT_HOME": str(home)})
    service = open_service(settings)
    try:
        work(service, quick_parts(home), stop)
    finally:
        service.database.close()


if __name__ == "__main__":
    main()
