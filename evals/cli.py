"""`support eval`: the suites on the command line.

Everything heavy is imported when a command runs, so that listing the commands costs nothing.
"""

from __future__ import annotations

import tempfile
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evals.cli_conversations import conversations, schema
from evals.cli_gold import gold, refusals
from evals.cli_intents import intents, topics
from evals.cli_label import label
from evals.cli_mutations import mutations
from evals.cli_options import Articles, AsJson, AsOf, First, SettingsFile, print_json, refusing, shop_of
from evals.cli_pii import pii
from evals.cli_routing import routing
from evals.cli_run import run
from evals.cli_security import security
from evals.cli_simulate import simulate
from evals.errors import DatasetError
from evals.seeded_cli import (
    MaxFalseCut,
    MinCaught,
    Orders,
    Picture,
    Seed,
    Seeded,
    SeededOptions,
    Verbose,
    refuse_mixed,
    run_seeded,
)

if TYPE_CHECKING:
    from agent.settings import Settings
    from evals.beir import RetrievalSet
    from evals.gold_sets import GoldSet
    from evals.grounding_files import GroundingSet

app = typer.Typer(no_args_is_help=True)
app.command()(run)
app.command()(conversations)
app.command()(schema)
app.command()(label)
app.command()(simulate)
app.command()(mutations)
app.command()(refusals)
app.command()(routing)
app.command()(intents)
app.command()(topics)
app.command()(pii)
app.command()(security)
app.add_typer(gold, name="gold")

Split = Annotated[
    str | None, typer.Option(metavar="NAME", help="Take only the rows of this split, where a file has splits.")
]
Rows = Annotated[
    int | None,
    typer.Option("--limit", min=1, metavar="N", help="Take N rows of a set, drawn at random, always the same."),
]


WrongAtMost = Annotated[
    str | None,
    typer.Option(
        metavar="RATE",
        help="1% or 0.01: of the labelled claims that pass, at most this share is wrong, by the upper limit of its interval.",
    ),
]
CopyTo = Annotated[
    Path | None,
    typer.Option("--copy", metavar="DIR", help="Leave MODEL_FOLDER as it is, and write into a copy of it here."),
]
Curve = Annotated[
    Path | None, typer.Option("--curve", metavar="FILE", help="Draw what each threshold costs in coverage (SVG).")
]


class TierOption(StrEnum):
    """A tier that can be chosen."""

    EXACT = "exact"
    EMBEDDING = "embedding"
    NLI = "nli"


@app.callback()
def main() -> None:
    """Measure the agent and its parts before a change goes live."""


@app.command()
def retrieval(
    context: typer.Context,
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="SET...",
            help="BEIR folders: corpus.jsonl, queries.jsonl, qrels.tsv. Gold sets: a queries.jsonl without a corpus.",
        ),
    ],
    as_json: AsJson = False,
    limit: First = None,
    cache: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep built indexes here; without it they are thrown away.")
    ] = None,
    reranker: Annotated[
        str | None, typer.Option(metavar="NAME", help="Rerank with this one instead of that of the settings, or none.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with the funnel and the lost questions, too.")
    ] = None,
    articles: Articles = None,
    as_of: AsOf = None,
    settings: SettingsFile = None,
) -> None:
    """Does search find what answers a question, and which stage loses it?

    Exit status: 0 measured, 2 a set, a model, an index, a setting or the report's place cannot be used.
    """
    from agent.cli import options
    from evals.retrieval_html import write_report
    from evals.show import models_line, print_retrieval
    from evals.suites import measure_retrieval

    with refusing(), tempfile.TemporaryDirectory() as temporary:
        sets = [_read_set(folder, limit) for folder in folders]
        chosen = _reranked_by(options.read(context, None, settings), reranker)
        found, models = measure_retrieval(chosen, sets, shop_of(articles, as_of), cache or Path(temporary))
        if report:
            write_report(found, models_line(models), report)
    if as_json:
        print_json(found, models=models.model_dump())
    else:
        print_retrieval(found, models)


