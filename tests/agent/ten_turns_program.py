"""`python -m tests.agent.ten_turns_program HOME chat|approve|deny`: the chat through a pipe, or a person's decision, on the day of the case."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import typer

from agent.actions.approvals import Answer
from agent.build import open_agent, open_parts
from agent.cli.actions import open_desk, run_answer
from agent.cli.chat import hold_chat
from agent.cli.chat_turns import Opened
from tests.agent.shop import TODAY, settings_for


def opened(home: Path) -> Opened:
    parts = open_parts(settings_for(home))
    return Opened(replace(open_agent(parts), today=lambda: TODAY), parts)


def main(folder: str, what: str) -> int:
    home = Path(folder)
    if what == "chat":
        return hold_chat(
            lambda: opened(home), home, customer="C-1001", use_knowledge=True, as_json=True, at_terminal=False
        )
    reference = open_desk(settings_for(home)).waiting(TODAY)[-1].reference
    answer = Answer.model_validate({"verdict": what, "by": "Kim", "on": TODAY})
    try:
        run_answer(settings_for(home), reference, answer, as_json=False)
    except typer.Exit as ended:  # how a command ends, with its exit status
        return ended.exit_code
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
