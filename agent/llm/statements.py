"""Reads a draft that a model wrote as statements in JSON; whatever is not wholly in that form is no draft."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from agent.errors import DraftingError

_FENCED = re.compile(r"```(?:json)?[ \t]*\n(.*?)\n[ \t]*```", re.DOTALL)
_MEANT = re.compile(r"""\A\s*(?:```(?:json)?\s*)?(?:\{|\[\s*[{"])|["'](?:statements|missing)["']\s*:""")
"""What only somebody writes who means the form."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Statement(_Strict):
    """One sentence for the customer, and the labels of the evidence that it rests on; nothing of it is proved yet."""

    text: Annotated[str, StringConstraints(min_length=1)]
    evidence: list[str] = []


class Statements(_Strict):
    """A draft, or what is missing for one."""

    statements: Annotated[list[Statement], Field(max_length=200)] = []
    missing: str | None = None


def read_statements(said: str) -> Statements | None:
    """The statements in a reply, fenced or bare, with or without text around them; None where it is prose.

    Raises:
        DraftingError: it is JSON, or was to be, but not in the form that was asked for.
    """
    found: Statements | str = "no object in it"
    for text in _candidates(said):
        found = _parsed(text)
        if isinstance(found, Statements):
            return found
    if _MEANT.search(said):
        raise DraftingError(f"is not the JSON that was asked for ({found})")
    return None


def _candidates(said: str) -> list[str]:
    fenced = [block.strip() for block in _FENCED.findall(said)] if said.count("```") == 2 else []
    opened, closed = said.find("{"), said.rfind("}")
    return [*fenced, said[opened : closed + 1]] if 0 <= opened < closed else fenced


def _parsed(text: str) -> Statements | str:
    """The statements, or what is wrong."""
    try:
        found = Statements.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the reply"
        return f"{place}: {first['msg'][:120]}"
    if bool(found.statements) == (found.missing is not None):
        return "either statements, or what is missing"
    return found
