"""The topic head is shipped whole, and a topic is believed from where false alarms are few."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from knowledge.errors import InputError, ModelError
from knowledge.intents.fitting import NEVER
from knowledge.intents.head import HEAD, load_head, read_head_manifest
from knowledge.intents.parts import MOST, parts_of
from knowledge.intents.topic_head import (
    ALARMS,
    FOLDER,
    MANIFEST_SHA256,
    TOPICS,
    found_by,
    open_shipped_topics,
    read_topic_examples,
    thresholds,
)
from knowledge.models.manifest import MANIFEST, file_sha256
from knowledge.models.registry import MINILM
from policies.rules import load_rules


def test_shipped_head_knows_our_topics_and_takes_nothing_for_none() -> None:
    head = open_shipped_topics(MINILM.sha256)
    assert head.labels == TOPICS
    assert head.sure_from[0] == NEVER
    assert all(0.0 < least < 1.0 for least in head.sure_from[1:])


def test_shipped_manifest_and_weights_are_the_recorded_ones() -> None:
    assert file_sha256(FOLDER / MANIFEST) == MANIFEST_SHA256
    assert read_head_manifest(FOLDER).files == {HEAD: file_sha256(FOLDER / HEAD)}


def test_shipped_head_refuses_a_flipped_byte_and_another_embedder(tmp_path: Path) -> None:
    folder = tmp_path / "topics"
    shutil.copytree(FOLDER, folder)
    content = bytearray((folder / HEAD).read_bytes())
    content[-3] ^= 1
    (folder / HEAD).write_bytes(content)
    with pytest.raises(ModelError, match=HEAD):
        load_head(folder, MINILM.sha256, MANIFEST_SHA256)
    with pytest.raises(ModelError, match="reads vectors of"):
        open_shipped_topics("b" * 64)


def test_every_topic_is_a_subject_of_the_rules_and_has_sentences_of_its_own() -> None:
    assert set(ALARMS) <= {rule.subject for rule in load_rules().topic}
    texts = [text.casefold() for examples in read_topic_examples().values() for text in examples]
    assert len(texts) == len(set(texts))


def test_examples_of_an_unknown_topic_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "examples.yaml"
    file.write_text("weather: [it rains]\n")
    with pytest.raises(InputError, match="'weather'"):
        read_topic_examples(file)


def test_threshold_keeps_both_kinds_of_false_alarms_rare() -> None:
    ordinary = np.arange(1100) < 1000
    held_out = np.zeros((1100, len(TOPICS)))
    held_out[:1000, 1] = np.linspace(0.0, 0.2, 1000)
    held_out[1000:, 1] = np.linspace(0.0, 0.4, 100)
    believed = thresholds(held_out, ordinary, ~ordinary)
    assert believed[0] == NEVER
    assert believed[1] == pytest.approx(0.388, abs=1e-3)
    assert (found_by(held_out, believed)[~ordinary] == 1).sum() == 3


def test_row_is_taken_for_the_likeliest_topic_above_its_threshold() -> None:
    believed = (NEVER, 0.2, 0.5, *[0.9] * (len(TOPICS) - 3))
    held_out = np.zeros((3, len(TOPICS)))
    held_out[:, :3] = [[0.4, 0.25, 0.35], [0.1, 0.3, 0.6], [0.7, 0.1, 0.2]]
    assert found_by(held_out, believed).tolist() == [1, 2, 0]


def test_message_falls_into_its_sentences() -> None:
    assert parts_of("Where is my parcel?") == ()
    assert parts_of("Hi! Where is my parcel? i feel so alone\nthanks a lot") == (
        "Where is my parcel?",
        "i feel so alone",
        "thanks a lot",
    )
    many = " ".join(f"This is sentence {one}." for one in range(20))
    assert len(parts_of(many)) == MOST
    assert parts_of(many)[-1] == "This is sentence 19."
