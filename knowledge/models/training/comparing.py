"""How far a shipped file is from the network that it was made from, on a few fixed pairs."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from knowledge.models.onnx_runtime import Logits, OnnxClassifier, Pair
from knowledge.models.registry import LocatedModel
from knowledge.models.training.encoding import padded

PAIRS = (
    ("Can I return a lamp that I have used?", "Lamps can be returned within 30 days if they are unused."),
    ("Order ORD-20417 was shipped on 3 May 2026.", "Your order ORD-20417 went out on May 3, 2026."),
    ("Express delivery costs 9.50 euros.", "Express delivery costs 12 euros."),
    ("How do I reset my password?", "Open Account › Security and choose a new password. We send you an e-mail."),
    ("Gift cards never expire.", "Gift cards are valid for two years."),
    (
        "A parcel that was not scanned for ten days counts as lost. We then send the order again, or refund it if the "
        "item is out of stock. Tell us which one you want within a week, otherwise we refund the order.",
        "If my parcel is lost, you decide alone whether I get my money back.",
    ),
)
"""Short and long ones."""


def largest_difference(network: nn.Module, shipped: LocatedModel) -> float:
    """Largest absolute difference of an output between the torch network and the shipped file."""
    reader = OnnxClassifier(shipped)
    pairs = _pairs(reader)
    with torch.inference_mode():
        wanted: Logits = network(**padded(pairs)).numpy()
    return float(np.abs(reader.logits(pairs) - wanted).max())


def _pairs(reader: OnnxClassifier) -> list[Pair]:
    ids = reader.tokenise([text for pair in PAIRS for text in pair])
    return [reader.cut_second(first, second) for first, second in zip(ids[::2], ids[1::2], strict=True)]
