"""YAML that remembers where everything stood, so that a mistake is named by file, line and column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.errors import InputError

_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLS = {"true": True, "True": True, "false": False, "False": False}
DEEPEST = 60
"""Levels of a file; a deeper one refers to itself."""


@dataclass(frozen=True)
class Mark:
    """A place in a file; line and column count from 1."""

    file: Path
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def problem(self, text: str) -> InputError:
        """An error at this place."""
        return InputError(f"{self}: {text}")


@dataclass(frozen=True)
class Marked:
    """Where a mapping or a list stands, and where each key and value of it does."""

    at: Mark
    keys: dict[Any, Mark] = field(default_factory=dict)
    values: dict[Any, Mark] = field(default_factory=dict)


class MarkedDict(dict[str, Any]):
    """A mapping with its marks."""

    marks: Marked


class MarkedList(list[Any]):
    """A list with its marks."""

    marks: Marked


def marked_dict(pairs: dict[str, Any], marks: Marked) -> MarkedDict:
    """A mapping with its marks."""
    found = MarkedDict(pairs)
    found.marks = marks
    return found


def marked_list(items: Sequence[Any], marks: Marked) -> MarkedList:
    """A list with its marks."""
    found = MarkedList(items)
    found.marks = marks
    return found


def read_marked(path: Path) -> Any:
    """The content of a YAML file: mappings and lists with marks, whole numbers, true and false, null; all else is text.

    A date or a price stays as it is written, and so does `yes`; what it is wanted as is decided where it is used.

    Raises:
        InputError: the file cannot be read, is not YAML, or has a key twice.
    """
    import yaml

    try:
        text = path.read_text(encoding="utf-8-sig")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}): wanted a conversation case in YAML.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not YAML ({error}): wanted a conversation case, saved as UTF-8.") from error
    except yaml.MarkedYAMLError as error:
        found = error.problem_mark
        at = Mark(path, found.line + 1, found.column + 1) if found else Mark(path, 1, 1)
        raise at.problem(f"this is not YAML ({error.problem}), wanted a conversation case.") from error
    except yaml.YAMLError as error:
        raise InputError(f"{path} is not YAML ({error}): wanted a conversation case.") from error
    return _value(node, path, 0) if node else None


def mark_of(tree: Any, loc: Sequence[Any], *, key: bool = False) -> Mark | None:
    """Where a path leads, as far as it can be followed; the key of its last step where `key` is asked for."""
    at: Mark | None = getattr(getattr(tree, "marks", None), "at", None)
    for part in loc:
        marks = getattr(tree, "marks", None)
        if marks is None or part not in marks.values:
            continue
        at = (marks.keys if key else marks.values).get(part, marks.values[part])
        tree = tree[part]
    return at


def real_path(tree: Any, loc: Sequence[Any], *, keep_last: bool) -> tuple[Any, ...]:
    """The steps of a path without those that only say which of several types was tried.

    The last one is kept where it names a key that is missing or unknown.
    """
    kept: list[Any] = []
    for number, part in enumerate(loc):
        if (isinstance(tree, dict) and part in tree) or (
            isinstance(tree, list) and isinstance(part, int) and part < len(tree)
        ):
            tree = tree[part]
            kept.append(part)
        elif keep_last and isinstance(tree, dict) and number == len(loc) - 1:
            kept.append(part)
    return tuple(kept)


def files_of(tree: Any) -> frozenset[Path]:
    """The files that a tree was put together from."""
    marks = getattr(tree, "marks", None)
    if marks is None:
        return frozenset()
    own = {marks.at.file, *(mark.file for mark in marks.values.values())}
    return frozenset(own).union(*(files_of(one) for one in (tree.values() if isinstance(tree, dict) else tree)))


def _value(node: Any, path: Path, depth: int) -> Any:
    at = Mark(path, node.start_mark.line + 1, node.start_mark.column + 1)
    if depth > DEEPEST:
        raise at.problem(f"found more than {DEEPEST} levels, wanted a case: does an alias refer to itself?")
    if node.id == "mapping":
        return _mapping(node, path, at, depth)
    if node.id == "sequence":
        items = [_value(child, path, depth + 1) for child in node.value]
        places = {n: Mark(path, one.start_mark.line + 1, one.start_mark.column + 1) for n, one in enumerate(node.value)}
        return marked_list(items, Marked(at, dict(places), places))
    return _scalar(str(node.value), plain=node.style is None)


def _mapping(node: Any, path: Path, at: Mark, depth: int) -> MarkedDict:
    pairs: dict[str, Any] = {}
    marks = Marked(at)
    for key, child in node.value:
        where = Mark(path, key.start_mark.line + 1, key.start_mark.column + 1)
        if key.id != "scalar":
            raise where.problem(f"found a {key.id} as a key, wanted a name.")
        if key.value in pairs:
            first = marks.keys[key.value].line
            raise where.problem(f"found the key {key.value!r} a second time (first in line {first}), wanted it once.")
        pairs[key.value] = _value(child, path, depth + 1)
        marks.keys[key.value] = where
        marks.values[key.value] = Mark(path, child.start_mark.line + 1, child.start_mark.column + 1)
    return marked_dict(pairs, marks)


def _scalar(text: str, *, plain: bool) -> Any:
    if not plain:
        return text
    if text in _NULLS:
        return None
    if text in _BOOLS:
        return _BOOLS[text]
    return int(text) if _WHOLE.fullmatch(text) else text