@app.command()
def grounding(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE...",
            help="JSON lines: evidence, claim, supported; .gz is read too. With --seeded a folder of articles.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
    limit: Rows = None,
    split: Split = None,
    tiers: Annotated[
        list[TierOption] | None,
        typer.Option("--tier", help="Run only this tier of the cascade; may be repeated."),
    ] = None,
    tiers_table: Annotated[bool, typer.Option("--tiers-table", help="Measure each tier alone as well.")] = False,
    seeded: Seeded = False,
    orders: Orders = None,
    seed: Seed = None,
    picture: Picture = None,
    min_caught: MinCaught = None,
    max_false_cut: MaxFalseCut = None,
    verbose: Verbose = False,
    settings: SettingsFile = None,
) -> None:
    """Does the cascade tell supported claims from unsupported ones, and which tier does the work?

    A calibrated verifier is read at two thresholds: where both classes count alike, and where the product uses it.
    With --seeded, errors of every kind are planted in true replies; --limit then says how many of a kind (20).

    Exit status: 0 measured, 1 fewer planted errors caught or more true lines cut than wanted, 2 a file, a model or a
    setting cannot be used.
    """
    from agent.cli import options
    from evals.show_grounding import print_grounding
    from evals.suites import measure_grounding

    ours = SeededOptions(orders, seed, picture, tuple(min_caught or ()), max_false_cut, verbose)
    with refusing():
        refuse_mixed(seeded, files or (), ours, of_sets=bool(split or tiers or tiers_table))
        read = options.read(context, None, settings)
    if seeded:
        run_seeded(read, files[0] if files else None, ours, limit=limit, as_json=as_json)
        return
    with refusing():
        sets = _read(files or [], split, limit)
        found = measure_grounding(read, sets, tiers or (), each_tier=tiers_table)
    if as_json:
        print_json(found)
    else:
        print_grounding(found)


@app.command()
def calibrate(
    model_folder: Annotated[
        Path, typer.Argument(metavar="MODEL_FOLDER", help="Folder of a verifier: its weights, and its manifest if any.")
    ],
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="JSON lines: evidence, claim, supported; or premise, hypothesis, label."
        ),
    ],
    as_json: AsJson = False,
    limit: Rows = None,
    split: Split = None,
    like: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A set that resembles what is served: the rates of wrong answers hold on such sets. All where none is named; "
            "may be given several times.",
        ),
    ] = None,
    wrong_at_most: WrongAtMost = None,
    copy: CopyTo = None,
    picture: Curve = None,
) -> None:
    """Measure a verifier's temperature and thresholds, and write them beside its weights as calibration.json.

    Rows with an inference label give the temperature, all rows the thresholds. Take rows that nothing was trained on.
    Without --wrong-at-most the rates are estimates, were every second claim unsupported. With it the one rate that is named
    is kept by the upper limit of its confidence interval (95%, whichever threshold is taken), on claims such as those that
    were labelled; too few labels are refused with the number that it takes.

    Exit status: 0 written, 2 a file or the model cannot be used, or the rows give no thresholds; then nothing is written.
    """
    from evals.bounded_points import parse_share
    from evals.calibration import curve_of
    from evals.coverage_svg import write_curve
    from evals.show import print_calibration
    from evals.suites import calibrate

    with refusing():
        rate = None if wrong_at_most is None else parse_share(wrong_at_most)
        if picture and rate is None:
            raise DatasetError("--curve draws what --wrong-at-most costs: name a rate, such as `--wrong-at-most 1%`.")
        stored = calibrate(model_folder, _read(files, split, limit), like or (), rate, copy)
        if picture and rate is not None:
            write_curve(curve_of(stored.calibration), rate, picture)
    if as_json:
        print_json(stored)
    else:
        print_calibration(stored)


def _read(files: list[Path], split: str | None, limit: int | None) -> list[GroundingSet]:
    from evals.grounding_files import read_grounding

    return [read_grounding(file).split(split).sample(limit) for file in files]


def _read_set(path: Path, limit: int | None) -> RetrievalSet | GoldSet:
    from evals.beir import read_beir
    from evals.gold_sets import is_gold, read_gold

    if is_gold(path):
        return read_gold(path).first(limit)
    found = read_beir(path)
    return found.model_copy(update={"queries": found.queries[:limit]})


def _reranked_by(settings: Settings, reranker: str | None) -> Settings:
    if reranker is None:
        return settings
    return settings.model_copy(update={"knowledge": settings.knowledge.model_copy(update={"reranker": reranker})})
