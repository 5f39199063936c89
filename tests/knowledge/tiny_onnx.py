"""Model folders in ONNX that are small enough to be reckoned by hand, and to be built anew for each test."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from knowledge.models.manifest import LABELS, MODEL, TOKENIZER, Manifest, file_sha256, write_manifest

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "parcel", "came", "late", "refund", "is", "due", "not"]
"""A word's place is its token id; a word that is not here is 1."""


def save_tokenizer(path: Path, words: Sequence[str] = WORDS) -> None:
    """Words between spaces; with limits in the file, as the files of real models have, which must not be obeyed."""
    tokenizer: dict[str, Any] = {
        "version": "1.0",
        "truncation": {"direction": "Right", "max_length": 4, "strategy": "LongestFirst", "stride": 0},
        "padding": {
            "strategy": {"Fixed": 4},
            "direction": "Right",
            "pad_to_multiple_of": None,
            "pad_id": 0,
            "pad_type_id": 0,
            "pad_token": "[PAD]",
        },
        "added_tokens": [],
        "normalizer": None,
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": None,
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": {word: n for n, word in enumerate(words)}, "unk_token": "[UNK]"},
    }
    path.write_text(json.dumps(tokenizer), encoding="utf-8")


def save_counting_model(path: Path, counts: Sequence[str], names: Sequence[str] = ()) -> None:
    """A model whose outputs are the sums of the inputs named in `counts`, one column each."""
    onnx = pytest.importorskip("onnx", reason="the tiny models are written by onnx, which only training needs")
    helper, kind = onnx.helper, onnx.TensorProto
    axes = helper.make_tensor("axes", kind.INT64, [1], [1])
    nodes, columns = [], []
    for n, name in enumerate(counts):
        columns.append(f"column_{n}")
        nodes.append(helper.make_node("ReduceSum", [name, "axes"], [f"sum_{n}"], keepdims=1))
        nodes.append(helper.make_node("Cast", [f"sum_{n}"], [columns[-1]], to=kind.FLOAT))
    nodes.append(helper.make_node("Concat", columns, ["logits"], axis=1))
    inputs = [
        helper.make_tensor_value_info(name, kind.INT64, ["pairs", "tokens"])
        for name in names or ("input_ids", "attention_mask", "token_type_ids")
    ]
    outputs = [helper.make_tensor_value_info("logits", kind.FLOAT, ["pairs", len(counts)])]
    graph = helper.make_graph(nodes, "counts", inputs, outputs, initializer=[axes])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    path.write_bytes(model.SerializeToString())


def describe(folder: Path, role: str, window: int, query_tokens: int | None = None) -> Manifest:
    """Write the manifest of a folder as it is now."""
    files = {path.name: file_sha256(path) for path in folder.iterdir() if path.name != "manifest.json"}
    data = {
        "role": role,
        "name": f"tiny-{role}",
        "licence": "Apache-2.0",
        "origin": "made for a test",
        "backend": "onnx",
        "window": window,
        "query_tokens": query_tokens,
        "labels": LABELS if role == "verifier" else (),
        "files": files,
    }
    manifest = Manifest.model_validate(data)
    write_manifest(folder, manifest)
    return manifest


def save_folder(
    folder: Path, role: str, counts: Sequence[str], window: int = 16, query_tokens: int | None = None
) -> Path:
    """A whole model folder: counting model, tokenizer, manifest."""
    folder.mkdir()
    save_counting_model(folder / MODEL, counts)
    save_tokenizer(folder / TOKENIZER)
    describe(folder, role, window, query_tokens)
    return folder
