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
