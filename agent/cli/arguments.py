"""Options that several commands declare alike."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Customer = Annotated[str | None, typer.Option("--customer", metavar="ID", help="The verified customer who asks.")]
NoKb = Annotated[bool, typer.Option("--no-kb", help="Leave the help articles out.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Home = Annotated[Path | None, typer.Option("--home", help="Data folder; SUPPORT_HOME or .support by default.")]
Config = Annotated[Path | None, typer.Option("--settings", help="Settings file; support.toml by default.")]
Drafter = Annotated[
    str | None,
    typer.Option(
        "--drafter", metavar="NAME", help="extractive, scripted:FILE, or provider:model; overrides the settings."
    ),
]
