"""The project's own reranker as it was trained, in torch: for a folder that training has written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from knowledge.models.entry import loading
from knowledge.models.manifest import CONFIG, WEIGHTS
from knowledge.models.onnx_runtime import BATCH_TOKENS, Logits, OnnxClassifier, Pair, batches, padded
from knowledge.models.registry import LocatedModel

if TYPE_CHECKING:
    from knowledge.models.pair_scorer import PairScorer


def load_pair_scorer(folder: Path) -> PairScorer:
    """The network of a folder that training has written, ready to score.

    Raises:
        ModelError: its files are not those of such a network.
    """
    from safetensors.torch import load_file
    from transformers import AutoModel, BertConfig

    from knowledge.models.pair_scorer import PairScorer

    with loading(folder, "torch"):
        config = BertConfig.from_json_file(str(folder / CONFIG))
        encoder = AutoModel.from_config(config, add_pooling_layer=False, attn_implementation="eager")  # type: ignore[no-untyped-call]
        scorer = PairScorer(encoder, config.hidden_size)
        scorer.load_state_dict(load_file(folder / WEIGHTS))
    scorer.requires_grad_(False)
    return scorer.eval()


@dataclass(frozen=True)
class TorchPairReranker:
    """`PairScorer` on the CPU, loaded at first use; it reads a pair exactly as its export to ONNX does."""

    model: LocatedModel

    @property
    def name(self) -> str:
        """What `--explain` shows."""
        return self.model.name

    @property
    def even_odds(self) -> float | None:
        """As its training has it."""
        return self.model.even_odds

    @cached_property
    def _scorer(self) -> PairScorer:
        return load_pair_scorer(self.model.folder)

    @cached_property
    def _reader(self) -> OnnxClassifier:
        """For its tokenizer and its cuts; it never opens a session here."""
        return OnnxClassifier(self.model)

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score per text, higher is better; pairs of like length share a batch."""
        if not texts:
            return []
        pairs = self._pairs(query, texts)
        scores = np.zeros(len(pairs), dtype=np.float32)
        for batch in batches([len(pair.ids) for pair in pairs], BATCH_TOKENS):
            scores[batch] = self._scores([pairs[place] for place in batch])
        return [float(score) for score in scores]

    def prepare(self, texts: Sequence[str]) -> None:
        """Load the model; texts are tokenised when they are scored."""
        self._scorer.eval()

    def _pairs(self, query: str, texts: Sequence[str]) -> list[Pair]:
        ids = self._reader.tokenise([query])[0]
        read = ids[-(self.model.query_tokens or len(ids)) :]
        return [self._reader.cut_second(read, text) for text in self._reader.tokenise(texts)]

    def _scores(self, pairs: Sequence[Pair]) -> Logits:
        import torch

        arrays = padded(pairs, pad=0)
        with torch.inference_mode():
            scores = self._scorer(**{name: torch.from_numpy(array) for name, array in arrays.items()})
        return np.asarray(scores, dtype=np.float32)
