"""`support kb …`: commands of the knowledge base, carried out in their own files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agent.cli import options
from agent.cli.arguments import Config, Home, Json

app = typer.Typer(
    help="The knowledge base: sync a folder of articles, look at the index, search it, go back to an earlier version.",
    no_args_is_help=True,
)


@app.command("sync")
def kb_sync(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Markdown and HTML articles, read recursively.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan, change nothing.")] = False,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Start anew: another embedder, or a damaged index.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Accept a folder with no article in it.")] = False,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Bring the index in line with a folder; exit status 1 where a file could not be read."""
    from agent.cli.kb import run_sync

    found = options.read(context, home, settings)
    run_sync(found, folder, dry_run=dry_run, rebuild=rebuild, force=force, as_json=as_json)


@app.command("status")
def kb_status(
    context: typer.Context,
    stale_days: Annotated[
        int, typer.Option("--stale-days", min=1, max=36_500, help="Days for which a look at an article is good.")
    ] = 365,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Say what the index holds, what it was built with, and which articles to look at."""
    from agent.cli.kb_status import run_status

    run_status(options.read(context, home, settings), stale_days=stale_days, as_json=as_json)


@app.command("versions")
def kb_versions(context: typer.Context, as_json: Json = False, home: Home = None, settings: Config = None) -> None:
    """List the versions of the index that are kept, newest first."""
    from agent.cli.kb_versions import run_versions

    run_versions(options.read(context, home, settings), as_json=as_json)


@app.command("rollback")
def kb_rollback(
    context: typer.Context,
    state: Annotated[
        str | None,
        typer.Argument(
            metavar="STATE", help="A version's name or its beginning; the one before the current if left out."
        ),
    ] = None,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Go back to an earlier version of the index, or forward again; it is checked first."""
    from agent.cli.kb_versions import run_rollback

    run_rollback(options.read(context, home, settings), state, as_json=as_json)


@app.command("impact")
def kb_impact(
    context: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="DIR", help="Articles as a sync would take them over; two versions of the index where left out."
        ),
    ] = None,
    article: Annotated[
        list[str] | None, typer.Option("--article", metavar="NAME", help="Only this one; may be repeated.")
    ] = None,
    begin: Annotated[
        str | None,
        typer.Option("--from", metavar="STATE", help="The earlier version; what --to was made from if left out."),
    ] = None,
    end: Annotated[
        str | None, typer.Option("--to", metavar="STATE", help="The later version; the current one if left out.")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE", help="Only turns asked on this day (UTC) or later.")
    ] = None,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Say which past replies relied on what articles no longer say, and which claims would be cut now; nothing is written.

    Claims are checked again in their own drafts, against the new text. Exit status: 0 none would be cut, 1 some would.
    """
    from agent.cli.kb_impact import run_impact

    found = options.read(context, home, settings)
    run_impact(found, folder, articles=article or [], begin=begin, end=end, since=since, as_json=as_json)


@app.command("search")
def kb_search(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="What to look for.")],
    k: Annotated[int | None, typer.Option("--k", min=1, max=1000, help="Passages to show.")] = None,
    conditions: Annotated[
        list[str] | None, typer.Option("--filter", metavar="KEY=VALUE", help="Front matter; may be repeated.")
    ] = None,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="Articles in force on this day.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show each retriever's rank and score.")] = False,
    as_json: Json = False,
    home: Home = None,
    settings: Config = None,
) -> None:
    """Search the articles as the agent does."""
    from agent.cli.kb import run_search

    found = options.read(context, home, settings)
    run_search(found, text, k=k, conditions=conditions or [], as_of=as_of, explain=explain, as_json=as_json)
