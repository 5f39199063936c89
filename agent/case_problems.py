"""What is wrong with a case file: the place, what was found, what was wanted, and the nearest known key."""

from __future__ import annotations

import difflib
import re
import types
import typing
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from agent.case_marks import mark_of, real_path
from agent.errors import InputError

SHOWN = 60
"""Characters of a value that are repeated."""
UNKNOWN, MISSING = "extra_forbidden", "missing"
PLAIN = {
    "string_type": "text",
    "tuple_type": "a text or a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "float_parsing": "a number",
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "date_from_datetime_parsing": "a date such as 2026-11-30",
    "date_parsing": "a date such as 2026-11-30",
    "date_type": "a date such as 2026-11-30",
}
"""What pydantic's kinds of errors want."""
MOST = 8
"""Problems that are told of one case."""


def nearest(name: str, known: Collection[str]) -> str:
    """A hint at the known name that is nearest, or at all of them where none is near."""
    near = difflib.get_close_matches(str(name), sorted(known), n=1, cutoff=0.6)
    return f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(sorted(known))}."


def refuse_unknown(tree: Any, known: Collection[str], what: str) -> None:
    """Refuse keys that are not known.

    Raises:
        InputError: with the place of the first one.
    """
    for key in tree:
        if key not in known:
            raise tree.marks.keys[key].problem(f"found the unknown key {key!r} in {what}. {nearest(key, known)}")


def explained(
    error: ValidationError, tree: Any, model: type[BaseModel], before: Sequence[Any] = (), within: int = 0
) -> InputError:
    """All that is wrong, a line each.

    Args:
        error: of the model, or of one that holds it.
        tree: what was written, with its marks.
        model: whose keys are known.
        before: leads from the tree to what the model was given.
        within: steps of the error's paths that lead to the model, which the tree does not have.
    """
    lines: dict[tuple[Any, ...], str] = {}
    for details in sorted(error.errors(), key=lambda one: one["type"] != "literal_error"):
        keep_last = details["type"] in (UNKNOWN, MISSING)
        path = real_path(tree, (*before, *details["loc"][within:]), keep_last=keep_last)
        lines.setdefault(path, _line(details, tree, path, model, len(before)))
    # A list of which no item is right is told to be empty, too.
    inner = {path[:n] for path in lines for n in range(len(path))}
    return InputError("\n".join([line for path, line in lines.items() if path not in inner][:MOST]))


def _line(details: Any, tree: Any, path: tuple[Any, ...], model: type[BaseModel], skip: int) -> str:
    kind, key = details["type"], ".".join(str(part) for part in path) or "the file"
    start = f"{mark_of(tree, path, key=kind == UNKNOWN)}: {key}: "
    if kind == UNKNOWN:
        return start + f"found the unknown key {path[-1]!r}. {nearest(path[-1], _known(model, path[skip:-1]))}"
    if kind == MISSING:
        return start + f"field required, found none. Wanted: `{path[-1]}: …`."
    found = "nothing" if details["input"] is None else _brief(details["input"])
    return start + f"found {found}, wanted {_wanted(details)}.{_nearest_of(details)}"


def _wanted(details: Any) -> str:
    """What was wanted, in the words of a case file."""
    if details["type"] in PLAIN:
        return PLAIN[details["type"]]
    message = str(details["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
    return message[0].lower() + message[1:]


def _nearest_of(details: Any) -> str:
    """A hint at the nearest of the values that are allowed."""
    expected = re.findall(r"'([^']*)'", str(details.get("ctx", {}).get("expected", "")))
    near = difflib.get_close_matches(str(details["input"]), expected, n=1, cutoff=0.6)
    return f" Did you mean {near[0]!r}?" if near else ""


def _known(model: type[BaseModel], path: Sequence[Any]) -> list[str]:
    models = {model}
    for part in path:
        if isinstance(part, int):
            continue
        fields = (field for one in models for name, field in one.model_fields.items() if part in (name, field.alias))
        models = {found for field in fields for found in _models(field.annotation)} or models
    return [field.alias or name for one in models for name, field in one.model_fields.items()]


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if (
        isinstance(annotation, type)
        and not isinstance(annotation, types.GenericAlias)
        and issubclass(annotation, BaseModel)
    ):
        yield annotation
    for inner in typing.get_args(annotation):
        yield from _models(inner)


def _brief(value: Any) -> str:
    if isinstance(value, dict):
        return f"a mapping with {', '.join(map(str, list(value)[:4]))}" if value else "an empty mapping"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
