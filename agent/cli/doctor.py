"""`support doctor`: what is installed, loaded, stale, missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any, Literal

import typer

from agent.build import open_drafter, open_parts, open_verifier
from agent.cli.options import exit_status
from agent.cli.show import console, print_json, row, table
from agent.errors import StoreError
from agent.graph import open_checkpoints
from agent.ledger import Ledger
from agent.settings import Settings
from knowledge.models.registry import locate
from knowledge.types import Value

PACKAGES = (
    "langgraph",
    "sentence-transformers",
    "chromadb",
    "bm25s",
    "transformers",
    "pydantic",
    "sqlite-utils",
    "torch",
)

State = Literal["ok", "missing", "broken"]


class Finding(Value):
    """One thing that was looked at."""

    what: str
    state: State
    detail: str


def run_doctor(settings: Settings, *, as_json: bool) -> None:
    """Look at everything a turn needs; exit status 1 where something is broken."""
    findings = list(_findings(settings))
    if as_json:
        print_json({"findings": [finding.model_dump() for finding in findings], "home": str(settings.home)})
    else:
        found = table("what", "state", "detail")
        for finding in findings:
            row(found, finding.what, finding.state, finding.detail)
        console().print(found)
    if any(finding.state == "broken" for finding in findings):
        raise typer.Exit(1)


def _findings(settings: Settings) -> Iterator[Finding]:
    yield Finding(what="packages", state="ok", detail=", ".join(f"{name} {version(name)}" for name in PACKAGES))
    yield _look("embedder", lambda: _embedder(settings))
    yield Finding(
        what="reranker", state="ok", detail="late interaction over the embedder; no cross-encoder is installed"
    )
    yield _look("verifier", lambda: _verifier(settings))
    yield _look("drafter", lambda: _drafter(settings))
    yield _look("policies", lambda: _policies(settings))
    yield _look("index", lambda: _index(settings))
    yield _look("orders", lambda: _orders(settings))
    yield _look("ledger", lambda: _ledger(settings))
    yield _look("conversations", lambda: _conversations(settings))


def _look(what: str, look: Callable[[], tuple[State, str]]) -> Finding:
    try:
        state, detail = look()
    except Exception as error:
        if exit_status(error) is None:
            raise
        return Finding(what=what, state="broken", detail=str(error))
    return Finding(what=what, state=state, detail=detail)


def _embedder(settings: Settings) -> tuple[State, str]:
    found = locate("embedder", settings.knowledge.embedder)
    return "ok", f"{found.name}, sha256 {found.sha256[:12]}… checked, {found.licence}, from the {found.origin}"


def _verifier(settings: Settings) -> tuple[State, str]:
    found = open_verifier(settings)
    if found is None:
        return (
            "missing",
            "no NLI model: what exact and embedding cannot prove is cut; set grounding.verifier to a folder",
        )
    return "ok", found.name


def _drafter(settings: Settings) -> tuple[State, str]:
    parts = open_parts(settings)
    return "ok", open_drafter(settings, parts.embedder).name


def _policies(settings: Settings) -> tuple[State, str]:
    from policies.rules import load_policy, load_rules

    rules, text = load_rules(settings.policies.rules), load_policy(settings.policies.text)
    return "ok", f"{len(rules.refund)} refund rules, {len(rules.topic)} topics, a policy of {len(text.split())} words"


def _index(settings: Settings) -> tuple[State, str]:
    from knowledge.index import current_state_folder
    from knowledge.settings import index_folder

    if current_state_folder(index_folder(settings.home)) is None:
        return "missing", "nothing was synced: run `support kb sync DIR`, or `support chat` for the sample shop"
    state = open_parts(settings).knowledge.searcher.state
    manifest: Any = state.manifest
    return "ok", f"{manifest.articles} articles, {state.vectors.count()} passages, synced {manifest.synced_at}"


def _ledger(settings: Settings) -> tuple[State, str]:
    path = settings.home / "ledger.db"
    newest = Ledger(path).recent(1)
    return "ok", f"the newest turn is {newest[0]['turn_id']} at {newest[0]['asked_at']}" if newest else "no turn yet"


def _conversations(settings: Settings) -> tuple[State, str]:
    locks, path = settings.home / "locks", settings.home / "checkpoints.db"
    if locks.exists() and not locks.is_dir():
        raise StoreError(f"{locks} is a file: wanted a folder. Move it away.")
    if not path.exists():
        return "ok", "none yet"
    open_checkpoints(path).conn.close()
    return "ok", f"{path.stat().st_size / 1_000_000:.1f} MB of state"


def _orders(settings: Settings) -> tuple[State, str]:
    from knowledge.settings import orders_path

    if not orders_path(settings.home).exists():
        return "missing", "no orders were loaded: run `support orders load FILE`"
    return "ok", f"{len(open_parts(settings).orders.customer_ids())} customers"
