"""The verifier role: does a premise entail a hypothesis. The only file that runs transformers' classifiers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from knowledge.errors import ModelError
from knowledge.models.registry import LocatedModel
from knowledge.types import Value

PAIRS_A_BATCH = 16
MAX_TOKENS = 256
"""Premise and hypothesis together; of a longer pair the premise loses its end."""

LABELS = ("entailment", "neutral", "contradiction")


class Entailment(Value):
    """What a verifier thinks of one pair; the three add up to 1."""

    entailment: float
    neutral: float
    contradiction: float


class Verifier(Protocol):
    """A natural language inference model."""

    @property
    def name(self) -> str:
        """The model's name, for the ledger."""
        ...

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """One result per (premise, hypothesis), in the order given."""
        ...


@dataclass(frozen=True)
class TransformersVerifier:
    """A three-way sequence classifier of transformers on the CPU, loaded at first use, from disk only."""

    model: LocatedModel

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @cached_property
    def _loaded(self) -> tuple[Any, Any, list[int]]:
        """Tokenizer, model, and the column of each of `LABELS`."""
        from transformers import AutoModelForSequenceClassification, AutoTokenizer
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        folder = str(self.model.folder)
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = AutoModelForSequenceClassification.from_pretrained(folder, local_files_only=True).float().eval()
        columns = {str(label).lower(): int(column) for column, label in model.config.id2label.items()}
        if not set(LABELS) <= set(columns):
            raise ModelError(
                f"The verifier in {folder} has the labels {sorted(columns)}; wanted {list(LABELS)}. "
                "Name another folder in `grounding.verifier`."
            )
        return tokenizer, model, [columns[label] for label in LABELS]

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """One result per pair; pairs of like length share a batch."""
        import torch

        if not pairs:
            return []
        tokenizer, model, columns = self._loaded
        order = sorted(range(len(pairs)), key=lambda n: len(pairs[n][0]) + len(pairs[n][1]))
        found: dict[int, Entailment] = {}
        for begin in range(0, len(order), PAIRS_A_BATCH):
            part = order[begin : begin + PAIRS_A_BATCH]
            batch = tokenizer(
                [pairs[n][0] for n in part],
                [pairs[n][1] for n in part],
                truncation="only_first",
                max_length=MAX_TOKENS,
                padding=True,
                return_tensors="pt",
            )
            with torch.inference_mode():
                rows = model(**batch).logits.softmax(dim=-1)[:, columns].tolist()
            found |= {n: Entailment(**dict(zip(LABELS, row, strict=True))) for n, row in zip(part, rows, strict=True)}
        return [found[n] for n in range(len(pairs))]
