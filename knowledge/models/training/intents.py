"""Fit the intent head: `python -m knowledge.models.training.intents DATA OUT`.

DATA holds public collections of messages and their intents, `NAME_train.jsonl.gz` of `{"text", "intent"}`; what their
labels mean here stands in `knowledge/intents/mapping.yaml`, and our own messages beside it. OUT becomes the folder of
the head. Only the training splits are read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from knowledge.errors import KnowledgeError
from knowledge.intents.fitting import Fitted, fit_head
from knowledge.intents.head import HeadManifest, save_head
from knowledge.intents.labels import INTENTS, Intent, read_examples, read_mapping
from knowledge.intents.shipped import NAME
from knowledge.models.registry import MINILM, locate
from knowledge.models.training.json_lines import packed_files, read_lines
from knowledge.onnx_embedding import open_embedder

OURS = "ours"
OURS_COUNT = 3.0
"""One message of ours counts as so many of a collection: they are written for this product."""
TRAIN = "_train.jsonl.gz"


@dataclass(frozen=True)
class Example:
    """One message to learn from."""

    text: str
    intent: Intent
    source: str
    """Name of the collection."""


def read_training(folder: Path) -> list[Example]:
    """Our own messages, and those of every collection in the folder whose labels mean something here.

    Raises:
        InputError: the folder holds no collection, or a line of one cannot be used.
    """
    own = [Example(text, intent, OURS) for intent, texts in read_examples().items() for text in texts]
    taken = {example.text.casefold() for example in own}
    return own + [one for one in _collected(folder) if one.text.casefold() not in taken]


def _collected(folder: Path) -> Iterator[Example]:
    mapping = read_mapping()
    for path in packed_files(folder):
        if not path.name.endswith(TRAIN):
            continue
        name, texts = path.name.removesuffix(TRAIN), defaultdict(list)
        for line in read_lines(path):
            if intent := mapping.intent(name, line.text("intent"), line.text("text")):
                texts[intent].append(line.text("text"))
        for intent, found in texts.items():
            yield from (Example(text, intent, name) for text in mapping.chosen(found))


def fit(examples: Sequence[Example], out: Path) -> tuple[Fitted, HeadManifest]:
    """Embed the messages, fit the head and save it."""
    embedder = open_embedder(locate("embedder", MINILM.name))
    rows = embedder.embed_queries([one.text for one in examples])
    targets = np.array([INTENTS.index(one.intent) for one in examples])
    fitted = fit_head(rows, targets, INTENTS, _weights(examples))
    described = HeadManifest(
        name=NAME,
        licence="Apache-2.0",
        origin="package grounded-support, trained by this project",
        embedder=embedder.name,
        embedder_sha256=embedder.weights_sha256,
        labels=INTENTS,
        temperature=fitted.head.temperature,
        sure_from=fitted.head.sure_from,
        files={},
        trained_on=dict(sorted(Counter(one.source for one in examples).items())),
        measured={
            "penalty": fitted.penalty,
            "macro_f1": round(fitted.macro_f1, 4),
            "ece_before": round(fitted.ece_before, 4),
            "ece": round(fitted.ece, 4),
        },
    )
    return fitted, save_head(out, fitted.head, described)


def _weights(examples: Sequence[Example]) -> np.ndarray:
    """Every label counts alike, but for the square root of how many messages it has."""
    counts = Counter(one.intent for one in examples)
    return np.array([(OURS_COUNT if one.source == OURS else 1.0) / counts[one.intent] ** 0.5 for one in examples])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 done, 2 the data cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m knowledge.models.training.intents", description=__doc__)
    parser.add_argument("data", type=Path, help="folder of NAME_train.jsonl.gz")
    parser.add_argument("out", type=Path, help="folder of the head")
    given = parser.parse_args(arguments)
    try:
        _, manifest = fit(read_training(given.data), given.out)
    except KnowledgeError as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps({"trained_on": manifest.trained_on, **manifest.measured, "temperature": manifest.temperature}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
