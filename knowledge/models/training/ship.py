"""Ship a trained model: `python -m knowledge.models.training.ship ROLE OUT TARGET`.

OUT/model becomes ONNX with 8-bit weights in TARGET, beside its tokenizer and its manifest.
"""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from torch import nn

from knowledge.errors import ModelError
from knowledge.models.manifest import MODEL, TOKENIZER, file_sha256
from knowledge.models.registry import LocatedModel, locate
from knowledge.models.training.commands import load_quietly, run_command
from knowledge.models.training.comparing import largest_difference
from knowledge.models.training.export import ClassifierLogits, ScoreColumn, export_onnx
from knowledge.models.training.fused_bert import FusedBert, FusedClassifier
from knowledge.models.training.quantising import quantise
from knowledge.models.training.report import TrainedRole
from knowledge.models.training.saving import MODEL_FOLDER, describe
from knowledge.torch_reranker import load_pair_scorer

MOST_BYTES = 25_000_000
"""Of the model and its tokenizer: they are committed, and every clone loads them."""


@dataclass(frozen=True)
class Shipped:
    """What was written, and how far it is from what was trained."""

    manifest_sha256: str
    bytes: int
    """Model and tokenizer."""
    difference: float
    """Largest, of an output, between torch and the shipped file."""


def ship(role: TrainedRole, out: Path, target: Path) -> Shipped:
    """Export, quantise, describe and check a trained model.

    Args:
        role: of the model.
        out: folder of the training.
        target: folder to write; made where it is missing.

    Raises:
        ModelError: the training's model is damaged or of another role, the result is too large, or the target holds
            other files that would be read.
    """
    source = locate(role, str(out / MODEL_FOLDER))
    network, encoder = load_network(role, source)
    with tempfile.TemporaryDirectory() as folder:
        full, small = Path(folder) / "full.onnx", Path(folder) / MODEL
        export_onnx(for_export(role, network), full, hidden=encoder.hidden_size, heads=encoder.num_attention_heads)
        quantise(full, small)
        size = checked_size(small, source.folder / TOKENIZER)
        target.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(small, target / MODEL)
    shutil.copyfile(source.folder / TOKENIZER, target / TOKENIZER)
    manifest = describe(target, role, "onnx")
    shipped = locate(role, str(target))
    return Shipped(file_sha256(manifest), size, largest_difference(load_network(role, source)[0], shipped))


def load_network(role: TrainedRole, source: LocatedModel) -> tuple[nn.Module, Any]:
    """The trained network with one output of shape (pairs, columns), and its encoder's configuration."""
    if role == "reranker":
        scorer = load_pair_scorer(source.folder)
        return ScoreColumn(scorer).eval(), scorer.encoder.config
    from transformers import AutoModelForSequenceClassification

    load_quietly()
    classifier: Any = AutoModelForSequenceClassification.from_pretrained(
        str(source.folder), local_files_only=True, attn_implementation="eager"
    ).float()
    return ClassifierLogits(classifier).eval(), classifier.config


def for_export(role: TrainedRole, network: Any) -> nn.Module:
    """The same network with the attention of its encoder as one operator; of a loaded network only once."""
    if role == "reranker":
        network.scorer.encoder = FusedBert(network.scorer.encoder)
        return ScoreColumn(network.scorer)
    return FusedClassifier(network.model)


def checked_size(model: Path, tokenizer: Path) -> int:
    """Bytes of both files.

    Raises:
        ModelError: they are more than `MOST_BYTES`.
    """
    size = model.stat().st_size + tokenizer.stat().st_size
    if size > MOST_BYTES:
        raise ModelError(
            f"Model and tokenizer take {size / 1e6:.1f} MB: wanted {MOST_BYTES / 1e6:g} MB at most. "
            "Train a smaller encoder, or give it a smaller vocabulary."
        )
    return size


def main(
    role: Annotated[TrainedRole, typer.Argument(help="What the model does.")],
    out: Annotated[Path, typer.Argument(help="Folder of a training, which holds `model`.")],
    target: Annotated[Path, typer.Argument(help="Folder to write.")],
) -> None:
    """Export a trained model to ONNX with 8-bit weights; prints the manifest's hash for the registry."""
    shipped = ship(role, out, target)
    typer.echo(f"Wrote {target}: {shipped.bytes / 1e6:.1f} MB.")
    typer.echo(f"Largest difference of an output from torch: {shipped.difference:.4f}.")
    typer.echo(f"sha256 of the manifest: {shipped.manifest_sha256}")


if __name__ == "__main__":
    run_command(main)
