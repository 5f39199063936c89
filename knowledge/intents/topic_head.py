"""The topic head: which topic for people a message is about, by its meaning, where no phrase of the rules is in it.

A head as that of intents, with one label for every ordinary message. Its thresholds are no probabilities of being right:
each is the least that keeps false alarms among ordinary messages below the rate of its topic (`ALARMS`).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import yaml

from knowledge.errors import InputError
from knowledge.intents.fitting import NEVER, Targets
from knowledge.intents.head import Floats, IntentHead, load_head
from knowledge.intents.shipped import SHIPPED_AGAIN

ORDINARY = "none"
ALARMS = {"distress": 0.004, "threat": 0.003, "safety": 0.003, "legal": 0.0007, "abuse": 0.0007, "fraud": 0.0007}
"""Share of ordinary messages that each topic may be taken for: 1 % where a miss costs most, all three together, .2 % for
the others. The keys are subjects of the rules."""
IDIOM_ALARMS = 0.03
"""The same of messages written to sound like a topic."""
TOPICS: tuple[str, ...] = (ORDINARY, *ALARMS)
EXAMPLES = Path(__file__).parent / "topic_examples.yaml"
NAME = "topics-2"
FOLDER = Path(__file__).parent.parent / "models" / "shipped" / "topics"
MANIFEST_SHA256 = "b3962bde48e69558a0916123d82669b5bc96c753f4e1591243cf600f116d39d9"
"""Of its manifest.json, which holds the hash of the weights."""


def open_shipped_topics(embedder_sha256: str) -> IntentHead:
    """The shipped head, for an embedder with these weights.

    Raises:
        ModelError: a file is damaged, or it was fitted on another embedder's vectors.
    """
    return load_head(FOLDER, embedder_sha256, MANIFEST_SHA256, SHIPPED_AGAIN)


def read_topic_examples(path: Path = EXAMPLES) -> dict[str, tuple[str, ...]]:
    """Our own sentences, by label.

    Raises:
        InputError: a label is none of ours, or has no sentence.
    """
    data: dict[str, list[str]] = yaml.safe_load(path.read_text("utf-8"))
    if wrong := [label for label in data if label not in TOPICS]:
        raise InputError(f"{path} holds the label {wrong[0]!r}: wanted one of {', '.join(TOPICS)}. Correct the file.")
    if missing := [label for label in TOPICS if not data.get(label)]:
        raise InputError(f"{path} holds no sentence for {missing[0]!r}: wanted at least one for every label. Add some.")
    return {label: tuple(texts) for label, texts in data.items()}


def thresholds(held_out: Floats, ordinary: np.ndarray, idioms: np.ndarray) -> tuple[float, ...]:
    """For each label of `TOPICS` the probability from which it is believed.

    Args:
        held_out: shape (n, labels), by heads that were not fitted on the row.
        ordinary: which rows are messages of everyday, true or false each.
        idioms: which rows only sound like a topic.
    """
    most = ((ordinary, None), (idioms, IDIOM_ALARMS))
    found = [NEVER]
    for column, topic in enumerate(TOPICS[1:], 1):
        least = [float(np.quantile(held_out[rows, column], 1 - (share or ALARMS[topic]))) for rows, share in most]
        found.append(round(max(least), 4))
    return tuple(found)


def found_by(held_out: Floats, believed: tuple[float, ...]) -> Targets:
    """The place in `TOPICS` that each row is taken for: the likeliest of those above their threshold, else ordinary."""
    over = np.where(held_out >= np.array(believed), held_out, 0.0)
    return np.asarray(np.where(over.max(axis=1) > 0, over.argmax(axis=1), 0), dtype=np.int64)
