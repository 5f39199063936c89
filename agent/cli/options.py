"""Options that every command has, and what an error means for the exit status."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from agent.settings import Settings

INPUT, STORE = 2, 3


@dataclass(frozen=True)
class Common:
    """Options given before the command's name."""

    home: Path | None = None
    settings: Path | None = None


def read(context: typer.Context, home: Path | None, settings: Path | None, drafter: str | None = None) -> Settings:
    """The settings of this run; an option given after the command wins over one before it, both over all else.

    Raises:
        SettingsError: the settings file or a SUPPORT_* variable is wrong.
    """
    from agent.settings import load_settings

    before = context.find_object(Common) or Common()
    named = os.environ.get("SUPPORT_SETTINGS")
    file = settings or before.settings or (Path(named) if named else None)
    found = load_settings(file, os.environ)
    chosen = home or before.home
    if chosen is not None:
        found = found.model_copy(update={"home": chosen})
    if drafter is not None:
        found = found.model_copy(update={"drafting": found.drafting.model_copy(update={"drafter": drafter})})
    return found


def at_most_one(files: list[Path] | None) -> Path | None:
    """The file of an argument that may be given once.

    Raises:
        InputError: there are several.
    """
    from agent.errors import InputError

    if files and len(files) > 1:
        raise InputError(
            f"Found {len(files)} files of JSON lines, wanted one. Several texts that prove are named with "
            "`support check --evidence FILE --text REPLY`."
        )
    return files[0] if files else None


def refuse_together(*, as_case: bool, today: bool, draft: bool, file: Path | None) -> None:
    """Refuse options of `replay` that mean nothing together.

    Raises:
        InputError: a file is named without `--as-case`, or how to run is said with it.
    """
    from agent.errors import InputError

    if file is not None and not as_case:
        raise InputError(
            f"Found the file {file}, wanted none: a file is written with `--as-case` only. Add it, or leave the file out."
        )
    if as_case and (today or draft):
        raise InputError(
            "--as-case writes down what was answered then and runs nothing: leave --today and --draft out."
        )


def refuse_for_frozen(otherwise: bool) -> None:
    """Refuse options of `replay` that a frozen turn leaves no room for.

    Raises:
        InputError: one of them is given.
    """
    from agent.errors import InputError

    if otherwise:
        raise InputError(
            "A frozen turn is checked on its own day and its own draft, and is no turn of the ledger: leave --today, --draft "
            "and --as-case out."
        )


def exit_status(error: Exception) -> int | None:
    """2 for the caller's mistakes, 3 for an index, model or store that cannot be used, None for a bug."""
    from agent.errors import AgentError, StoreError
    from knowledge.errors import IndexStateError, InputError, KnowledgeError
    from policies.errors import PolicyError

    match error:
        case IndexStateError() | StoreError():
            return STORE
        case InputError():
            return INPUT
        case KnowledgeError():
            return STORE
        case AgentError() | PolicyError():
            return INPUT
        case OSError() | sqlite3.Error():
            return STORE
        case _:
            return None
