"""Model folders that training and shipping write: weights, tokenizer, and a manifest of every file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from knowledge.models.manifest import (
    CONFIG,
    LABELS,
    MANIFEST,
    READ_AT_LOAD,
    WEIGHTS,
    Manifest,
    file_sha256,
    write_manifest,
)
from knowledge.models.pair_scorer import PairScorer
from knowledge.models.training.report import TrainedRole

MODEL_FOLDER = "model"
"""Of a training's output folder."""

PAIR_TOKENS, QUERY_TOKENS = 160, 48
"""What the reranker is trained on of a pair, special tokens included, and of a query: its last ones."""
READ_TOKENS = 128
"""What it reads of a pair once it is trained: it ranks as well as with all of them, and faster."""

EVEN_ODDS = 10.5
"""The reranker's score from which a text rather answers than not; its training holds it to that. Trained by order alone,
texts that answer came out at 11.6 and near misses at 9.5."""

LICENCE = "Apache-2.0"
ORIGIN = "trained by this project, see knowledge/models/training/README.md"


@dataclass(frozen=True)
class Shape:
    """How a model of a role is named and read."""

    name: str
    window: int
    query_tokens: int | None = None
    even_odds: float | None = None
    labels: tuple[str, ...] = ()


SHAPES: Mapping[TrainedRole, Shape] = {
    "reranker": Shape("reranker-1", window=READ_TOKENS, query_tokens=QUERY_TOKENS, even_odds=EVEN_ODDS),
    "verifier": Shape("verifier-1", window=256, labels=LABELS),
}


def describe(folder: Path, role: TrainedRole, backend: Literal["onnx", "transformers", "pair-scorer"]) -> Path:
    """Write the manifest of a folder as it is now; returns its path."""
    shape = SHAPES[role]
    read = sorted(path for path in folder.iterdir() if path.suffix in READ_AT_LOAD and path.name != MANIFEST)
    manifest = Manifest(
        role=role,
        name=shape.name,
        licence=LICENCE,
        origin=ORIGIN,
        backend=backend,
        window=shape.window,
        query_tokens=shape.query_tokens,
        even_odds=shape.even_odds,
        labels=shape.labels,
        files={path.name: file_sha256(path) for path in read},
    )
    return write_manifest(folder, manifest)


def save_reranker(folder: Path, scorer: PairScorer, tokenizer: Any) -> None:
    """Write a scorer's folder, which `knowledge.reranker` may name.

    Args:
        folder: made where it is missing.
        scorer: on an encoder of transformers.
        tokenizer: of transformers.
    """
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    encoder: Any = scorer.encoder
    encoder.config.to_json_file(str(folder / CONFIG))
    save_file({name: weight.contiguous() for name, weight in scorer.state_dict().items()}, folder / WEIGHTS)
    tokenizer.save_pretrained(str(folder))
    describe(folder, "reranker", "pair-scorer")


def save_verifier(folder: Path, classifier: Any, tokenizer: Any) -> None:
    """Write a classifier's folder, which `grounding.verifier` may name.

    Args:
        folder: made where it is missing.
        classifier: of transformers; so is the tokenizer.
        tokenizer: its own.
    """
    classifier.save_pretrained(str(folder))
    tokenizer.save_pretrained(str(folder))
    describe(folder, "verifier", "transformers")
