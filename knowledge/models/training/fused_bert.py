"""A BERT encoder as it is exported: each layer's attention is one operator of onnxruntime.

The operator multiplies by query, key and value weights at once and keeps the heads together, which the exporter's own
graph does in a dozen steps. Source: onnxruntime, contributed operators, `com.microsoft.Attention`.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import torch
from torch import nn


class FusedBert(nn.Module):
    """The encoder of a BERT model; it can be exported, and run by onnxruntime only."""

    def __init__(self, bert: Any) -> None:
        super().__init__()
        self.embeddings = bert.embeddings
        self.layers = nn.ModuleList(FusedLayer(layer, bert.config.num_attention_heads) for layer in bert.encoder.layer)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor, **_: Any
    ) -> SimpleNamespace:
        """`last_hidden_state`, shape (pairs, tokens, width)."""
        states = self.embeddings(input_ids=input_ids, token_type_ids=token_type_ids)
        mask = attention_mask.to(torch.int32)
        for layer in self.layers:
            states = layer(states, mask)
        return SimpleNamespace(last_hidden_state=states)


class FusedLayer(nn.Module):
    """One layer of a `FusedBert`."""

    weight: torch.Tensor
    bias: torch.Tensor

    def __init__(self, layer: Any, heads: int) -> None:
        super().__init__()
        own = layer.attention.self
        parts = (own.query, own.key, own.value)
        self.heads = heads
        self.register_buffer("weight", torch.cat([part.weight.detach() for part in parts]).t().contiguous())
        self.register_buffer("bias", torch.cat([part.bias.detach() for part in parts]))
        self.mixed = layer.attention.output
        self.wider = layer.intermediate
        self.output = layer.output

    def forward(self, states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """States of the next layer, the same shape."""
        attended = torch.onnx.ops.symbolic(
            "com.microsoft::Attention",
            (states, self.weight, self.bias, mask),
            {"num_heads": self.heads},
            dtype=states.dtype,
            shape=states.shape,
            version=1,
        )
        states = self.mixed(attended, states)
        found: torch.Tensor = self.output(self.wider(states), states)
        return found


class FusedClassifier(nn.Module):
    """A BERT classifier of transformers on a `FusedBert`."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.encoder = FusedBert(model.bert)
        self.pooler = model.bert.pooler
        self.classifier = model.classifier

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        """Logits, shape (pairs, labels)."""
        states = self.encoder(input_ids, attention_mask, token_type_ids).last_hidden_state
        logits: torch.Tensor = self.classifier(self.pooler(states))
        return logits
