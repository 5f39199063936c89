"""Rerankers that read query and text together, by onnxruntime or by sentence-transformers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from knowledge.errors import ModelError
from knowledge.models.entry import loading, set_another
from knowledge.models.onnx_runtime import OnnxClassifier
from knowledge.models.registry import LocatedModel
from knowledge.reranking import Reranker
from knowledge.torch_reranker import TorchPairReranker

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

QUERY_TOKENS = 48
"""Of a longer query its end is read: what is asked for stands there more often than at the start."""

CACHED_TEXTS = 4_000
"""Token lists kept in memory, about 1 kB each for a passage that fills the window."""

PAIRS_A_BATCH = 16

TokenRow = np.ndarray[tuple[int], np.dtype[np.int32]]


def open_reranker(model: LocatedModel, threads: int = 0) -> Reranker:
    """The reranker of a model, by its backend; nothing is loaded yet.

    Args:
        model: as `locate` found it.
        threads: of onnxruntime; 0 for every core.
    """
    match model.backend:
        case "onnx":
            return OnnxReranker(model, threads)
        case "pair-scorer":
            return TorchPairReranker(model)
        case _:
            return CrossEncoderReranker(model)


@dataclass(frozen=True)
class OnnxReranker:
    """A cross-encoder with one output in ONNX, loaded at first use; of a long text the end is not read.

    Only for texts that any turn may see: their tokens outlive a turn.
    """

    model: LocatedModel
    threads: int = 0
    """Of onnxruntime; 0 for every core."""
    _cache: OrderedDict[str, TokenRow] = field(default_factory=OrderedDict, compare=False, repr=False)
    _lock: Lock = field(default_factory=Lock, compare=False, repr=False)

    @property
    def name(self) -> str:
        """What `--explain` shows."""
        return self.model.name

    @property
    def even_odds(self) -> float | None:
        """As its manifest has it."""
        return self.model.even_odds

    @cached_property
    def _classifier(self) -> OnnxClassifier:
        return OnnxClassifier(self.model, self.threads, approximate=True)

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score per text, a logit."""
        if not texts:
            return []
        runtime = self._classifier
        read = runtime.tokenise([query])[0][-(self.model.query_tokens or QUERY_TOKENS) :]
        logits = runtime.logits([runtime.cut_second(read, row.tolist()) for row in self._rows(texts)])
        if logits.shape[1] != 1:
            raise _not_a_reranker(self.model, logits.shape[1])
        return [float(score) for score in logits[:, 0]]

    def prepare(self, texts: Sequence[str]) -> None:
        """Load the model, and tokenise the texts."""
        self._classifier.load()
        self._rows(texts)

    def _rows(self, texts: Sequence[str]) -> list[TokenRow]:
        with self._lock:
            known = {text: self._cache[text] for text in texts if text in self._cache}
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        room = self._classifier.room
        for text, ids in zip(missing, self._classifier.tokenise(missing), strict=True):
            known[text] = np.asarray(ids[:room], dtype=np.int32)
        with self._lock:
            for text in texts:
                self._cache[text] = known[text]
                self._cache.move_to_end(text)
            while len(self._cache) > CACHED_TEXTS:
                self._cache.popitem(last=False)
        return [known[text] for text in texts]


@dataclass(frozen=True)
class CrossEncoderReranker:
    """Any sequence classifier of transformers with one output, on the CPU, loaded at first use, from disk only."""

    model: LocatedModel

    @property
    def name(self) -> str:
        """What `--explain` shows."""
        return self.model.name

    @property
    def even_odds(self) -> float | None:
        """As its manifest has it."""
        return self.model.even_odds

    @cached_property
    def _encoder(self) -> CrossEncoder:
        from sentence_transformers import CrossEncoder
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        folder = self.model.folder
        with loading(folder, "sentence-transformers"):
            encoder: CrossEncoder = CrossEncoder(
                str(folder), device="cpu", local_files_only=True, max_length=self.model.window
            )
        if encoder.num_labels != 1:
            raise _not_a_reranker(self.model, encoder.num_labels)
        return encoder

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score per text, a logit."""
        if not texts:
            return []
        from torch.nn import Identity

        scores = self._encoder.predict(
            [(query, text) for text in texts],
            batch_size=PAIRS_A_BATCH,
            show_progress_bar=False,
            activation_fn=Identity(),
        )
        return [float(score) for score in scores]

    def prepare(self, texts: Sequence[str]) -> None:
        """Load the model; nothing else can be known of a text without a query."""
        self._encoder.eval()


def _not_a_reranker(model: LocatedModel, outputs: int) -> ModelError:
    return ModelError(
        f"The model in {model.folder} gives {outputs} numbers a pair: wanted one, as a reranker does. "
        f"{set_another('reranker')}"
    )
