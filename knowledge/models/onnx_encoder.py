"""An encoder in ONNX on the CPU: a text's tokens in, a row for each of them out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knowledge.models.entry import LocatedModel, loading
from knowledge.models.onnx_graph import Graph, read_weights, weight
from knowledge.models.onnx_runtime import Pair, batches, padded, read_tokenizer

Rows = NDArray[np.float32]

BATCH_TOKENS = 256
"""Tokens of one run, padding included: short texts share the reading of the weights, larger runs win nothing."""


@dataclass(frozen=True)
class OnnxEncoder:
    """Session and tokenizer of a model, loaded at first use."""

    model: LocatedModel
    graph: Graph
    threads: int = 0
    """Threads of one text; 0 for as many as there are cores."""

    @cached_property
    def tokenizer(self) -> Any:
        """The model's own, which neither cuts nor pads."""
        return read_tokenizer(self.model.folder)

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.threads or len(os.sched_getaffinity(0))
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # the judges' threads come next
        options.log_severity_level = 3  # errors only
        with loading(self.model.weights_file, "onnxruntime"):
            weights = read_weights(self.model.weights_file)
            constants = [weight(name, weights) for name in self.graph.constants]
            values = [onnxruntime.OrtValue.ortvalue_from_numpy(constant) for constant in constants]
            options.add_external_initializers(list(self.graph.constants), values)
            return onnxruntime.InferenceSession(
                self.graph.path.read_bytes(), options, providers=["CPUExecutionProvider"]
            )

    def rows(self, texts: Sequence[list[int]]) -> list[Rows]:
        """The last layer's row for each token of each text, each of shape (tokens, width), in the order given.

        Texts of like length run together; what is padded is masked, so no row depends on the texts beside it.
        """
        found: dict[int, Rows] = {}
        for batch in batches([len(ids) for ids in texts], BATCH_TOKENS):
            for place, rows in zip(batch, self._run([texts[place] for place in batch]), strict=True):
                found[place] = rows
        return [found[place] for place in range(len(texts))]

    def _run(self, texts: Sequence[list[int]]) -> list[Rows]:
        given = padded([Pair(ids, len(ids)) for ids in texts], pad=0)
        (found,) = self._session.run(None, given)
        return [np.asarray(rows[: len(ids)], dtype=np.float32) for rows, ids in zip(found, texts, strict=True)]
