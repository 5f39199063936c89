"""Messages with our own labels: those of the collections' development splits, and those of `datasets/intents.jsonl`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evals.errors import DatasetError
from evals.intents_sets import OOS, IntentSet, Labelled
from evals.json_lines import read_lines
from knowledge.intents.labels import INTENTS, LabelMapping, read_examples

OURS = Path(__file__).parent / "datasets" / "intents.jsonl"


def mapped(sets: Sequence[IntentSet], mapping: LabelMapping) -> list[Labelled]:
    """The development messages whose label means something here, without those that the head learned from."""
    learned = {text.casefold() for texts in read_examples().values() for text in texts}
    learned |= {one.text.casefold() for found in sets for one in (*found.train, *found.oos_train)}
    messages = [one for found in sets for one in _mapped(found, mapping)]
    once = {one.text.casefold(): one for one in reversed(messages) if one.text.casefold() not in learned}
    return list(reversed(once.values()))


def _mapped(found: IntentSet, mapping: LabelMapping) -> list[Labelled]:
    named = [(found.name, one) for one in found.dev if one.label != OOS]
    named += [(beside, one) for one in found.oos_dev for beside in mapping.sets if beside.startswith(f"{found.name}_")]
    labels = [(mapping.intent(name, one.label, one.text), one.text) for name, one in named]
    return [Labelled(text=text, label=label) for label, text in labels if label is not None]


def read_ours(path: Path = OURS) -> list[Labelled]:
    """Our own messages to measure with.

    Raises:
        DatasetError: a line cannot be used, or a message is one of those that the head learned from.
    """
    learned = {text.casefold() for texts in read_examples().values() for text in texts}
    found: list[Labelled] = []
    for line in read_lines(path):
        row = line.json()
        one = Labelled(text=line.text_under(row, "text"), label=line.text_under(row, "intent"))
        if one.label not in INTENTS or one.text.casefold() in learned:
            raise DatasetError(
                f"{path}, line {line.number}: wanted a label of ours, and a message that none learned from."
            )
        found.append(one)
    return found
