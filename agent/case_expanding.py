"""Case files made whole: defaults, includes, rows and variables put in, each part keeping the place it was written in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from agent.case_marks import Mark, Marked, MarkedDict, MarkedList, marked_dict, marked_list, read_marked
from agent.case_problems import nearest, refuse_unknown

YAML = (".yaml", ".yml")
FILE_KEYS = ("include", "defaults", "cases")
NAME_CHARS = 40
"""Of a row's value that are taken into a case's name."""
_VARIABLE = re.compile(r"\$\$\{|\$\{([^}]*)\}")

Stack = tuple[Path, ...]
"""Files that are being read, each included by the one before."""


def expanded(path: Path) -> Iterator[MarkedDict]:
    """Every case of a file as one mapping, in which nothing is left to put in.

    Raises:
        InputError: a file cannot be read, includes itself, or names an unknown variable.
    """
    yield from (_with_orders(one) for case in _cases(path) for one in _rows(_with_turns(case, (path,))))


def _cases(path: Path) -> Iterator[MarkedDict]:
    """Every case of a file, over its defaults and what it includes."""
    root = _mapping(read_marked(path), Mark(path, 1, 1))
    if "cases" not in root:
        yield _included(root, (path,))
        return
    refuse_unknown(root, FILE_KEYS, "a file of cases")
    below = _included(_named(root, "include"), (path,))
    defaults = _merged(below, _mapping(root.get("defaults") or marked_dict({}, root.marks), root.marks.at))
    cases = root["cases"]
    if not isinstance(cases, MarkedList) or not cases:
        raise root.marks.values["cases"].problem("found no list of cases under 'cases', wanted one or more.")
    for number, case in enumerate(cases):
        own = _included(_mapping(case, cases.marks.values[number]), (path,))
        yield _merged(defaults, own)


def _mapping(found: Any, at: Mark) -> MarkedDict:
    if isinstance(found, MarkedDict):
        return found
    raise at.problem(
        f"the file: found {type(found).__name__} {str(found)[:NAME_CHARS]!r}, wanted a case with name, today, turns."
    )


def _named(tree: MarkedDict, *keys: str) -> MarkedDict:
    return marked_dict({key: tree[key] for key in keys if key in tree}, tree.marks)


def _included(tree: MarkedDict, stack: Stack) -> MarkedDict:
    """The tree over the files that it includes."""
    if "include" not in tree:
        return tree
    named, at = tree["include"], tree.marks.values["include"]
    below = marked_dict({}, tree.marks)
    for name in named if isinstance(named, list) else [named]:
        below = _merged(below, _fragment(name, at, stack))
    return _merged(below, marked_dict({key: one for key, one in tree.items() if key != "include"}, tree.marks))


def _fragment(name: Any, at: Mark, stack: Stack) -> MarkedDict:
    """What a file has to include: its defaults where it has any, else all of it."""
    path = at.file.parent / str(name)
    if path.resolve() in {one.resolve() for one in stack}:
        round_about = " → ".join(one.name for one in (*stack, path))
        raise at.problem(f"found files that include each other ({round_about}), wanted no circle.")
    if not path.is_file():
        raise at.problem(f"found no file {str(path)!r}, wanted one to include.{_beside(path)}")
    root = _mapping(read_marked(path), Mark(path, 1, 1))
    return _included(_mapping(root.get("defaults", root), Mark(path, 1, 1)), (*stack, path))


def _beside(path: Path) -> str:
    names = [one.name for one in path.parent.glob("*")] if path.parent.is_dir() else []
    return f" {nearest(path.name, names)}" if names else ""


def _merged(below: MarkedDict, above: MarkedDict) -> MarkedDict:
    """One mapping over another: mappings are merged key by key, turns and tags follow each other, all else is replaced."""
    found = marked_dict(dict(below), Marked(above.marks.at, {**below.marks.keys}, {**below.marks.values}))
    for key, value in above.items():
        held = below.get(key)
        if isinstance(held, MarkedDict) and isinstance(value, MarkedDict):
            value = _merged(held, value)
        elif key in ("turns", "tags") and isinstance(held, MarkedList) and isinstance(value, MarkedList):
            value = _joined(held, value)
        found[key] = value
        found.marks.keys[key], found.marks.values[key] = above.marks.keys[key], above.marks.values[key]
    return found


def _joined(first: MarkedList, second: MarkedList) -> MarkedList:
    places = [one.marks.values[n] for one in (first, second) for n in range(len(one))]
    return marked_list([*first, *second], Marked(second.marks.at, dict(enumerate(places)), dict(enumerate(places))))


def _with_turns(tree: MarkedDict, stack: Stack) -> MarkedDict:
    """The turns of other files put where they are included."""
    turns = tree.get("turns")
    if not isinstance(turns, MarkedList):
        return tree
    found = marked_list([], Marked(turns.marks.at))
    for number, turn in enumerate(turns):
        at = turns.marks.values[number]
        if isinstance(turn, MarkedDict) and set(turn) == {"include"}:
            inner = _with_turns(_fragment(turn["include"], turn.marks.values["include"], stack), stack).get("turns")
            if not isinstance(inner, MarkedList):
                raise at.problem(f"found no turns in {turn['include']!r}, wanted a file with `turns:`.")
            found = _joined(found, inner)
        else:
            found = _joined(found, marked_list([turn], Marked(at, {0: at}, {0: at})))
    return marked_dict({**tree, "turns": found}, tree.marks)


def _with_orders(tree: MarkedDict) -> MarkedDict:
    """The orders of a YAML file put where it is named."""
    shop = tree.get("shop")
    if not isinstance(shop, MarkedDict):
        return tree
    named = shop.get("orders")
    if not isinstance(named, str) or Path(named).suffix not in YAML:
        return tree
    at = shop.marks.values["orders"]
    path = at.file.parent / named
    if not path.is_file():
        raise at.problem(f"shop.orders: found no file {str(path)!r}, wanted one of orders.{_beside(path)}")
    inner = marked_dict({**shop, "orders": read_marked(path)}, shop.marks)
    return marked_dict({**tree, "shop": inner}, tree.marks)


def _rows(tree: MarkedDict) -> Iterator[MarkedDict]:
    """The case, or one for each of its rows, with the variables put in."""
    rows = tree.get("each")
    case = marked_dict({key: one for key, one in tree.items() if key not in ("each", "variables")}, tree.marks)
    variables = _variables(tree.get("variables"), tree, {})
    if rows is None:
        yield _filled(case, variables, case.marks.at)
        return
    if not isinstance(rows, MarkedList) or not all(isinstance(row, MarkedDict) for row in rows) or not rows:
        raise tree.marks.values["each"].problem("found no list of rows under 'each', wanted `[{name: value}, …]`.")
    for row in rows:
        values = _variables(row, tree, variables)
        filled = _filled(case, values, case.marks.at)
        filled["name"] = f"{filled.get('name', '')} [{_row_name(row, values)}]"
        yield filled


def _row_name(row: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    chosen = ["name"] if "name" in row else list(row)
    return ", ".join(" ".join(str(values[key]).split())[:NAME_CHARS] for key in chosen)


def _variables(found: Any, tree: MarkedDict, known: Mapping[str, Any]) -> dict[str, Any]:
    """The variables over those that are known; each may use the ones before it."""
    if found is None:
        return dict(known)
    if not isinstance(found, MarkedDict):
        raise tree.marks.values["variables"].problem("found no mapping under 'variables', wanted `name: value`.")
    values = dict(known)
    for key, value in found.items():
        values[key] = _filled(value, values, found.marks.values[key])
    return values


def _filled(value: Any, variables: Mapping[str, Any], at: Mark) -> Any:
    """The value with what its variables stand for; a text that is one variable alone becomes the variable's value."""
    if isinstance(value, MarkedDict):
        marks = Marked(value.marks.at)
        found = marked_dict({}, marks)
        for key, inner in value.items():
            name = str(_filled(key, variables, value.marks.keys[key]))
            found[name] = _filled(inner, variables, value.marks.values[key])
            marks.keys[name], marks.values[name] = value.marks.keys[key], value.marks.values[key]
        return found
    if isinstance(value, MarkedList):
        return marked_list([_filled(one, variables, value.marks.values[n]) for n, one in enumerate(value)], value.marks)
    if not isinstance(value, str) or "${" not in value:
        return value
    whole = _VARIABLE.fullmatch(value)
    if whole and whole[1] is not None:
        return _variable(whole[1], variables, at)
    return _VARIABLE.sub(lambda m: "${" if m[1] is None else str(_variable(m[1], variables, at)), value)


def _variable(name: str, variables: Mapping[str, Any], at: Mark) -> Any:
    if name not in variables:
        hint = nearest(name, list(variables)) if variables else "There are no variables here."
        raise at.problem(f"found the unknown variable ${{{name}}}, wanted one of the case's own. {hint}")
    return variables[name]
