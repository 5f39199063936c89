"""Reads what a judge answered. Nothing that is not wholly in the form that was asked for is taken for an answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.model_replies import ModelReply
from knowledge.types import Value

_FENCED = re.compile(r"\A```(?:json)?\s*\n(.*)\n```\Z", re.DOTALL)
"""A code block around the whole answer, which models are used to."""

MOST_CHARACTERS = 200_000
"""Of an answer; a longer one is not read."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Ruling(_Strict):
    """What the judge says of one claim; nothing of it is proved yet."""

    claim: str
    label: Literal["supported", "refuted", "not_enough_info"]
    evidence: list[str] = []
    """Labels of the exhibits that it decided by."""
    quote: str = ""


class _Answer(_Strict):
    verdicts: list[Ruling]


class Rulings(Value):
    """The judge's answer to a case."""

    by_claim: dict[str, Ruling] = {}
    """For the claims that it spoke of exactly once, by the claim's label."""
    unusable: str | None = None
    """Why none of it counts; None where it can be read."""
    repeated: frozenset[str] = frozenset()
    """Labels of the claims that it spoke of more than once."""


def read_rulings(reply: ModelReply, asked: Collection[str]) -> Rulings:
    """The rulings of an answer, or why there are none.

    Args:
        reply: of the model.
        asked: labels of the claims. An answer that names another one has mixed them up, and counts for none.
    """
    if reply.cut_off:
        return Rulings(unusable="its answer was cut off")
    if reply.withheld:
        return Rulings(unusable=f"its provider withheld the answer ({reply.withheld})")
    text = reply.said.strip()
    if not text:
        return Rulings(unusable="its answer is empty")
    if len(text) > MOST_CHARACTERS:
        return Rulings(unusable=f"its answer has {len(text)} characters")
    return _parsed(_FENCED.sub(r"\1", text), asked)


def _parsed(text: str, asked: Collection[str]) -> Rulings:
    try:
        found = _Answer.model_validate_json(text).verdicts
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the answer"
        return Rulings(unusable=f"its answer is not the JSON that was asked for ({place}: {first['msg'][:120]})")
    counted = Counter(ruling.claim for ruling in found)
    if unknown := sorted(counted.keys() - set(asked)):
        return Rulings(unusable=f"its answer names the claim {unknown[0][:20]!r}, which it was not asked about")
    return Rulings(
        by_claim={ruling.claim: ruling for ruling in found if counted[ruling.claim] == 1},
        repeated=frozenset(label for label, count in counted.items() if count > 1),
    )
