"""A conversation as a picture of the terminal: `python -m evals.chat_picture SCRIPT OUT.svg`.

SCRIPT is a conversation case as `agent.cases` reads it; its lines are typed into the real chat, commands such as /why among
them, on the sample shop and on the case's day. The picture has no times and no ids of turns, so that the same replies give
the same file.
"""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from agent.build import open_agent
from agent.cases import Case, read_case
from agent.cli.chat_prompt import PROMPT
from agent.cli.chat_screen import Screen
from agent.cli.chat_session import ChatSession
from agent.cli.chat_signals import Signals
from agent.cli.chat_turns import Opened, TurnDesk
from agent.cli.opening import known_customer, open_for_turns
from agent.cli.show import say, terminal_text
from agent.errors import InputError
from agent.settings import Settings
from evals.case_person import BY, decide_newest
from evals.cli_options import refusing

if TYPE_CHECKING:
    from rich.console import Console

COLUMNS = 80
UNSTEADY = ("/trace", "/export", "/reset", "/memory", "/approvals")
"""Commands that show times or ids, which differ from run to run."""

BACKGROUND, FOREGROUND = (250, 250, 247), (38, 42, 48)
SHADES = ((38, 42, 48), (176, 42, 48), (38, 120, 66), (150, 102, 0), (32, 86, 160), (122, 60, 140), (0, 112, 124))
"""Black, red, green, yellow, blue, magenta, cyan: dark on light."""

_FETCHED = re.compile(r"@font-face\s*\{.*?\}\s*|<!--.*?-->\s*", re.DOTALL)


def main(
    script: Annotated[Path, typer.Argument(metavar="SCRIPT", help="A conversation case in YAML.")],
    out: Annotated[Path, typer.Argument(metavar="OUT.svg", help="The picture; a file of this name is replaced.")],
    home: Annotated[
        Path | None, typer.Option("--home", help="A data folder to talk to, in which the turns are recorded.")
    ] = None,
) -> None:
    """Run a conversation through the product and draw the terminal.

    Exit status: 0 drawn, 2 the script, the index or a model cannot be used.
    """
    with refusing(), TemporaryDirectory(prefix="support-picture-") as folder:
        picture = drawn(read_case(script), home or Path(folder) / "home")
        _write(out, picture)


def _write(out: Path, picture: str) -> None:
    try:
        out.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise InputError(
            f"{out} cannot be written ({error.strerror}): wanted a file in a folder that exists."
        ) from error


def drawn(case: Case, home: Path) -> str:
    """The conversation as SVG.

    Raises:
        InputError: the case names a customer that is not there, or a command that shows times or ids.
    """
    for turn in case.turns:
        if turn.say.startswith(UNSTEADY):
            raise InputError(
                f"{case.name}: found {turn.say!r}, wanted none of {', '.join(UNSTEADY)}: they differ each time."
            )
    console = _recording()
    desk = TurnDesk(partial(_opened, case, home))
    screen = Screen(out=lambda: console)
    session = ChatSession(desk, screen, Signals(may_interrupt=False), case.customer, case.articles, case.name)
    try:
        for number, turn in enumerate(case.turns):
            if number:
                console.print()
            if turn.decided:
                reference = decide_newest(_settings(home), turn.decided, case.today).reference
                say(f"(in another terminal) $ support {turn.decided} {reference} --by {BY}\n", style="dim", to=console)
            say(f"{PROMPT}{' '.join(turn.say.split())}", style="bold blue", to=console)
            session.take(turn.say.strip())
    finally:
        desk.close()
    return _svg(console, case.name)


def _opened(case: Case, home: Path) -> Opened:
    parts = open_for_turns(_settings(home))
    known_customer(parts, case.customer)
    return Opened(replace(open_agent(parts), today=lambda: case.today), parts)


def _settings(home: Path) -> Settings:
    return Settings().model_copy(update={"home": home})


def _recording() -> Console:
    """A terminal of a fixed width that nobody sees."""
    from rich.console import Console

    return Console(
        record=True,
        file=io.StringIO(),
        width=COLUMNS,
        force_terminal=True,
        color_system="truecolor",
        no_color=False,
        markup=False,
        highlight=False,
        emoji=False,
        _environ={},
    )


def _svg(console: Console, title: str) -> str:
    """Without the fonts that rich would have fetched from elsewhere; any monospace one will do."""
    from rich.terminal_theme import TerminalTheme

    theme = TerminalTheme(BACKGROUND, FOREGROUND, [*SHADES, (90, 96, 104)])
    svg = console.export_svg(title=terminal_text(title), theme=theme, unique_id="chat")
    return "\n".join(line.rstrip() for line in _FETCHED.sub("", svg).split("\n"))


if __name__ == "__main__":
    typer.run(main)
