"""A turn as one file: all that it depended on, under an id that is the hash of its content.

    {"format": "grounded-support/frozen-turn@1", "id": sha256, "note": …, "turn": the record, "articles": …, "policy": …}

The record holds the question, the prompt and its answer, the passages and order fields that were read, scores, verdicts
and the reply, without the personal data that the ledger does not keep either.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from agent.basis import Basis
from agent.errors import InputError
from agent.fingerprints import short
from agent.settings import Settings
from agent.types import TurnResult
from knowledge.catalog import ArticleRow, read_catalog
from knowledge.settings import index_folder
from knowledge.types import Value
from knowledge.versions import kept_names
from policies.rules import load_policy

FORMAT: Literal["grounded-support/frozen-turn@1"] = "grounded-support/frozen-turn@1"
NOTE = (
    "This file is a copy outside the data folder: `support forget` does not find it. Delete it when its customer is "
    "forgotten."
)


class Policy(Value):
    """The text that the turn's prompt held."""

    fingerprint: str | None
    """As `made_with` has it; None where the turn did not keep it."""
    text: str | None
    """None where the text of today is another one."""


class Frozen(Value):
    """What a frozen file says."""

    format: Literal["grounded-support/frozen-turn@1"] = FORMAT
    id: str
    """sha256 of everything else, as canonical JSON."""
    note: str
    turn: TurnResult
    articles: tuple[ArticleRow, ...]
    """The versions of the articles whose passages were read, by the hash of their files; empty where that version of the
    index is no longer kept."""
    policy: Policy


def freeze(turn: TurnResult, settings: Settings) -> dict[str, Any]:
    """The content of a turn's file, its id included; the same turn gives the same id while its index is kept.

    Raises:
        InputError: the turn failed, or an older version stored it without what its checks read.
        PolicyError: the policy cannot be read.
    """
    if not turn.basis:
        raise InputError(
            f"Turn {turn.turn_id} was stored without what its checks read ({turn.why}): it failed, or an older version "
            f"stored it. Run `support replay {turn.turn_id}`, which runs it on today's system."
        )
    content = {
        "format": FORMAT,
        "note": NOTE,
        "turn": turn.model_dump(mode="json"),
        "articles": [row.model_dump(mode="json") for row in _articles(turn, settings.home)],
        "policy": _policy(turn, settings).model_dump(mode="json"),
    }
    return {"id": content_id(content), **content}


def content_id(content: Mapping[str, Any]) -> str:
    """sha256 of a content without its id, keys in order and without blanks, in UTF-8."""
    plain = {key: value for key, value in content.items() if key != "id"}
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def read_frozen(path: Path) -> Frozen:
    """Read a file of `support freeze`.

    Raises:
        InputError: it cannot be read, is none, or was changed after it was written.
    """
    again = "Write it again with `support freeze TURN --out FILE`."
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}): wanted a file of `support freeze`.") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON ({error}): wanted a file of `support freeze`. {again}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        found = content.get("format") if isinstance(content, dict) else type(content).__name__
        raise InputError(f"{path} is of the format {found!r}: wanted {FORMAT!r}, as `support freeze` writes. {again}")
    if content.get("id") != content_id(content):
        raise InputError(
            f"{path} was changed after it was written: its content has the id {content_id(content)[:12]}, and it says "
            f"{str(content.get('id'))[:12]}. Nothing was run. {again}"
        )
    try:
        return Frozen.model_validate_json(json.dumps(content))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(f"{path} was written by another version: {place}: {first['msg']}. {again}") from error


def _articles(turn: TurnResult, home: Path) -> tuple[ArticleRow, ...]:
    state, index = turn.made_with.get("index"), index_folder(home)
    if state not in kept_names(index):
        return ()
    read = {item.article for item in Basis.model_validate(turn.basis).evidence}
    rows, _ = read_catalog(index / "states" / str(state) / "catalog.db")
    return tuple(row for row in rows if row.article in read)


def _policy(turn: TurnResult, settings: Settings) -> Policy:
    wanted = turn.made_with.get("policy")
    text = load_policy(settings.policies.text)
    return Policy(fingerprint=wanted, text=text if short(text) == wanted else None)
