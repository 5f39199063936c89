"""From a trained network to ONNX in float32, with what onnxruntime can fuse fused."""

from __future__ import annotations

import logging
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import torch
from torch import nn

from knowledge.models.onnx_runtime import OUTPUT

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OPSET = 18


class ClassifierLogits(nn.Module):
    """A transformers classifier as a function of its three inputs."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        """Logits, shape (pairs, labels)."""
        found: Any = self.model(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)
        logits: torch.Tensor = found.logits
        return logits


class ScoreColumn(nn.Module):
    """A scorer of pairs as a classifier with one output."""

    def __init__(self, scorer: nn.Module) -> None:
        super().__init__()
        self.scorer = scorer

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        """Scores, shape (pairs, 1)."""
        scores: torch.Tensor = self.scorer(input_ids, attention_mask, token_type_ids)
        return scores.unsqueeze(-1)


def export_onnx(network: nn.Module, target: Path, *, hidden: int, heads: int) -> None:
    """Write a network as float32 ONNX with layer norms and GELU fused; batch and length stay free.

    Args:
        network: takes `INPUTS`, each of shape (pairs, tokens), and gives one tensor, shape (pairs, outputs).
        target: the file to write.
        hidden: width of the encoder.
        heads: attention heads of the encoder.
    """
    from onnxruntime.transformers.optimizer import optimize_model

    with tempfile.TemporaryDirectory() as folder, quietly():
        plain = Path(folder) / "plain.onnx"
        _save_plain(network.eval(), plain)
        fused = optimize_model(str(plain), model_type="bert", num_heads=heads, hidden_size=hidden)
        fused.save_model_to_file(str(target))


def _save_plain(network: nn.Module, target: Path) -> None:
    ids = torch.tensor([[101, 9, 102, 8, 102, 0], [101, 9, 8, 102, 7, 102]])
    types = torch.tensor([[0, 0, 0, 1, 1, 0], [0, 0, 0, 0, 1, 1]])
    pairs, tokens = torch.export.Dim("pairs", min=1, max=4096), torch.export.Dim("tokens", min=4, max=512)
    program = torch.onnx.export(
        network,
        (ids, (ids > 0).long(), types),
        dynamo=True,
        input_names=list(INPUTS),
        output_names=[OUTPUT],
        dynamic_shapes=({0: pairs, 1: tokens},) * len(INPUTS),
        opset_version=OPSET,
        verbose=False,
    )
    if program is None:
        raise RuntimeError("torch.onnx.export gave no program")
    program.save(str(target), external_data=False)


@contextmanager
def quietly() -> Iterator[None]:
    """Around tools that warn, log and print about their own insides."""
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings(), redirect_stdout(StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(logging.NOTSET)
