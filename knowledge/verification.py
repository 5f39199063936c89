"""The verifier role: does a premise entail a hypothesis. By onnxruntime, or by transformers, as the model's folder says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from knowledge.errors import ModelError
from knowledge.models.calibration import read_calibration
from knowledge.models.entry import loading
from knowledge.models.manifest import LABELS
from knowledge.models.onnx_runtime import BATCH_TOKENS, Logits, OnnxClassifier, batches
from knowledge.models.registry import LocatedModel
from knowledge.types import Value

MAX_TOKENS = 256
"""Premise and hypothesis together where the model's window is not recorded."""

PREMISE_TOKENS = 32
"""So many tokens of a longer premise are read at least; beside a hypothesis that leaves less room nothing is judged."""


class Entailment(Value):
    """What a verifier thinks of one pair; the three add up to 1."""

    entailment: float
    neutral: float
    contradiction: float


UNDECIDED = Entailment(entailment=0.0, neutral=1.0, contradiction=0.0)
"""Of a hypothesis that the window cannot hold whole: nothing is said about what was not read."""


class Verifier(Protocol):
    """A natural language inference model."""

    @property
    def name(self) -> str:
        """The model's name, for the ledger."""
        ...

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """One result per (premise, hypothesis), in the order given."""
        ...


def open_verifier(model: LocatedModel, threads: int = 0) -> Verifier:
    """The verifier of a model, by its backend; nothing is loaded yet, the calibration is looked at.

    Args:
        model: as `locate` found it.
        threads: of onnxruntime; 0 for every core.

    Raises:
        ModelError: a calibration stands beside the weights that was measured with others.
    """
    read_calibration(model)
    return OnnxVerifier(model, threads) if model.backend == "onnx" else TransformersVerifier(model)


@dataclass(frozen=True)
class OnnxVerifier:
    """A three-way classifier in ONNX, loaded at first use. Of a pair longer than the window the premise loses its end."""

    model: LocatedModel
    threads: int = 0
    """Of onnxruntime; 0 for every core."""

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @cached_property
    def _classifier(self) -> OnnxClassifier:
        return OnnxClassifier(self.model, self.threads)

    @cached_property
    def _temperature(self) -> float:
        return _temperature_of(self.model)

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """One result per pair."""
        if not pairs:
            return []
        runtime = self._classifier
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        ids = dict(zip(texts, runtime.tokenise(texts), strict=True))
        read = [n for n, pair in enumerate(pairs) if fits(len(ids[pair[0]]), len(ids[pair[1]]), runtime.room)]
        logits = runtime.logits([runtime.cut_first(ids[pairs[n][0]], ids[pairs[n][1]]) for n in read])
        results = _entailments(logits, self.model.labels, self._temperature, self.model)
        found = dict(zip(read, results, strict=True))
        return [found.get(n, UNDECIDED) for n in range(len(pairs))]


@dataclass(frozen=True)
class TransformersVerifier:
    """A three-way sequence classifier of transformers on the CPU, loaded at first use, from disk only."""

    model: LocatedModel

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @cached_property
    def _temperature(self) -> float:
        return _temperature_of(self.model)

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        from transformers import AutoModelForSequenceClassification, AutoTokenizer
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        folder = str(self.model.folder)
        with loading(self.model.folder, "transformers"):
            tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
            model = AutoModelForSequenceClassification.from_pretrained(folder, local_files_only=True)
        return tokenizer, model.float().eval()

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """One result per pair; pairs of like length share a batch."""
        if not pairs:
            return []
        tokenizer, model = self._loaded
        labels = [model.config.id2label[n].lower() for n in range(model.config.num_labels)]
        room = self._window - tokenizer.num_special_tokens_to_add(pair=True)
        sizes = [(self._size(premise), self._size(hypothesis)) for premise, hypothesis in pairs]
        read = [n for n, size in enumerate(sizes) if fits(*size, room)]
        found: dict[int, Entailment] = {}
        for batch in batches([min(sum(sizes[n]), room) for n in read], BATCH_TOKENS):
            places = [read[n] for n in batch]
            logits = self._logits([pairs[n] for n in places])
            results = _entailments(logits, labels, self._temperature, self.model)
            found |= dict(zip(places, results, strict=True))
        return [found.get(n, UNDECIDED) for n in range(len(pairs))]

    @property
    def _window(self) -> int:
        return self.model.window or MAX_TOKENS

    def _size(self, text: str) -> int:
        return len(self._loaded[0](text, add_special_tokens=False, verbose=False)["input_ids"])

    def _logits(self, pairs: Sequence[tuple[str, str]]) -> Logits:
        import torch

        tokenizer, model = self._loaded
        batch = tokenizer(
            [premise for premise, _ in pairs],
            [hypothesis for _, hypothesis in pairs],
            truncation="only_first",
            max_length=self._window,
            padding=True,
            return_tensors="pt",
        )
        with torch.inference_mode():
            return np.asarray(model(**batch).logits, dtype=np.float32)


def fits(premise: int, hypothesis: int, room: int) -> bool:
    """Whether the whole hypothesis can be read beside enough of its premise; all three in tokens."""
    return hypothesis + min(premise, PREMISE_TOKENS) <= room


def probabilities(logits: Logits, temperature: float) -> Logits:
    """Softmax of each row after division by the temperature."""
    scaled = logits.astype(np.float64) / temperature
    raised = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), dtype=np.float32)


def _entailments(logits: Logits, labels: Sequence[str], temperature: float, model: LocatedModel) -> list[Entailment]:
    """What the rows say, whatever the order of the model's labels."""
    if not len(logits):
        return []
    if not set(LABELS) <= set(labels) or logits.shape[1] != len(labels):
        raise ModelError(
            f"The verifier in {model.folder} has {logits.shape[1]} outputs with the labels {sorted(labels)}; "
            f"wanted {list(LABELS)}. Name another folder in `grounding.verifier`."
        )
    rows = probabilities(logits, temperature)[:, [labels.index(label) for label in LABELS]].tolist()
    return [Entailment(**dict(zip(LABELS, row, strict=True))) for row in rows]


def _temperature_of(model: LocatedModel) -> float:
    calibration = read_calibration(model)
    return calibration.temperature if calibration else 1.0
