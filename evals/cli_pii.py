"""`support eval pii`: how well personal data is found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evals.cli_options import AsJson, SettingsFile, print_json, refusing

if TYPE_CHECKING:
    from agent.privacy.finding import Finder
    from evals.pii_types import PiiSet, TypeScore

Also = Annotated[
    bool, typer.Option("--configured", help="Measure with the recognisers that the settings add, beside our own.")
]


def pii(
    places: Annotated[
        list[Path],
        typer.Argument(
            metavar="DIR...", help="JSON files of texts with marked spans (Presidio's form), or their folders."
        ),
    ],
    configured: Also = False,
    as_json: AsJson = False,
    settings: SettingsFile = None,
) -> None:
    """Recall and precision of every type of personal data that is marked in a data set."""
    with refusing():
        from evals.pii import measure
        from evals.pii_files import pii_files, read_pii
        from evals.pii_types import PiiReport

        finders = _finders(settings, configured=configured)
        files = [path for place in places for path in pii_files(place)]
        texts = {path: read_pii(path) for path in files}
        sets = [measure(path.stem, texts[path], one, name) for name, one in finders.items() for path in files]
    if as_json:
        print_json(PiiReport(sets=tuple(sets)))
    else:
        _print(sets)


def _finders(settings: Path | None, *, configured: bool) -> dict[str, Finder]:
    import os

    from agent.privacy.opening import open_finder
    from agent.settings import load_settings

    found = load_settings(settings, os.environ).privacy
    own = {"own": open_finder(found.model_copy(update={"also": ()}))}
    return own | ({"own + " + " + ".join(found.also): open_finder(found)} if configured and found.also else {})


def _print(sets: Sequence[PiiSet]) -> None:
    from evals.tables import console, table

    for one in sets:
        head = ["type", "marked", "recall", "predicted", "precision", "F1", "taken out"]
        rows = {score.label: _cells(score) for score in (*_sorted(one.types, aimed=True), one.micro)}
        console().print(f"\n{one.name}: {one.texts} texts, recognisers: {one.recogniser}")
        console().print(table(head, rows))
        others = {score.label: _cells(score) for score in _sorted(one.types, aimed=False)}
        console().print("Not aimed at wherever they stand (names, addresses: only where said to be; the rest stays):")
        console().print(table(head, others))
    if sets:
        console().print(f"Rule: {sets[0].rule}. Taken out: covered by half under any kind.")


def _sorted(types: Sequence[TypeScore], *, aimed: bool) -> list[TypeScore]:
    return sorted((one for one in types if one.aimed_at is aimed), key=lambda one: -one.marked)


def _cells(score: TypeScore) -> list[str]:
    from evals.tables import figure

    ratios = [figure(score.recall), figure(score.precision), figure(score.f1)]
    return [str(score.marked), ratios[0], str(score.predicted), ratios[1], ratios[2], str(score.removed)]
