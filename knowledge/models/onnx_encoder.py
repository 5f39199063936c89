"""An encoder in ONNX on the CPU: a text's tokens in, a row for each of them out."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knowledge.models.entry import LocatedModel, loading
from knowledge.models.manifest import TOKENIZER
from knowledge.models.onnx_graph import Graph, read_weights, weight

Rows = NDArray[np.float32]


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
        from tokenizers import Tokenizer

        path = self.model.folder / TOKENIZER
        with loading(path, "tokenizers"):
            tokenizer = Tokenizer.from_file(str(path))
        tokenizer.no_truncation()  # the file may hold another model's limits
        tokenizer.no_padding()
        return tokenizer

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

    def rows(self, ids: list[int]) -> Rows:
        """The last layer's row for each token, shape (len(ids), width).

        One text a call: nothing is padded, and no row depends on the texts beside it.
        """
        tokens = np.array([ids], dtype=np.int64)
        given = {
            "input_ids": tokens,
            "attention_mask": np.ones_like(tokens),
            "token_type_ids": np.zeros_like(tokens),
        }
        (found,) = self._session.run(None, given)
        return np.asarray(found[0], dtype=np.float32)
