"""`support kb status`: what the index holds, and which articles to look at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from agent.build import Parts, open_parts
from agent.cli.show import print_json, progress_bar, say
from agent.settings import Settings
from knowledge.index import IndexState
from knowledge.review import ArticleReview, review

LISTED = 20
"""Articles of a kind that are printed; `--json` has all of them."""


def run_status(settings: Settings, *, stale_days: int, as_json: bool) -> None:
    """Show the index and what its articles need."""
    parts = open_parts(settings)
    state = parts.knowledge.searcher.state
    with progress_bar() as progress:
        reviewed = review(state, date.today(), stale_days, progress)
        unused = _unused(parts, reviewed, lambda done, total: progress("turns", done, total))
    found = {**_index(state), **reviewed.model_dump(mode="json", exclude={"findable"}), "never_retrieved": unused}
    if as_json:
        print_json(found)
    else:
        _print(found)


def _index(state: IndexState) -> dict[str, Any]:
    manifest = state.manifest
    return {
        "folder": manifest.folder,
        "synced_at": manifest.synced_at,
        "articles": manifest.articles,
        "passages": manifest.passages,
        "vectors": state.vectors.count(),
        "server": state.vectors.server,
        "state": state.folder.name,
        "fingerprint": manifest.fingerprint.model_dump(mode="json"),
        "sources": [article.model_dump(mode="json") for article in state.articles],
    }


def _unused(parts: Parts, reviewed: ArticleReview, progress: Any) -> dict[str, Any]:
    """Articles that customers may be shown and that no search of the ledger found; none before the first search."""
    found = parts.ledger.retrievals(progress)
    articles = sorted(source for name, source in reviewed.findable.items() if name not in found.articles)
    return {"turns": found.turns, "since": found.since, "articles": articles if found.turns else []}


def _print(found: dict[str, Any]) -> None:
    for name in ("folder", "synced_at", "articles", "passages", "vectors", "state"):
        say(f"{name:>10}  {found[name]}")
    if found["server"]:
        say(f"{'server':>10}  {found['server']}")
    for name, value in found["fingerprint"].items():
        say(f"{name:>16}  {value}")
    pairs = [f"{pair['share']:.0%}  {' and '.join(pair['articles'])}" for pair in found["near_duplicates"]]
    _print_list("near duplicates, by the share of their wording", pairs)
    _print_list("stale", [f"{one['article']}: {one['reason']}" for one in found["stale"]])
    unused = found["never_retrieved"]
    if unused["turns"]:
        _print_list(
            f"never retrieved in {unused['turns']:,} turn{'s' if unused['turns'] > 1 else ''} since {unused['since'][:10]}",
            unused["articles"],
        )
    else:
        say("never retrieved: no turn has searched yet")


def _print_list(title: str, lines: Sequence[str]) -> None:
    say(f"{title}: {len(lines) or 'none'}")
    for line in lines[:LISTED]:
        say(f"  {line}")
    if len(lines) > LISTED:
        say(f"  and {len(lines) - LISTED:,} more")
