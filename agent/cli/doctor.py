"""`support doctor`: what is installed, loaded, stale, missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any, Literal

import typer

from agent.build import open_parts
from agent.checkpoints import count_server_threads, open_checkpoints
from agent.cli.heads import HeadLook
from agent.cli.models import Missing, ModelLook, ModelReport
from agent.cli.options import exit_status
from agent.cli.show import console, print_json, row, table
from agent.errors import SettingsError, StoreError
from agent.settings import Settings
from agent.stores import stores_of
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
    "onnxruntime",
    "tokenizers",
)

State = Literal["ok", "missing", "broken"]


class Finding(Value):
    """One thing that was looked at."""

    what: str
    state: State
    detail: str
    model: ModelReport | None = None
    """Of a role's model."""


def run_doctor(settings: Settings, *, as_json: bool) -> None:
    """Look at everything a turn needs; exit status 1 where something is broken."""
    findings = list(_findings(settings))
    if as_json:
        print_json({"findings": [finding.model_dump(mode="json") for finding in findings], "home": str(settings.home)})
    else:
        found = table("what", "state", "detail")
        for finding in findings:
            row(found, finding.what, finding.state, finding.detail)
        console().print(found)
    if any(finding.state == "broken" for finding in findings):
        raise typer.Exit(1)


def _findings(settings: Settings) -> Iterator[Finding]:
    yield Finding(what="packages", state="ok", detail=", ".join(f"{name} {version(name)}" for name in PACKAGES))
    models = ModelLook(settings)
    yield _look("embedder", models.embedder)
    yield _look("reranker", models.reranker)
    yield _look("sparse encoder", lambda: models.sparse() or ("ok", "not among knowledge.retrievers"))
    yield _look("rewriter", lambda: models.rewriter() or ("ok", "the subject named last is carried, without a model"))
    yield _look("verifier", models.verifier)
    yield _look("drafter", models.drafter)
    yield _look("judge", models.judge)
    heads = HeadLook(settings)
    yield _look("intents", heads.intents)
    yield _look("topics", heads.topics)
    yield _look("policies", lambda: _policies(settings))
    yield _look("index", lambda: _index(settings))
    yield _look("orders", lambda: _orders(settings))
    yield _look("ledger", lambda: _ledger(settings))
    yield _look("conversations", lambda: _conversations(settings))
    yield _look("service", lambda: _service(settings))


def _look(what: str, look: Callable[[], tuple[State, str] | ModelReport | Missing]) -> Finding:
    try:
        seen = look()
    except Exception as error:
        if exit_status(error) is None:
            raise
        return Finding(what=what, state="broken", detail=str(error))
    match seen:
        case ModelReport():
            return Finding(what=what, state="ok", detail=seen.sentence, model=seen)
        case Missing():
            return Finding(what=what, state="missing", detail=seen.why)
        case (state, detail):
            return Finding(what=what, state=state, detail=detail)


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
    where = f", vectors on the Chroma server {state.vectors.server}" if state.vectors.server else ""
    return "ok", f"{manifest.articles} articles, {state.vectors.count()} passages, synced {manifest.synced_at}{where}"


def _ledger(settings: Settings) -> tuple[State, str]:
    newest = stores_of(settings).ledger.recent(1)
    return "ok", f"the newest turn is {newest[0]['turn_id']} at {newest[0]['asked_at']}" if newest else "no turn yet"


def _conversations(settings: Settings) -> tuple[State, str]:
    locks, path = settings.home / "locks", settings.home / "checkpoints.db"
    if locks.exists() and not locks.is_dir():
        raise StoreError(f"{locks} is a file: wanted a folder. Move it away.")
    if url := settings.service.driver_url:
        return "ok", f"{count_server_threads(url)} on the PostgreSQL server"
    if not path.exists():
        return "ok", "none yet"
    open_checkpoints(path).conn.close()
    return "ok", f"{path.stat().st_size / 1_000_000:.1f} MB of state"


def _orders(settings: Settings) -> tuple[State, str]:
    orders = stores_of(settings).orders
    if not orders.path.exists():
        return "missing", "no orders were loaded: run `support orders load FILE`"
    return "ok", f"{len(orders.customer_ids())} customers"


def _service(settings: Settings) -> tuple[State, str]:
    if not settings.helpdesks:
        return "ok", "no helpdesk is set, as `support serve` wants"
    draft_s, turn_s = settings.drafting.deadline_s, settings.service.turn_s
    if draft_s > turn_s:
        raise SettingsError(
            f"drafting.deadline_s is {draft_s:g}, service.turn_s {turn_s:g}: a draft that takes longer than the turn may is "
            "thrown away. Raise service.turn_s above it."
        )
    from agent.web.opening import open_service

    service = open_service(settings)
    try:
        _ = service.taker  # reads the rates
    finally:
        service.database.close()
    where = "PostgreSQL" if settings.service.driver_url else "the data folder"
    return "ok", f"{', '.join(f'{name} ({one.kind})' for name, one in settings.helpdesks.items())}, kept in {where}"
