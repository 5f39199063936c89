"""The network of the shipped reranker: query and passage read together, then matched token by token.

A BERT encoder reads `[CLS] query [SEP] passage [SEP]`; every query token looks for its nearest passage token among
the states that both texts have shaped, and a learned weight says how much that token matters. Unlike a new head on
[CLS] this starts out as good as late interaction, so a small model needs few pairs to become better than that.
Source of the matching: Khattab and Zaharia, ColBERT (SIGIR 2020); the encoder: Wang et al., MiniLM (2020).
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn.functional import normalize

CLS, SEP = 101, 102
"""Token ids of BERT's vocabulary."""


class PairScorer(nn.Module):
    """A cross-encoder with a matching head; one score per pair, higher is better."""

    def __init__(self, encoder: nn.Module, width: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.importance = nn.Linear(width, 1)
        self.direct = nn.Linear(width, 1)
        self.scale = nn.Parameter(torch.tensor([12.0, 6.0]))
        for layer in (self.importance, self.direct):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        """Scores of the pairs, shape (pairs,).

        Args:
            input_ids: shape (pairs, tokens), as the tokenizer gives them for (query, passage).
            attention_mask: the same shape, 1 where a token is.
            token_type_ids: the same shape, 0 for [CLS], the query and its [SEP], 1 for the passage and its [SEP].
        """
        output: Any = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids, return_dict=True
        )
        states = output.last_hidden_state.float()
        text = attention_mask.bool() & (input_ids != CLS) & (input_ids != SEP)
        query = (text & (token_type_ids == 0)).float()
        passage = (text & (token_type_ids == 1)).float()
        unit = normalize(states, dim=-1)
        cosine = unit @ unit.transpose(1, 2)
        nearest = (cosine - 10.0 * (1.0 - passage).unsqueeze(1)).amax(dim=2)
        weight = torch.exp(self.importance(states).squeeze(-1).clamp(-6, 6)) * query
        matched = (nearest * weight).sum(1) / weight.sum(1).clamp_min(1e-6)
        pooled = (normalize(_mean(states, query), dim=-1) * normalize(_mean(states, passage), dim=-1)).sum(-1)
        direct: torch.Tensor = self.direct(states[:, 0]).squeeze(-1)
        return self.scale[0] * matched + self.scale[1] * pooled + direct


def _mean(states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return (states * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True).clamp_min(1.0)
