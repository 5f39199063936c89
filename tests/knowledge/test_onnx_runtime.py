"""With models that count: every number can be reckoned from the words."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from knowledge.errors import ModelError
from knowledge.models.manifest import MODEL, TOKENIZER
from knowledge.models.onnx_runtime import OnnxClassifier, Pair, batches, padded
from knowledge.models.registry import locate
from tests.knowledge.tiny_onnx import describe, save_counting_model, save_folder, save_tokenizer

COUNTS = ("input_ids", "attention_mask", "token_type_ids")


def opened(tmp_path: Path, window: int = 16) -> OnnxClassifier:
    folder = save_folder(tmp_path / "tiny", "verifier", COUNTS, window)
    return OnnxClassifier(locate("verifier", str(folder)), threads=1)


def test_texts_become_the_ids_of_their_words_whatever_limits_the_file_holds(tmp_path: Path) -> None:
    runtime = opened(tmp_path)
    assert runtime.tokenise(["the parcel came late", "", "refund is not due today"]) == [
        [4, 5, 6, 7],
        [],
        [8, 9, 11, 10, 1],
    ]


def test_pair_is_framed_by_the_tokenizers_own_specials(tmp_path: Path) -> None:
    assert opened(tmp_path).cut_first([4, 5], [8]) == Pair([2, 4, 5, 3, 8, 3], first=4)


def test_first_text_is_cut_at_its_end_to_the_window(tmp_path: Path) -> None:
    pair = opened(tmp_path).cut_first([4] * 9 + [5] * 20, [8, 9, 10])
    assert pair == Pair([2, *[4] * 9, 5, 3, 8, 9, 10, 3], first=12)


def test_second_text_is_cut_at_its_end_to_the_window(tmp_path: Path) -> None:
    pair = opened(tmp_path).cut_second([8, 9, 10], [4] * 9 + [5] * 20)
    assert pair == Pair([2, 8, 9, 10, 3, *[4] * 9, 5, 3], first=5)


def test_no_pair_is_ever_longer_than_the_window(tmp_path: Path) -> None:
    runtime = opened(tmp_path)
    for pair in (runtime.cut_first([4] * 50, [5] * 50), runtime.cut_second([4] * 50, [5] * 50)):
        assert len(pair.ids) == 16


def test_outputs_come_back_in_the_order_of_the_pairs(tmp_path: Path) -> None:
    runtime = opened(tmp_path)
    pairs = [runtime.cut_first([4] * n, [5]) for n in (3, 1, 2)]
    # ids: [CLS] 2, [SEP] 3 twice, n times 4, once 5; mask: n + 4 tokens; type 1: the word and its [SEP]
    assert runtime.logits(pairs).tolist() == [[25, 7, 2], [17, 5, 2], [21, 6, 2]]


def test_pair_scores_the_same_alone_and_among_a_thousand(tmp_path: Path) -> None:
    runtime = opened(tmp_path)
    pairs = [runtime.cut_first([4] * (n % 12), [5]) for n in range(1_000)]
    together = runtime.logits(pairs)
    assert together.shape == (1_000, 3)
    assert [runtime.logits([pairs[n]])[0].tolist() for n in (0, 7, 999)] == together[[0, 7, 999]].tolist()


def test_nothing_in_nothing_out(tmp_path: Path) -> None:
    runtime = opened(tmp_path)
    assert runtime.tokenise([]) == []
    assert runtime.logits([]).shape == (0, 0)


def test_model_with_other_inputs_is_refused(tmp_path: Path) -> None:
    runtime = opened(tmp_path)
    save_counting_model(runtime.model.folder / MODEL, ("pixels",), names=("pixels",))
    with pytest.raises(ModelError, match=r"has the inputs \['pixels'\].*Export the model again"):
        runtime.load()


def test_model_that_takes_fewer_inputs_is_given_only_those(tmp_path: Path) -> None:
    runtime = opened(tmp_path)
    save_counting_model(runtime.model.folder / MODEL, ("attention_mask",), names=("input_ids", "attention_mask"))
    assert runtime.logits([runtime.cut_first([4], [5])]).tolist() == [[5]]


def test_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    runtime = opened(tmp_path)
    (runtime.model.folder / MODEL).write_bytes(b"not a graph")
    with pytest.raises(ModelError, match=r"model\.onnx cannot be read by onnxruntime"):
        runtime.load()


def test_tokenizer_of_another_family_is_refused(tmp_path: Path) -> None:
    runtime = opened(tmp_path)
    save_tokenizer(runtime.model.folder / TOKENIZER, ["[UNK]", "<s>", "</s>", "<pad>"])
    with pytest.raises(ModelError, match=r"lacks one of \[CLS\], \[SEP\] and \[PAD\]"):
        runtime.load()


def test_file_that_is_no_tokenizer_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / MODEL).write_bytes(b"never read")
    (folder / TOKENIZER).write_text("[]", encoding="utf-8")
    describe(folder, "verifier", 16)
    with pytest.raises(ModelError, match=r"tokenizer\.json cannot be read by tokenizers"):
        OnnxClassifier(locate("verifier", str(folder))).tokenise(["the parcel"])


def test_window_is_the_models_and_room_what_the_specials_leave(tmp_path: Path) -> None:
    runtime = opened(tmp_path)
    assert (runtime.window, runtime.room) == (16, 13)
    assert replace(runtime, model=replace(runtime.model, window=None)).window == 256


def test_batches_hold_items_of_like_length_within_the_budget() -> None:
    assert list(batches([5, 2, 9, 2, 4], budget=10)) == [[1, 3], [4, 0], [2]]


def test_item_longer_than_the_budget_is_a_batch_of_its_own() -> None:
    assert list(batches([30, 3], budget=10)) == [[1], [0]]
    assert list(batches([], budget=10)) == []


def test_padding_is_masked_and_of_type_zero() -> None:
    found = padded([Pair([2, 4, 3, 5, 3], 3), Pair([2, 3, 3], 2)], pad=7)
    assert {name: array.tolist() for name, array in found.items()} == {
        "input_ids": [[2, 4, 3, 5, 3], [2, 3, 3, 7, 7]],
        "attention_mask": [[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]],
        "token_type_ids": [[0, 0, 0, 1, 1], [0, 0, 1, 0, 0]],
    }
    assert {array.dtype for array in found.values()} == {np.dtype(np.int64)}
