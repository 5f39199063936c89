"""What the training commands share: their options, and how an error is shown."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from knowledge.errors import KnowledgeError
from knowledge.models.training.evaluation_files import read_evaluation
from knowledge.models.training.loop import Say
from knowledge.models.training.overlap import Shared, Texts, without_overlap

Minutes = Annotated[float, typer.Option(min=0.01, help="Time budget, all runs of this training together.")]
Seed = Annotated[int, typer.Option(help="The same seed, data and start give the same training.")]
PeakRate = Annotated[float, typer.Option(min=1e-7, help="Highest learning rate; lower where a training goes on.")]
CheckOverlap = Annotated[
    list[Path] | None,
    typer.Option(
        help="Evaluation file (JSON lines of evidence or premise) or BEIR folder; training items that share text with it "
        "are removed. May be given several times."
    ),
]

Item = TypeVar("Item")


def run_command(command: Callable[..., None]) -> None:
    """Run a function as a command line; our own errors are shown as one line, and the exit status is 1."""
    try:
        typer.run(command)
    except KnowledgeError as error:
        typer.echo(str(error), err=True)
        sys.exit(1)


def clear_of(
    files: Iterable[Path], items: Sequence[Item], texts_of: Callable[[Item], Texts], say: Say
) -> tuple[list[Item], dict[str, Shared]]:
    """The items that share no text with the evaluation files, and how many were removed because of each.

    Raises:
        InputError: an evaluation file cannot be read.
    """
    kept, removed = without_overlap(items, texts_of, [read_evaluation(path) for path in files])
    for name, shared in removed.items():
        say(f"{name}: {shared.same:,} items share a text, {shared.near:,} the beginning of one; removed.")
    return kept, removed


def load_quietly() -> None:
    """Keep transformers from drawing progress bars and load reports into the lines of progress."""
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
