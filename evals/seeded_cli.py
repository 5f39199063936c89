"""`support eval grounding --seeded`: its options, and what it does with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evals.cli_options import print_json, refusing

if TYPE_CHECKING:
    from agent.settings import Settings

Seeded = Annotated[
    bool,
    typer.Option(
        "--seeded",
        help="Plant errors in true replies drawn from a folder of articles, FILE, and see what is caught; the sample "
        "shop's where none is named.",
    ),
]
Orders = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="With --seeded: the customers' orders, as `support orders load` takes them."),
]
Seed = Annotated[int | None, typer.Option(metavar="N", help="With --seeded: of the random draws (0).")]
Picture = Annotated[
    Path | None, typer.Option("--report", metavar="FILE", help="With --seeded: write a picture (SVG), too.")
]
MinCaught = Annotated[
    list[str] | None,
    typer.Option(
        "--min-caught",
        metavar="[GROUP=]SHARE",
        help="With --seeded: the share of planted errors to catch, of all groups or of one; may be repeated.",
    ),
]
MaxFalseCut = Annotated[
    float | None,
    typer.Option(
        "--max-false-cut",
        min=0.0,
        max=1.0,
        metavar="SHARE",
        help="With --seeded: the share of true lines to cut (0.02).",
    ),
]
Verbose = Annotated[bool, typer.Option("--verbose", help="With --seeded: show lines that were judged wrongly.")]


@dataclass(frozen=True)
class SeededOptions:
    """What only the self-test takes."""

    orders: Path | None
    seed: int | None
    picture: Path | None
    min_caught: Sequence[str]
    max_false_cut: float | None
    verbose: bool

    @property
    def given(self) -> bool:
        """Whether any of them was."""
        return self != SeededOptions(None, None, None, (), None, False)


def refuse_mixed(seeded: bool, files: Sequence[Path], ours: SeededOptions, *, of_sets: bool) -> None:
    """Refuse options of the self-test beside sets, and options of sets beside the self-test.

    Raises:
        DatasetError: they are mixed, or there is nothing to measure.
    """
    from evals.errors import DatasetError

    if not seeded and ours.given:
        raise DatasetError(
            "Found an option of the self-test without it: wanted --seeded as well. Add it, or leave both."
        )
    if not seeded and not files:
        raise DatasetError("Found no set: wanted FILE..., or --seeded. Name a file of JSON lines.")
    if seeded and (len(files) > 1 or of_sets):
        raise DatasetError(
            f"Found --seeded with {len(files)} places{' and an option of sets' * of_sets}: wanted one folder of articles "
            "at most, and neither --split nor --tier nor --tiers-table. Leave them away."
        )


def run_seeded(
    settings: Settings, articles: Path | None, ours: SeededOptions, *, limit: int | None, as_json: bool
) -> None:
    """Run the self-test, print it, and end with status 1 where it falls short of the bar."""
    from evals.seeded_report import parse_bar, report
    from evals.seeded_show import print_seeded
    from evals.seeded_suite import measure_seeded
    from evals.seeded_svg import write_svg

    with refusing():
        bar = parse_bar(ours.min_caught, ours.max_false_cut)
        run = measure_seeded(settings, articles, ours.orders, today=date.today(), seed=ours.seed or 0, limit=limit)
        found = report(run, bar)
        if ours.picture:
            write_svg(found, ours.picture)
    if as_json:
        print_json(found)
    else:
        print_seeded(found, verbose=ours.verbose)
    if found.failed:
        raise typer.Exit(1)
