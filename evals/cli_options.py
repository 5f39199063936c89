"""Options that the eval commands share, what they refuse, and how they print for scripts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from evals.suites import Shop
    from knowledge.types import Value

AsJson = Annotated[bool, typer.Option("--json", help="Print the report as one JSON object.")]
SettingsFile = Annotated[Path | None, typer.Option("--settings", help="Settings file; support.toml by default.")]
First = Annotated[
    int | None, typer.Option("--limit", min=1, metavar="N", help="Ask only the first N questions of a set.")
]
Articles = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="The articles that gold sets ask about; the sample shop's where not given."),
]
CasePaths = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="PATH...",
        help="Case files, or folders of them. The shipped cases where none is named.",
        show_default=False,
    ),
]
AsOf = Annotated[
    datetime | None,
    typer.Option("--as-of", formats=["%Y-%m-%d"], metavar="DATE", help="The day of a gold set's questions; today."),
]


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what cannot be used into a message and exit status 2."""
    from agent.errors import AgentError
    from evals.errors import EvalError
    from knowledge.errors import KnowledgeError

    try:
        yield
    except (EvalError, KnowledgeError, AgentError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error


@contextmanager
def told_by_kind() -> Iterator[None]:
    """Turn an error of a run into its message and the exit status of its kind; an error of no kind is a bug and goes on."""
    from agent.cli import options
    from evals.errors import EvalError

    try:
        yield
    except Exception as error:
        status = options.INPUT if isinstance(error, EvalError) else options.exit_status(error)
        if status is None:
            raise
        typer.echo(str(error), err=True)
        raise typer.Exit(status) from error


def shop_of(articles: Path | None, as_of: datetime | None) -> Shop:
    """The shop that gold sets ask about: the sample, today, unless told otherwise."""
    from evals.suites import Shop
    from knowledge.sample import articles_folder

    return Shop(articles or articles_folder(), as_of.date() if as_of else date.today())


def print_json(found: Value, **more: Any) -> None:
    """One object on one line."""
    typer.echo(json.dumps(found.model_dump(mode="json", by_alias=True) | more, ensure_ascii=False))
