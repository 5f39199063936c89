"""`python -m tests.agent.cli.chat_program HOME SECONDS [TEXT]`: the chat, with a drafter that takes its time.

SECONDS is the longest a draft takes, 1.5 for example, or the shortest and the longest, 1-1.5.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from agent.cli.chat import hold_chat
from agent.cli.chat_turns import Opened
from agent.types import Draft, DraftRequest
from tests.agent.shop import agent_of, quick_parts


@dataclass(frozen=True)
class UnevenDrafter:
    """Takes any time between two bounds, so that no two turns are interrupted in the same place."""

    at_least: float
    at_most: float
    text: str
    name: str = "uneven"

    def draft(self, request: DraftRequest) -> Draft:
        time.sleep(random.uniform(self.at_least, self.at_most))
        return Draft(text=self.text, drafter=self.name)


def opened(home: Path, seconds: str, text: str) -> Opened:
    parts = quick_parts(home)
    at_least, _, at_most = seconds.rpartition("-")
    return Opened(agent_of(parts, UnevenDrafter(float(at_least or 0), float(at_most), text)), parts)


def main(home: str, seconds: str, text: str = "Order ORD-99107 was delivered on 2026-11-21.") -> int:
    return hold_chat(
        lambda: opened(Path(home), seconds, text),
        Path(home),
        customer="C-1001",
        use_knowledge=False,
        as_json=False,
        at_terminal=sys.stdin.isatty(),
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
