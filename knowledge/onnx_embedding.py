"""The embedder role for weights whose graph we ship: the same vectors in a third of the time, without loading torch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from knowledge.embedding import Embedder, SentenceTransformerEmbedder, Vectors, unit_rows
from knowledge.models.onnx_encoder import OnnxEncoder
from knowledge.models.onnx_graph import Graph, graph_of
from knowledge.models.registry import LocatedModel

AT_ONCE = 128
"""Texts whose tokens' rows are held at the same time, some 50 MB where all fill the window."""


@dataclass(frozen=True)
class OnnxEmbedder:
    """A bi-encoder whose vector of a text is the mean of its tokens' rows, at unit length."""

    model: LocatedModel
    graph: Graph
    query_prompt: str = ""
    passage_prompt: str = ""

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @property
    def weights_sha256(self) -> str:
        """Hash of the weights file, measured when the model was located."""
        return self.model.sha256

    @cached_property
    def _encoder(self) -> OnnxEncoder:
        return OnnxEncoder(self.model, self.graph)

    @cached_property
    def dimension(self) -> int:
        """Numbers per vector."""
        return int(self._encoder.rows([self._ids("")])[0].shape[1])

    @property
    def window(self) -> int:
        """Tokens that are read, special tokens included."""
        return self.model.window or 256

    def count_tokens(self, text: str) -> int:
        """Tokens of the text, special tokens not counted."""
        (found,) = self._encoder.tokenizer.encode_batch_fast([text], add_special_tokens=False)
        return len(found)

    def tokens(self, text: str) -> list[str]:
        """The tokens whose rows `embed_tokens` gives, cut to the window."""
        found: list[str] = self._encoder.tokenizer.encode(text, add_special_tokens=False).tokens
        return found[: self.window - 2]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length, shape (len(texts), dimension)."""
        return self._embed(texts, self.passage_prompt)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length, shape (len(texts), dimension)."""
        return self._embed(texts, self.query_prompt)

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """One array per text, a row of unit length per token, [CLS] and [SEP] left out."""
        return [unit_rows(rows[1:-1]) for rows in self._encoder.rows([self._ids(text) for text in texts])]

    def _embed(self, texts: Sequence[str], prompt: str) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        means: list[Vectors] = []
        for begin in range(0, len(texts), AT_ONCE):
            ids = [self._ids(prompt + text) for text in texts[begin : begin + AT_ONCE]]
            means += [rows.mean(axis=0) for rows in self._encoder.rows(ids)]
        return unit_rows(np.stack(means))

    def _ids(self, text: str) -> list[int]:
        """Token ids in the window, [CLS] first and [SEP] last."""
        ids: list[int] = self._encoder.tokenizer.encode(text).ids
        return ids if len(ids) <= self.window else [*ids[: self.window - 1], ids[-1]]


def open_embedder(model: LocatedModel) -> Embedder:
    """The embedder of a model that was found: with its shipped graph, or with sentence-transformers where there is none.

    Raises:
        ModelError: the graph is damaged.
    """
    query, passage = model.prompts.get("query", ""), model.prompts.get("passage", "")
    graph = graph_of(model.sha256) if model.window and _is_mean_pooled(model.folder) else None
    if graph is None:
        return SentenceTransformerEmbedder(model, query, passage)
    return OnnxEmbedder(model, graph, query, passage)


def _is_mean_pooled(folder: Path) -> bool:
    """Whether the folder's own settings make of a text's rows what `OnnxEmbedder` makes of them; else they are obeyed."""
    try:
        pooling = json.loads((folder / "1_Pooling" / "config.json").read_bytes())
        plain = json.loads((folder / "config_sentence_transformers.json").read_bytes())
    except (OSError, ValueError):
        return False
    others = {key for key, value in pooling.items() if key.startswith("pooling_mode_") and value}
    return others == {"pooling_mode_mean_tokens"} and not any(plain.get(key) for key in ("prompts", "truncate_dim"))
