"""The intent head: from the vector of a message to what it is for, with a probability that means what it says.

A multinomial logistic regression on the embedder's vectors, its logits divided by a temperature (Guo et al. 2017,
"On Calibration of Modern Neural Networks"). It knows the embedder that it was fitted on, and reads no other's vectors.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import ConfigDict, Field, StringConstraints, ValidationError

from knowledge.embedding import Vectors
from knowledge.errors import ModelError
from knowledge.models.entry import loading
from knowledge.models.manifest import COPY_AGAIN, MANIFEST, Sha256, check_file, file_sha256, short
from knowledge.types import Value

HEAD = "head.safetensors"

Floats = NDArray[np.float64]


class HeadManifest(Value):
    """What a folder with an intent head holds."""

    model_config = ConfigDict(strict=True)

    name: Annotated[str, StringConstraints(min_length=1)]
    licence: str
    origin: str
    embedder: str
    embedder_sha256: Sha256
    """Of the weights whose vectors it reads."""
    labels: tuple[str, ...] = Field(min_length=2, strict=False)
    temperature: float = Field(gt=0.0)
    sure_from: tuple[float, ...] = Field(strict=False)
    """For each label the probability from which it is believed; above 1 for never."""
    files: dict[str, Sha256]
    trained_on: dict[str, int] = {}
    """Messages by collection."""
    measured: dict[str, float] = {}
    """On the folds of the training that were held out."""


class Guess(Value):
    """What a message is taken for."""

    label: str
    confidence: float = Field(ge=0.0, le=1.0)
    """Calibrated probability."""
    sure: bool
    """Whether that is enough to be believed."""


@dataclass(frozen=True)
class IntentHead:
    """Weights of one row a number of the vector and one column a label."""

    labels: tuple[str, ...]
    weights: Floats
    bias: Floats
    temperature: float = 1.0
    sure_from: tuple[float, ...] = ()
    """As of `HeadManifest`; empty for always."""

    def logits(self, rows: Vectors) -> Floats:
        """Shape (rows, labels), before the temperature."""
        return np.asarray(rows.astype(np.float64) @ self.weights + self.bias)

    def probabilities(self, rows: Vectors) -> Floats:
        """Shape (rows, labels); every row adds up to one."""
        return softmax(self.logits(rows) / self.temperature)

    def guess(self, row: Vectors) -> Guess:
        """What the message with this vector, shape (dimension,), is taken for."""
        found = self.probabilities(row[None])[0]
        best = int(found.argmax())
        confidence = float(found[best])
        sure = not self.sure_from or confidence >= self.sure_from[best]
        return Guess(label=self.labels[best], confidence=min(1.0, confidence), sure=sure)


def softmax(logits: Floats) -> Floats:
    """Probabilities of rows of logits."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def save_head(folder: Path, head: IntentHead, described: HeadManifest) -> HeadManifest:
    """Write a head and its manifest; `described` is what is said of it, its hashes are filled in here."""
    from safetensors.numpy import save_file

    folder.mkdir(parents=True, exist_ok=True)
    tensors = {"weights": head.weights.astype(np.float32), "bias": head.bias.astype(np.float32)}
    save_file(tensors, folder / HEAD)
    files = {HEAD: file_sha256(folder / HEAD)}
    found = {"labels": head.labels, "temperature": head.temperature, "sure_from": head.sure_from, "files": files}
    manifest = described.model_copy(update=found)
    (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8", newline="\n")
    return manifest


def load_head(folder: Path, embedder_sha256: str, sha256: str | None = None, remedy: str = COPY_AGAIN) -> IntentHead:
    """The head of a folder.

    Args:
        folder: with a manifest and the weights.
        embedder_sha256: of the embedder whose vectors it is to read.
        sha256: of the manifest, where it is recorded elsewhere.
        remedy: the sentence that ends an error's message.

    Raises:
        ModelError: a file is damaged, or it was fitted on another embedder's vectors.
    """
    manifest = read_head_manifest(folder, sha256, remedy)
    if manifest.embedder_sha256 != embedder_sha256:
        raise ModelError(
            f"The intent head in {folder} reads vectors of {manifest.embedder} ({short(manifest.embedder_sha256)}), the "
            f"settings name an embedder with weights {short(embedder_sha256)}. Fit another with "
            "`python -m knowledge.models.training.intents`, or set `routing.intents` to none in support.toml."
        )
    from safetensors.numpy import load_file

    with loading(folder / HEAD, "safetensors"):
        tensors = load_file(folder / HEAD)
        weights, bias = tensors["weights"].astype(np.float64), tensors["bias"].astype(np.float64)
    labels = len(manifest.labels)
    if weights.ndim != 2 or weights.shape[1] != labels or bias.shape != (labels,) or len(manifest.sure_from) != labels:
        raise ModelError(
            f"{folder / HEAD} does not fit its manifest's {labels} labels: wanted one column each. {remedy}"
        )
    return IntentHead(manifest.labels, weights, bias, manifest.temperature, manifest.sure_from)


def read_head_manifest(folder: Path, sha256: str | None = None, remedy: str = COPY_AGAIN) -> HeadManifest:
    """The manifest of a head whose files are the recorded ones.

    Raises:
        ModelError: a file is damaged or missing.
    """
    path = folder / MANIFEST
    if sha256 is not None:
        check_file(path, sha256, remedy)
    try:
        manifest = HeadManifest.model_validate_json(path.read_bytes())
    except OSError as error:
        raise ModelError(
            f"{path} cannot be read ({error.strerror}): wanted an intent head's manifest. {remedy}"
        ) from error
    except ValidationError as error:
        raise ModelError(f"{path} is not an intent head's manifest: {error.errors()[0]['msg']}. {remedy}") from error
    if HEAD not in manifest.files:
        raise ModelError(f"{path} records no hash of {HEAD}: wanted one. {remedy}")
    check_file(folder / HEAD, manifest.files[HEAD], remedy)
    return manifest
