"""Reading collections of messages and their intents: `NAME_train.jsonl.gz`, and `NAME_dev`, `_val` or `_valid` beside it.

    {"text", "intent"} a line, `oos` for what is out of scope

`NAME_oos` or `NAME_id-oos` holds messages out of the scope of NAME.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from evals.errors import DatasetError
from evals.json_lines import Line, read_lines
from knowledge.types import Value

OOS = "oos"
"""Label of a message that is out of scope."""
TRAIN = "_train.jsonl.gz"
DEV = ("_dev.jsonl.gz", "_val.jsonl.gz", "_valid.jsonl.gz")
OUT_OF = ("_oos", "_id-oos")


class Labelled(Value):
    """A message and its label."""

    text: str
    label: str


class IntentSet(Value):
    """One collection."""

    name: str
    train: tuple[Labelled, ...]
    dev: tuple[Labelled, ...]
    """Empty where the collection has no development split."""
    oos_train: tuple[Labelled, ...] = ()
    oos_dev: tuple[Labelled, ...] = ()


def read_intent_sets(folder: Path) -> list[IntentSet]:
    """The collections of a folder, by name.

    Raises:
        DatasetError: there is none, or a line cannot be used.
    """
    names = sorted(path.name.removesuffix(TRAIN) for path in folder.glob(f"*{TRAIN}"))
    if not names:
        raise DatasetError(f"{folder} holds no *{TRAIN}: wanted collections of text and intent. Name their folder.")
    parts = {name for name in names if any(name == whole + end for whole in names for end in OUT_OF)}
    return [_collection(folder, name, names) for name in names if name not in parts]


def _collection(folder: Path, name: str, names: list[str]) -> IntentSet:
    beside = next((name + end for end in OUT_OF if name + end in names), None)
    train, dev = _read(folder / f"{name}{TRAIN}"), _dev(folder, name)
    oos_train, oos_dev = (_read(folder / f"{beside}{TRAIN}"), _dev(folder, beside)) if beside else ((), ())
    out = _out_of_scope(train, (*oos_train, *oos_dev))
    return IntentSet(
        name=name,
        train=tuple(one for one in train if one.label not in out),
        dev=tuple(one for one in dev if one.label not in out),
        oos_train=oos_train,
        oos_dev=oos_dev,
    )


def _out_of_scope(train: Sequence[Labelled], oos: Sequence[Labelled]) -> set[str]:
    """Labels most of whose messages are also given as out of scope: of banking77 a third of the intents are held out so."""
    outside, whole, inside = {_plain(one.text) for one in oos}, Counter[str](), Counter[str]()
    for one in train:
        whole[one.label] += 1
        inside[one.label] += _plain(one.text) not in outside
    return {label for label, count in whole.items() if inside[label] <= count / 2}


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _dev(folder: Path, name: str) -> tuple[Labelled, ...]:
    found = next((folder / f"{name}{end}" for end in DEV if (folder / f"{name}{end}").is_file()), None)
    return _read(found) if found else ()


def _read(path: Path) -> tuple[Labelled, ...]:
    return tuple(_labelled(line) for line in read_lines(path))


def _labelled(line: Line) -> Labelled:
    row = line.json()
    if not isinstance(row, dict):
        raise line.bad(f"is {type(row).__name__}", "an object with text and intent")
    return Labelled(text=line.text_under(row, "text"), label=line.text_under(row, "intent"))
