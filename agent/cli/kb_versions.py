"""`support kb versions` and `support kb rollback`."""

from __future__ import annotations

import typer

from agent.build import open_parts
from agent.cli.show import console, print_json, row, say, table
from agent.settings import Settings
from knowledge.errors import IndexMissingError
from knowledge.pointer import Move, moves, pointed_name
from knowledge.settings import index_folder
from knowledge.versions import Version, versions


def run_versions(settings: Settings, *, as_json: bool) -> None:
    """List the versions that are kept, and say how the current one became that; no model is loaded."""
    index = index_folder(settings.home)
    if pointed_name(index) is None:
        raise IndexMissingError(f"There is no index in {index}. Run `support kb sync DIR` with your articles' folder.")
    kept, made = versions(index), moves(index)
    if as_json:
        print_json(
            {
                "kept_states": settings.knowledge.kept_states,
                "versions": [version.model_dump(mode="json") for version in kept],
                "moves": [move.model_dump(mode="json") for move in made],
            }
        )
        return
    found = table("", "state", "synced at", "articles", "passages", "changes", "folder")
    for version in kept:
        mark = "*" if version.current else ""
        row(
            found,
            mark,
            version.name,
            version.synced_at,
            version.articles,
            version.passages,
            _changes(version),
            version.folder,
        )
    console().print(found)
    say(f"* is the current one. Up to {settings.knowledge.kept_states} are kept; each is a whole index on disk.")
    if made and made[-1].by == "rollback":
        say(_told(made[-1]))


def run_rollback(settings: Settings, state: str | None, *, as_json: bool) -> None:
    """Move to another version and say from where to where."""
    report = open_parts(settings).rollback.roll_back(state)
    if as_json:
        print_json(report.model_dump(mode="json"))
        return
    now = report.now
    if report.at is None:
        say(f"{now.name} is the current version already; nothing was done.")
        return
    say(f"The index went from {report.before or 'nothing'} to {now.name}.")
    say(f"{now.articles} articles, {now.passages} passages, synced {now.synced_at} from {now.folder}")
    back = f"`support kb rollback {report.before}` undoes this; " if report.before else ""
    typer.echo(f"{back}`support kb sync DIR` brings the index in line with the folder again.", err=True)


def _changes(version: Version) -> str:
    if version.changes is None:
        return "not recorded"
    counts = version.changes.model_dump()
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "none"


def _told(move: Move) -> str:
    return f"A rollback at {move.at} came here from {move.before or 'nothing'}."
