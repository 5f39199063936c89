"""`support kb impact`: which past replies relied on what articles no longer say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import typer

from agent.build import Parts, build_grounder, open_parts
from agent.cli.show import console, print_json, progress_bar, row, say, table
from agent.errors import InputError
from agent.impact import Impact, ImpactFinder, Relied
from agent.open_models import open_judge, open_nli
from agent.rechecking import Rechecker
from agent.settings import Settings
from knowledge.article_changes import ArticleChange, article_changes, passages_of, version_named
from knowledge.caching import CachingEmbedder
from knowledge.settings import index_folder

SHOWN = 16
"""Characters of a conversation's id in the table; it is whole with `--json`."""

WOULD_BE_CUT = 1
"""Exit status where a claim that was sent would be cut now."""

Progress = Callable[[str, int, int], None]
Compared = tuple[str, str, dict[str, ArticleChange]]
"""The names of both versions, and the articles that are otherwise in the second."""


def run_impact(
    settings: Settings,
    folder: Path | None,
    *,
    articles: list[str],
    begin: str | None,
    end: str | None,
    since: str | None,
    as_json: bool,
) -> None:
    """Compare, read the ledger against what changed, and say which claims would be cut.

    Raises:
        InputError: options that mean nothing together, an article that did not change, a version that is not kept.
        IndexMissingError: nothing was synced.
    """
    if folder is not None and (begin or end):
        raise InputError("A folder is compared with the current version: leave --from and --to out, or the folder.")
    first = _day(since)
    parts = open_parts(settings)
    with progress_bar() as progress:
        before, now, changes = _of_folder(parts, folder, progress) if folder else _of_versions(settings, begin, end)
        chosen = _chosen(changes, articles)
        turns, relied = _finder(parts).find(chosen, first, progress)
    found = Impact(
        before=before,
        now=now,
        changed=tuple(sorted(name for name, one in chosen.items() if one.now)),
        removed=tuple(sorted(name for name, one in chosen.items() if not one.now)),
        turns=turns,
        relied=relied,
    )
    if as_json:
        print_json({**found.model_dump(mode="json"), "cut": len(found.cut)})
    else:
        _print(found)
    if found.cut:
        raise typer.Exit(WOULD_BE_CUT)


def _of_folder(parts: Parts, folder: Path, progress: Progress) -> Compared:
    before, now = parts.syncer.preview(folder, progress)
    current = version_named(index_folder(parts.settings.home), None)
    return current.name, str(folder), article_changes(before, now)


def _of_versions(settings: Settings, begin: str | None, end: str | None) -> Compared:
    index = index_folder(settings.home)
    now = version_named(index, end)
    if begin is None and now.made_from is None:
        raise InputError(
            f"{now.name} was made from no other version, so there is nothing to compare it with. Name a folder, "
            "`support kb impact DIR`, or another version with `--to`."
        )
    before = version_named(index, begin or now.made_from)
    return before.name, now.name, article_changes(passages_of(index, before.name), passages_of(index, now.name))


def _chosen(changes: Mapping[str, ArticleChange], articles: list[str]) -> dict[str, ArticleChange]:
    if unknown := [name for name in articles if name not in changes]:
        named = ", ".join(sorted(changes)) or "none"
        raise InputError(
            f"--article names {', '.join(unknown)}: wanted articles that are changed or gone, which are {named}."
        )
    return {name: one for name, one in changes.items() if not articles or name in articles}


def _day(since: str | None) -> str:
    if since is None:
        return ""
    try:
        return date.fromisoformat(since).isoformat()
    except ValueError as error:
        raise InputError(f"--since got {since!r}: wanted a date such as 2026-09-01.") from error


def _finder(parts: Parts) -> ImpactFinder:
    settings, embedder = parts.settings, parts.embedder
    nli, judge, seen = open_nli(settings), open_judge(settings), CachingEmbedder(embedder)
    rechecker = Rechecker(lambda day: build_grounder(settings, embedder, nli, day, judge=judge, articles=seen))
    return ImpactFinder(parts.ledger, rechecker, settings.articles.only)


def _print(found: Impact) -> None:
    say(f"From {found.before} to {found.now}: {_named(found)}.")
    say(f"{found.turns} turns sent something that these articles proved.")
    if not found.relied:
        say("None of it rests on what is changed.")
        return
    told = table("turn, conversation,\nwhen", "claim", "old line → new line", "verdict\nthen → now")
    for one in found.relied:
        row(told, _turn(one), one.claim, _lines(one), _verdicts(one))
    console().print(told)
    turns = len({one.turn_id for one in found.cut})
    say(
        f"{len(found.relied)} claims rest on changed lines; {len(found.cut)} of them, in {turns} turns, would be cut now."
    )


def _named(found: Impact) -> str:
    parts = [f"changed {', '.join(found.changed)}"] if found.changed else []
    parts += [f"gone {', '.join(found.removed)}"] if found.removed else []
    return "; ".join(parts) or "no article is changed or gone"


def _turn(one: Relied) -> str:
    conversation = one.conversation_id
    conversation = conversation if len(conversation) <= SHOWN else conversation[: SHOWN - 1] + "…"
    return f"{one.turn_id}\n{conversation}\n{one.asked_at[:16].replace('T', ' ')}"


def _lines(one: Relied) -> str:
    where = f"{one.passage_id}, lines {one.lines[0]}-{one.lines[1]}" if one.lines else one.passage_id
    change = f"{one.old} → {one.new or 'nothing like it'}" if one.gone else f"{one.old} (stands; its section changed)"
    return f"{where}: {change}"


def _verdicts(one: Relied) -> str:
    cut = (", falls with another" if one.now == "supported" else ", cut") if one.cut else ""
    added = f", with “{one.added}”" if one.added else ""
    return f"{one.was} → {one.now.replace('_', ' ')}{cut}{added}"
