"""What a message may be for: the labels that the intent head tells apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, get_args

import yaml

from knowledge.errors import InputError

Intent = Literal[
    "knowledge",
    "order_status",
    "refund",
    "cancel",
    "address",
    "replace",
    "change_order",
    "complaint",
    "person",
    "account",
    "payment",
    "small_talk",
    "out_of_scope",
]
INTENTS: tuple[Intent, ...] = get_args(Intent)
HERE = Path(__file__).parent
EXAMPLES, MAPPING = HERE / "examples.yaml", HERE / "mapping.yaml"
SETTINGS = frozenset({"asks_how", "acts", "most"})


@dataclass(frozen=True)
class LabelMapping:
    """What the labels of public collections mean here."""

    sets: Mapping[str, Mapping[str, Intent]]
    asks_how: re.Pattern[str]
    acts: frozenset[str]
    most: int
    """Messages of one label that are taken of one collection."""

    def intent(self, name: str, label: str, text: str) -> Intent | None:
        """Our label of a message of the collection `name`; None where it means nothing here."""
        intent = self.sets.get(name, {}).get(label)
        asks = intent in self.acts and self.asks_how.search(text) and not any(one.isdigit() for one in text)
        return "knowledge" if asks else intent

    def chosen(self, texts: Sequence[str]) -> list[str]:
        """At most `most` of the texts of one label, each once, always the same ones."""
        return sorted(dict.fromkeys(texts), key=lambda text: sha256(text.encode()).digest())[: self.most]


def read_mapping(path: Path = MAPPING) -> LabelMapping:
    """The mapping of a file.

    Raises:
        InputError: it names a label that is none of ours.
    """
    data: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    sets = {name: labels for name, labels in data.items() if name not in SETTINGS}
    for name, labels in sets.items():
        _only_ours(labels.values(), f"{path}, {name}")
    return LabelMapping(sets, re.compile(data["asks_how"], re.IGNORECASE), frozenset(data["acts"]), data["most"])


def read_examples(path: Path = EXAMPLES) -> dict[Intent, tuple[str, ...]]:
    """Our own messages, by label.

    Raises:
        InputError: a label is none of ours, or has no message.
    """
    data: dict[Intent, list[str]] = yaml.safe_load(path.read_text("utf-8"))
    _only_ours(data, str(path))
    if missing := [intent for intent in INTENTS if not data.get(intent)]:
        raise InputError(f"{path} holds no message for {missing[0]!r}: wanted at least one for every label. Add some.")
    return {intent: tuple(str(text) for text in texts) for intent, texts in data.items()}


def _only_ours(labels: Any, where: str) -> None:
    if wrong := [label for label in labels if label not in INTENTS]:
        raise InputError(f"{where} holds the label {wrong[0]!r}: wanted one of {', '.join(INTENTS)}. Correct the file.")
