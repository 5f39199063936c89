"""Networks, tokenizers and files that are small enough to be trained and shipped within a test."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import torch
from transformers import BertConfig, BertForSequenceClassification, BertModel, BertTokenizer

from knowledge.models.manifest import LABELS
from knowledge.models.pair_scorer import CLS, PairScorer

# fmt: off
WORDS = (
    "the", "a", "refund", "lamp", "parcel", "is", "are", "takes", "take", "five", "ten", "days", "week", "late", "due",
    "not", "returned", "sent", "used", "can", "be", "i", "my",
)
# fmt: on

QUERY = "can i return the lamp"
TEXTS = ["the lamp can be returned", "a refund is due in five days", "late " * 300, ""]


def tiny_tokenizer(folder: Path) -> Any:
    """A BERT tokenizer that knows a few words; [CLS] and [SEP] have the ids that BERT's have."""
    unused = [f"[unused{n}]" for n in range(CLS - 2)]
    vocabulary = ["[PAD]", *unused, "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
    (folder / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    return BertTokenizer(str(folder / "vocab.txt"))


def tiny_config(**more: Any) -> BertConfig:
    """Two narrow layers."""
    return BertConfig(
        vocab_size=160,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=256,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        initializer_range=0.3,
        **more,
    )


def tiny_scorer() -> PairScorer:
    """A reranker of random weights."""
    torch.manual_seed(7)
    return PairScorer(BertModel(tiny_config(), add_pooling_layer=False), 32).eval()


def tiny_classifier() -> Any:
    """A verifier of random weights."""
    torch.manual_seed(7)
    labels = dict(enumerate(LABELS))
    config = tiny_config(id2label=labels, label2id={label: n for n, label in labels.items()})
    return BertForSequenceClassification(config)


def write_packed(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    """Rows as JSON lines, packed by gzip."""
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in rows)
    return path
