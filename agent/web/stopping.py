"""Being told to stop: what is in hand is finished first."""

from __future__ import annotations

import signal
import threading


def set_on_signals(stop: threading.Event, *signals: signal.Signals) -> None:
    """Let these signals set it, from now on.

    It is asked for before anything slow is imported, so that a signal which comes early is heard, too.
    """
    for one in signals:
        signal.signal(one, lambda number, frame: stop.set())
