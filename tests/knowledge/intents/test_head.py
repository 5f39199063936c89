"""An intent head is checked when it is loaded, and reads the vectors of its own embedder only."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from knowledge.errors import ModelError
from knowledge.intents.head import HEAD, HeadManifest, IntentHead, load_head, save_head
from knowledge.intents.labels import INTENTS, read_examples, read_mapping
from knowledge.intents.shipped import open_shipped_head
from knowledge.models.manifest import MANIFEST
from knowledge.models.registry import MINILM

OURS = "a" * 64
TINY = IntentHead(("cat", "dog"), np.array([[2.0, -2.0], [-2.0, 2.0]]), np.zeros(2), 0.5, (0.5, 0.99))


def saved(folder: Path) -> Path:
    described = HeadManifest(
        name="tiny", licence="none", origin="test", embedder="e", embedder_sha256=OURS, labels=TINY.labels,
        temperature=1.0, sure_from=(0.5, 0.5), files={},
    )  # fmt: skip
    save_head(folder, TINY, described)
    return folder


def test_head_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    found = load_head(saved(tmp_path), OURS)
    row = np.array([[1.0, 0.0]], dtype=np.float32)
    assert (found.labels, found.temperature, found.sure_from) == (TINY.labels, TINY.temperature, TINY.sure_from)
    assert found.probabilities(row) == pytest.approx(TINY.probabilities(row))


def test_guess_is_sure_from_the_threshold_of_its_label() -> None:
    cat, dog = (TINY.guess(np.array(row, dtype=np.float32)) for row in ([1.0, 0.0], [0.0, 0.5]))
    assert (cat.label, cat.sure, round(cat.confidence, 4)) == ("cat", True, 0.9997)
    assert (dog.label, dog.sure, round(dog.confidence, 4)) == ("dog", False, 0.982)


def test_other_embedder_is_refused_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"reads vectors of e .*routing\.intents"):
        load_head(saved(tmp_path), "b" * 64)


@pytest.mark.parametrize("name", [HEAD, MANIFEST])
def test_flipped_byte_is_refused(name: str, tmp_path: Path) -> None:
    path = saved(tmp_path) / name
    content = bytearray(path.read_bytes())
    content[-3] ^= 1
    path.write_bytes(content)
    with pytest.raises(ModelError, match=name):
        load_head(tmp_path, OURS)


def test_shipped_head_knows_our_labels() -> None:
    assert open_shipped_head(MINILM.sha256).labels == INTENTS


def test_every_label_has_examples_and_no_text_stands_under_two() -> None:
    texts = [text.casefold() for examples in read_examples().values() for text in examples]
    assert len(texts) == len(set(texts))


def test_question_how_a_thing_is_done_is_knowledge() -> None:
    mapping = read_mapping()
    assert mapping.intent("bitext", "cancel_order", "how do I cancel an order?") == "knowledge"
    assert mapping.intent("bitext", "cancel_order", "cancel my order") == "cancel"
    assert mapping.intent("bitext", "cancel_order", "how can I cancel purchase 1135?") == "cancel"
    assert mapping.intent("bitext", "no_such_label", "x") is None
