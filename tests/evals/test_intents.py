"""The intent suite fits on the training split, measures on the development split, and knows what is out of scope."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from evals.errors import DatasetError
from evals.intents import IntentSuite, bootstrapped
from evals.intents_ours import mapped, read_ours
from evals.intents_sets import Labelled, read_intent_sets
from evals.intents_svg import confusion_svg
from evals.vector_cache import VectorCache
from knowledge.intents.head import IntentHead
from knowledge.intents.labels import INTENTS, read_mapping
from tests.helpers import TinyEmbedder

VECTORS = VectorCache(TinyEmbedder(dimension=64))


def write(folder: Path, name: str, rows: list[tuple[str, str]]) -> None:
    with gzip.open(folder / f"{name}.jsonl.gz", "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps({"text": text, "intent": label}) + "\n" for text, label in rows)


def collection(folder: Path) -> Path:
    write(folder, "pets_train", [(f"{animal} number {n}", animal) for animal in ("cat", "dog") for n in range(20)])
    write(folder, "pets_val", [("a cat here", "cat"), ("a dog here", "dog")])
    write(folder, "pets_oos_train", [(f"wrench size {n}", "oos") for n in range(20)])
    write(folder, "pets_oos_val", [("a wrench", "oos")])
    return folder


def test_collection_is_read_with_what_is_out_of_its_scope(tmp_path: Path) -> None:
    (found,) = read_intent_sets(collection(tmp_path))
    assert (found.name, len(found.train), len(found.dev), len(found.oos_train), len(found.oos_dev)) == (
        "pets",
        40,
        2,
        20,
        1,
    )


def test_plain_collection_is_told_apart(tmp_path: Path) -> None:
    (found,) = read_intent_sets(collection(tmp_path))
    report = IntentSuite(VECTORS).measure(found)
    assert (report.measured_on, report.messages, report.labels) == ("dev", 2, 2)
    assert (report.macro_f1.value, report.neighbours_macro_f1, report.majority_accuracy) == (1.0, 1.0, 0.5)
    assert report.oos_recall is not None
    assert report.oos_recall.value == 1.0


def test_label_whose_messages_are_given_as_out_of_scope_is_none_of_the_collection(tmp_path: Path) -> None:
    write(tmp_path, "bank_train", [("My card?", "card"), ("my pin", "pin"), ("a pin", "pin")])
    write(tmp_path, "bank_id-oos_train", [("my card", "oos")])
    (found,) = read_intent_sets(tmp_path)
    assert {one.label for one in found.train} == {"pin"}


def test_folder_without_a_collection_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="holds no"):
        read_intent_sets(tmp_path)


def test_head_is_measured_label_by_label() -> None:
    head = IntentHead(INTENTS, np.zeros((64, len(INTENTS))), np.eye(len(INTENTS))[0] * 9, 1.0, (0.5,) * len(INTENTS))
    report = IntentSuite(VECTORS).measure_head(
        "all", head, [Labelled(text="a", label="knowledge"), Labelled(text="b", label="refund")], 1
    )
    assert (report.accuracy.value, report.sure, report.oos_false_alarms) == (0.5, 1.0, 0.0)
    assert report.mistaken == (("b", "refund", "knowledge"),)
    assert "macro-F1" in confusion_svg(report)


def test_development_messages_that_were_learned_from_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "clinc150_train", [("hey you", "greeting")])
    write(tmp_path, "clinc150_val", [("Hey you", "greeting"), ("good day to all", "greeting"), ("buy it", "order")])
    assert mapped(read_intent_sets(tmp_path), read_mapping()) == [Labelled(text="good day to all", label="small_talk")]


def test_our_own_messages_cover_every_label() -> None:
    assert {one.label for one in read_ours()} == set(INTENTS)


def test_interval_holds_the_value() -> None:
    right = np.array([1, 1, 1, 0])
    found = bootstrapped(lambda pick: float(right[pick].mean()), 4)
    assert found.value == 0.75
    assert found.interval[0] <= 0.75 <= found.interval[1]
