"""A network that comes as a graph and takes its weights, by their names, from a file of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from knowledge.errors import ModelError
from knowledge.models.manifest import file_sha256
from knowledge.types import Value

JOIN = "+"
"""Between the names of weights that are joined along their first axis."""
TRANSPOSED = "^T"
"""After the names, where rows become columns."""

RESTORE = "Run `git checkout -- knowledge/models/shipped` in a clone, or install the package again."

Array = NDArray[np.float32]


class GraphManifest(Value):
    """What is recorded of a graph, beside it."""

    format: Literal["grounded-support/graph@1"] = "grounded-support/graph@1"
    weights_sha256: str
    """Of the one file whose weights it runs."""
    graph_sha256: str
    constants: tuple[str, ...]
    """What the weights file has to fill in: each the names of the weights that it is made of."""


@dataclass(frozen=True)
class Graph:
    """A graph and the names of what it lacks."""

    path: Path
    constants: tuple[str, ...]


def graph_of(weights_sha256: str, folder: Path | None = None) -> Graph | None:
    """The shipped graph for a file of weights; None where there is none.

    Raises:
        ModelError: the graph or its manifest is not the recorded one.
    """
    folder = folder or Path(__file__).parent / "shipped" / "graphs"
    path = folder / f"{weights_sha256[:12]}.onnx"
    notes = path.with_suffix(".json")
    if not (path.is_file() and notes.is_file()):
        return None
    try:
        manifest = GraphManifest.model_validate_json(notes.read_bytes())
    except ValidationError as error:
        raise ModelError(f"{notes} is damaged: wanted the manifest of a graph. {RESTORE}") from error
    if manifest.weights_sha256 != weights_sha256:
        return None
    measured = file_sha256(path)
    if measured != manifest.graph_sha256:
        raise ModelError(
            f"{path} has the sha256 {measured[:12]}…: wanted {manifest.graph_sha256[:12]}…, as recorded. {RESTORE}"
        )
    return Graph(path, manifest.constants)


def weight(constant: str, weights: Mapping[str, Array]) -> Array:
    """The array that a graph's constant stands for.

    Raises:
        KeyError: the weights lack one of its names.
    """
    names = constant.removesuffix(TRANSPOSED).split(JOIN)
    whole = weights[names[0]] if len(names) == 1 else np.concatenate([weights[name] for name in names])
    return np.ascontiguousarray(whole.T if constant.endswith(TRANSPOSED) else whole)


def read_weights(path: Path) -> dict[str, Array]:
    """Every array of a safetensors file, by name."""
    from safetensors.numpy import load_file

    found: dict[str, Any] = load_file(str(path))
    return found
