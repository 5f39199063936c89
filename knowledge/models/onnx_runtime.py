"""Classifiers of text pairs in ONNX, on the CPU. The only file that imports tokenizers.

A pair is read as `[CLS] first [SEP] second [SEP]`. The tokenizer is the one that the folder holds, without
transformers, so that the first pair is read a fraction of a second after the start.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knowledge.errors import ModelError
from knowledge.models.entry import LocatedModel, loading
from knowledge.models.manifest import TOKENIZER

Logits = NDArray[np.float32]
Ids = Sequence[int]

BATCH_TOKENS = 2_048
"""Tokens of one batch, padding included; larger ones win nothing on a CPU and hold more memory."""

SPECIALS_OF_A_PAIR = 3
INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})
OUTPUT = "logits"

WITHOUT_SATURATION = "session.x64quantprecision"
"""Has an 8-bit model read the same on every processor. One with AVX2 and without VNNI adds products of two in 16 bits, which
overflow: the verifier's outputs moved by up to 0.7. Source: onnxruntime, `onnxruntime_session_options_config_keys.h`."""


class Pair(NamedTuple):
    """Two texts as one input."""

    ids: list[int]
    first: int
    """How many of the ids are [CLS], the first text and its [SEP]: token type 0; the others are of type 1."""


class Specials(NamedTuple):
    """Ids of the tokens that frame a pair, as the tokenizer numbers them."""

    begin: int
    end: int
    pad: int


def read_tokenizer(folder: Path) -> Any:
    """The tokenizer of a model's folder, set to cut and to pad nothing.

    Raises:
        ModelError: the file is missing or damaged.
    """
    from tokenizers import Tokenizer

    path = folder / TOKENIZER
    with loading(path, "tokenizers"):
        tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()  # the file may hold another model's limits
    tokenizer.no_padding()
    return tokenizer


@dataclass(frozen=True)
class OnnxClassifier:
    """A sequence classifier over pairs: session and tokenizer are loaded at first use."""

    model: LocatedModel
    threads: int = 0
    """Pairs that are run at once, each on one thread; 0 for as many as there are cores."""
    approximate: bool = False
    """Whether GELU may be taken from its tanh form: a tenth faster, and outputs move by a hundredth or so. For what ranks,
    not for what is compared with a threshold."""

    @property
    def window(self) -> int:
        """Tokens of a pair, special tokens included."""
        return self.model.window or 256

    @property
    def room(self) -> int:
        """Tokens of the two texts of a pair together."""
        return self.window - SPECIALS_OF_A_PAIR

    @cached_property
    def _tokenizer(self) -> Any:
        return read_tokenizer(self.model.folder)

    @cached_property
    def _specials(self) -> Specials:
        found = [self._tokenizer.token_to_id(token) for token in ("[CLS]", "[SEP]", "[PAD]")]
        if None in found:
            raise ModelError(
                f"{self.model.folder / TOKENIZER} lacks one of [CLS], [SEP] and [PAD]: wanted a tokenizer of the BERT "
                "family. Name another model folder."
            )
        return Specials(*found)

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3  # errors only
        options.add_session_config_entry(WITHOUT_SATURATION, "1")
        if self.approximate:
            options.add_session_config_entry("optimization.enable_gelu_approximation", "1")
        path = self.model.weights_file
        with loading(path, "onnxruntime"):
            session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        inputs = {one.name for one in session.get_inputs()}
        outputs = [one.name for one in session.get_outputs()]
        if not inputs <= INPUTS or OUTPUT not in outputs:
            raise ModelError(
                f"{path} has the inputs {sorted(inputs)} and the outputs {outputs}: wanted inputs among "
                f"{sorted(INPUTS)} and the output {OUTPUT!r}. Export the model again."
            )
        return session

    def load(self) -> None:
        """Load now what would be loaded at first use."""
        self._input_names  # noqa: B018 - read for its effect, as the next one
        self._specials  # noqa: B018

    def tokenise(self, texts: Sequence[str]) -> list[list[int]]:
        """Token ids of each text, special tokens left out."""
        if not texts:
            return []
        found = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [encoding.ids for encoding in found]

    def cut_first(self, first: Ids, second: Ids) -> Pair:
        """A pair in the window; where it is too long the first text loses its end."""
        kept = max(0, self.room - len(second))
        return self._framed(first[:kept], second[: self.room])

    def cut_second(self, first: Ids, second: Ids) -> Pair:
        """A pair in the window; where it is too long the second text loses its end."""
        kept = max(0, self.room - len(first))
        return self._framed(first[: self.room], second[:kept])

    def _framed(self, first: Ids, second: Ids) -> Pair:
        begin, end, _ = self._specials
        return Pair([begin, *first, end, *second, end], len(first) + 2)

    def logits(self, pairs: Sequence[Pair]) -> Logits:
        """The classifier's outputs, shape (len(pairs), outputs), in the order given; (0, 0) for no pair.

        Every pair is run by itself: the activations of an 8-bit model share one scale per run, so that a pair's output
        would depend on the pairs beside it. As many run at once as there are threads.
        """
        if not pairs:
            return np.zeros((0, 0), dtype=np.float32)
        rows = list(self._pool.map(self._row, pairs)) if len(pairs) > 1 else [self._row(pairs[0])]
        return np.stack(rows)

    def _row(self, pair: Pair) -> Logits:
        arrays = padded([pair], self._specials.pad)
        (found,) = self._session.run([OUTPUT], {name: arrays[name] for name in self._input_names})
        return np.asarray(found, dtype=np.float32).reshape(-1)

    @cached_property
    def _input_names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self._session.get_inputs())

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads or len(os.sched_getaffinity(0)), thread_name_prefix="onnx")


def padded(pairs: Sequence[Pair], pad: int) -> dict[str, NDArray[np.int64]]:
    """The three inputs of a batch, each of shape (pairs, longest)."""
    shape = len(pairs), max(len(pair.ids) for pair in pairs)
    ids, mask, types = np.full(shape, pad, dtype=np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for row, pair in enumerate(pairs):
        size = len(pair.ids)
        ids[row, :size] = pair.ids
        mask[row, :size] = 1
        types[row, pair.first : size] = 1
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}


def batches(lengths: Sequence[int], budget: int) -> Iterator[list[int]]:
    """Places of the items, shortest first, in groups of which (items x longest) stays within the budget.

    An item longer than the budget is a group of its own.
    """
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lambda n: lengths[n]):
        if batch and lengths[place] * (len(batch) + 1) > budget:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch
