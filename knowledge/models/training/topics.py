"""Fit the topic head: `python -m knowledge.models.training.topics DATA LINES OUT`.

DATA holds the public collections that the intent head learns from: their messages, whole and by sentence, are the
ordinary ones. LINES are messages with their topic, `{"text", "topic", "language"}`, of which the English ones are read;
our own sentences stand in `knowledge/intents/topic_examples.yaml`. OUT becomes the folder of the head. Only the training
splits are read, and no file that the head is measured on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from knowledge.errors import KnowledgeError
from knowledge.intents.fitting import Fitted, fit_head
from knowledge.intents.head import HeadManifest, save_head
from knowledge.intents.parts import parts_of
from knowledge.intents.topic_head import NAME, ORDINARY, TOPICS, found_by, read_topic_examples, thresholds
from knowledge.models.registry import MINILM, locate
from knowledge.models.training.intents import OURS_COUNT, read_training
from knowledge.models.training.json_lines import read_lines
from knowledge.onnx_embedding import open_embedder

EVERYDAY, OURS = "ordinary messages", "ours"
PENALTIES = (1e-5, 3e-5, 1e-4)
BATCH = 256


@dataclass(frozen=True)
class Example:
    """One message to learn from."""

    text: str
    topic: str
    source: str


def read_topic_training(folder: Path, lines: Path) -> list[Example]:
    """Our sentences, the messages of a file, and ordinary ones, each text once.

    Raises:
        InputError: a folder or file cannot be used.
    """
    every = [*_ours(lines), *_ordinary(folder)]
    return list({one.text.casefold(): one for one in reversed(every)}.values())[::-1]


def _ours(lines: Path) -> Iterator[Example]:
    for topic, texts in read_topic_examples().items():
        yield from (Example(text, topic, OURS) for text in texts)
    for line in read_lines(lines):
        topic = line.text("topic") if line.row.get("topic") is not None else ORDINARY
        if line.text("language") == "en" and topic in TOPICS:
            yield Example(line.text("text"), topic, OURS)


def _ordinary(folder: Path) -> Iterator[Example]:
    for one in read_training(folder):
        for text in (one.text, *parts_of(one.text)):
            yield Example(text, ORDINARY, EVERYDAY)


def fit(examples: Sequence[Example], out: Path) -> tuple[Fitted, HeadManifest]:
    """Embed the messages, fit the head, choose its thresholds on the held-out folds and save it."""
    embedder = open_embedder(locate("embedder", MINILM.name))
    texts = [one.text for one in examples]
    rows = np.concatenate([embedder.embed_queries(texts[at : at + BATCH]) for at in range(0, len(texts), BATCH)])
    targets = np.array([TOPICS.index(one.topic) for one in examples])
    ours = np.array([one.source == OURS for one in examples])
    fitted = fit_head(rows, targets, TOPICS, np.where(ours, OURS_COUNT, 1.0), PENALTIES)
    believed = thresholds(fitted.held_out, ~ours, ours & (targets == 0))
    got = found_by(fitted.held_out, believed)
    described = HeadManifest(
        name=NAME,
        licence="Apache-2.0",
        origin="package grounded-support, trained by this project",
        embedder=embedder.name,
        embedder_sha256=embedder.weights_sha256,
        labels=TOPICS,
        temperature=fitted.head.temperature,
        sure_from=believed,
        files={},
        trained_on=dict(sorted(Counter(one.source for one in examples).items())),
        measured={
            "penalty": fitted.penalty,
            "ece": round(fitted.ece, 4),
            "alarms_ordinary": _share(got[~ours] > 0),
            "alarms_idioms": _share(got[ours & (targets == 0)] > 0),
            **{f"recall_{topic}": _share(got[targets == at] > 0) for at, topic in enumerate(TOPICS) if at},
        },
    )
    return fitted, save_head(out, replace(fitted.head, sure_from=believed), described)


def _share(of: np.ndarray) -> float:
    return round(float(of.mean()), 4)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 done, 2 the data cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m knowledge.models.training.topics", description=__doc__)
    parser.add_argument("data", type=Path, help="folder of NAME_train.jsonl.gz")
    parser.add_argument("lines", type=Path, help="messages with their topic, evals/datasets/topics.jsonl")
    parser.add_argument("out", type=Path, help="folder of the head")
    given = parser.parse_args(arguments)
    try:
        _, manifest = fit(read_topic_training(given.data, given.lines), given.out)
    except KnowledgeError as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps({"trained_on": manifest.trained_on, **manifest.measured, "sure_from": manifest.sure_from}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
