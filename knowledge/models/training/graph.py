"""The embedder's network as an ONNX graph without its weights, which are read from their own file when it is opened.

    python -m knowledge.models.training.graph all-MiniLM-L6-v2 knowledge/models/shipped/graphs

The graph holds the operators and a few small constants, so it is 21 kB and ours to give; it is right for one file of
weights only, after whose sha256 it is named.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from knowledge.models.manifest import file_sha256
from knowledge.models.onnx_graph import JOIN, TRANSPOSED, GraphManifest
from knowledge.models.registry import locate
from knowledge.models.training.export import export_onnx, quietly
from knowledge.models.training.fused_bert import FusedBert

INLINE_BYTES = 1_024
"""A constant up to this size stays in the graph, and so do whole numbers, which are no weights."""

Array = NDArray[np.float32]


class TokenRows(nn.Module):
    """A BERT encoder as a function of its three inputs."""

    def __init__(self, bert: nn.Module) -> None:
        super().__init__()
        self.encoder = FusedBert(bert)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        """Rows of the last layer, shape (texts, tokens, width)."""
        found: torch.Tensor = self.encoder(input_ids, attention_mask, token_type_ids).last_hidden_state
        return found


def export_graph(name: str, folder: Path) -> Path:
    """Write the graph of an embedder, and its manifest beside it.

    Args:
        name: as the registry knows it, or its folder; a BERT encoder with weights in safetensors, whose vector of a text
            is the mean of its tokens' rows.
        folder: where to write.

    Returns:
        The graph's file.
    """
    from transformers import AutoModel

    found = locate("embedder", name)
    with quietly():
        bert: Any = AutoModel.from_pretrained(str(found.folder)).eval()
    weights = {key: tensor.numpy() for key, tensor in bert.state_dict().items()}
    target = folder / f"{found.sha256[:12]}.onnx"
    with tempfile.TemporaryDirectory() as scratch:
        full = Path(scratch) / "full.onnx"
        export_onnx(TokenRows(bert), full, hidden=bert.config.hidden_size, heads=bert.config.num_attention_heads)
        constants = _without_weights(full, weights, target)
    manifest = GraphManifest(weights_sha256=found.sha256, graph_sha256=file_sha256(target), constants=constants)
    target.with_suffix(".json").write_text(manifest.model_dump_json(indent=1) + "\n", encoding="utf-8")
    return target


def _without_weights(full: Path, weights: Mapping[str, Array], target: Path) -> tuple[str, ...]:
    """Write the graph with each large constant replaced by the names of the weights it is made of; gives these."""
    import onnx

    model = onnx.load(str(full))
    renamed: dict[str, str] = {}
    for constant in model.graph.initializer:
        if constant.data_type == onnx.TensorProto.FLOAT and len(constant.raw_data) > INLINE_BYTES:
            recipe = _recipe(onnx.numpy_helper.to_array(constant), weights)
            renamed[constant.name] = recipe
            constant.name = recipe
            constant.ClearField("raw_data")
            constant.data_location = onnx.TensorProto.EXTERNAL
            constant.external_data.add(key="location", value="model.safetensors")
    for node in model.graph.node:
        node.input[:] = [renamed.get(name, name) for name in node.input]
    for part in (model, model.graph, *model.graph.node, *model.graph.value_info):
        del part.metadata_props[:]
        part.doc_string = ""
    del model.graph.value_info[:]
    target.write_bytes(model.SerializeToString(deterministic=True))
    return tuple(renamed.values())


def _recipe(constant: Array, weights: Mapping[str, Array]) -> str:
    """Names of the weights whose rows, one after the other, are the constant, or its columns where transposed."""
    for names in _candidates(weights):
        whole = np.concatenate([weights[name] for name in names])
        if whole.shape == constant.shape and np.array_equal(whole, constant):
            return JOIN.join(names)
        if whole.ndim == 2 and whole.T.shape == constant.shape and np.array_equal(whole.T, constant):
            return JOIN.join(names) + TRANSPOSED
    raise RuntimeError(f"a constant of shape {constant.shape} is made of no weights: wanted a plain BERT encoder")


def _candidates(weights: Mapping[str, Array]) -> Iterator[tuple[str, ...]]:
    for name in weights:
        yield (name,)
        if ".query." in name:
            yield tuple(name.replace(".query.", f".{part}.") for part in ("query", "key", "value"))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Write an embedder's ONNX graph without its weights.")
    parser.add_argument("name", help="of the registry, or a model folder")
    parser.add_argument("folder", type=Path, help="where to write the graph and its manifest")
    given = parser.parse_args()
    print(export_graph(given.name, given.folder))


if __name__ == "__main__":
    main()
