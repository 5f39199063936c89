"""Pairs of texts as the token ids that the networks read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from knowledge.models import onnx_runtime
from knowledge.models.onnx_runtime import Ids, Pair

PAD = 0
"""Token id of padding in BERT's vocabulary."""


@dataclass(frozen=True)
class PairEncoder:
    """Frames two texts as `[CLS] first [SEP] second [SEP]`."""

    tokenizer: Any
    """Of transformers."""
    pair_tokens: int
    """Of the whole, special tokens included."""

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Token ids of each text, special tokens left out."""
        found: list[list[int]] = self.tokenizer(list(texts), add_special_tokens=False, verbose=False)["input_ids"]
        return found

    def cut_first(self, first: Ids, second: Ids) -> Pair:
        """A pair whose first text loses its end where both are too long."""
        return self._framed(first[: self._room - len(second)], second)

    def cut_second(self, first: Ids, second: Ids) -> Pair:
        """A pair whose second text loses its end where both are too long."""
        return self._framed(first, second[: self._room - len(first)])

    @property
    def _room(self) -> int:
        return self.pair_tokens - onnx_runtime.SPECIALS_OF_A_PAIR

    def _framed(self, first: Ids, second: Ids) -> Pair:
        begin, end = self.tokenizer.cls_token_id, self.tokenizer.sep_token_id
        return Pair([begin, *first, end, *second, end], len(first) + 2)


def padded(pairs: Sequence[Pair]) -> dict[str, torch.Tensor]:
    """The networks' three inputs, each of shape (pairs, longest)."""
    return {name: torch.from_numpy(array) for name, array in onnx_runtime.padded(pairs, PAD).items()}
