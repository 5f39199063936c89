"""Average the weights of two trainings: `python -m knowledge.models.training.averaging FIRST SECOND OUT`.

Of a training and the one that went on from it, the mean is often better than either on texts that neither has read:
M. Wortsman et al., Model soups (2022).
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from knowledge.errors import InputError
from knowledge.models.manifest import WEIGHTS, read_manifest
from knowledge.models.training.commands import run_command
from knowledge.models.training.report import REPORT
from knowledge.models.training.saving import MODEL_FOLDER, describe


def average(first: Path, second: Path, out: Path) -> None:
    """Write `out/model`, which has the mean of both weights and all else of the second, and the second's report.

    Args:
        first: output folder of a training.
        second: that of a training of the same role and shape.
        out: made where it is missing; a model in it is replaced.

    Raises:
        InputError: the two models are not of one role and shape.
        ModelError: a folder is none that a training has written.
    """
    from safetensors.torch import load_file, save_file

    models = [folder / MODEL_FOLDER for folder in (first, second)]
    found = [read_manifest(model) for model in models]
    left, right = (load_file(model / WEIGHTS) for model in models)
    shapes = [{name: tuple(weight.shape) for name, weight in weights.items()} for weights in (left, right)]
    if (found[0].role, found[0].backend, shapes[0]) != (found[1].role, found[1].backend, shapes[1]):
        raise InputError(f"{first} and {second} hold models of different roles or shapes: wanted two of one training.")
    shutil.rmtree(out / MODEL_FOLDER, ignore_errors=True)
    shutil.copytree(models[1], out / MODEL_FOLDER)
    mean = {name: (left[name] + right[name]) / 2 if right[name].is_floating_point() else right[name] for name in right}
    save_file(mean, out / MODEL_FOLDER / WEIGHTS, metadata={"format": "pt"})
    if found[1].role == "reranker":
        describe(out / MODEL_FOLDER, "reranker", "pair-scorer")
    else:
        describe(out / MODEL_FOLDER, "verifier", "transformers")
    shutil.copyfile(second / REPORT, out / REPORT)


def main(
    first: Annotated[Path, typer.Argument(help="Output folder of a training.")],
    second: Annotated[Path, typer.Argument(help="That of the training that went on from it.")],
    out: Annotated[Path, typer.Argument(help="Folder of the averaged model and the second's report.")],
) -> None:
    """Average two trainings; `ship` takes OUT as it takes theirs."""
    average(first, second, out)
    typer.echo(f"Wrote the model to {out / MODEL_FOLDER}.")


if __name__ == "__main__":
    run_command(main)
