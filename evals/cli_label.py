"""`support eval label`: turns of the ledger as a file of claims for a person to label."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evals.cli_options import SettingsFile, refusing

if TYPE_CHECKING:
    from evals.labelling import Ask

YES, NO = ("y", "yes"), ("n", "no")


def label(
    context: typer.Context,
    turns: Annotated[
        list[str] | None, typer.Argument(metavar="TURN...", help="Ids of turns, their beginnings, or `last`.")
    ] = None,
    last: Annotated[
        int | None, typer.Option("--last", min=1, max=100_000, metavar="N", help="The newest N turns with claims.")
    ] = None,
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask for each label here: y, n, or Enter to pass it over.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Add to this file; standard output where left out.")
    ] = None,
    settings: SettingsFile = None,
) -> None:
    """Write turns as JSON lines, one a turn, in which a person says of each claim whether its evidence supports it.

    Put true or false where "supported" says null; what stays null is left out. `support eval calibrate MODEL_FOLDER FILE
    --wrong-at-most 1%` and `support eval grounding FILE` read the file. It is a copy outside the data folder, so `support
    forget` does not find it: delete the lines of a customer who is forgotten.

    Exit status: 0 written, 2 a turn or the file cannot be used.
    """
    from agent.cli import options
    from agent.errors import InputError
    from agent.stores import stores_of
    from evals.labelling import labelled_turn

    with refusing():
        read = options.read(context, None, settings)
        ledger = stores_of(read).ledger
        names = [*(turns or ()), *(row["turn_id"] for row in (ledger.recent(last) if last else ()))]
        if not names:
            raise InputError("No turn is named: wanted ids, or `--last N`. Run `support trace` to list turns.")
        found = [turn for name in dict.fromkeys(names) if (turn := ledger.turn(name)).claims]
        for turn in found:  # written one by one: who stops in between keeps the labels given so far
            _write(json.dumps(labelled_turn(turn, _asking(ask)), ensure_ascii=False) + "\n", out)
    if out is not None:
        typer.echo(f"{out}: {len(found)} turns added.", err=True)


def _asking(ask: bool) -> Ask:
    return _asked if ask else lambda shown: None


def _asked(shown: str) -> bool | None:
    from agent.cli.show import tell

    tell(shown)
    while True:
        said = typer.prompt("Does the evidence support it?", default="", show_default=False, err=True).strip().lower()
        if said in ("", *YES, *NO):
            return None if not said else said in YES
        typer.echo("y, n, or Enter to pass it over.", err=True)


def _write(text: str, out: Path | None) -> None:
    from evals.errors import ReportError

    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        with out.open("a", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        raise ReportError(
            f"{out} cannot be written ({error.strerror}): name a file in a folder that is there."
        ) from error
