"""Printing a grounding report for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from evals.tables import console, figure, span, table

if TYPE_CHECKING:
    from rich.table import Table

    from evals.grounding_report import GroundingReport, Measures, SetReport


def print_grounding(found: GroundingReport) -> None:
    """All sets and their mean: how well they were told apart, what a flag is worth, which tier settled what."""
    out = console()
    measured = {**{one.name: one for one in found.sets}, f"mean of {len(found.sets)}": found.mean}
    out.print(_verdicts(found, measured))
    out.print(_served(measured))
    out.print(_which(found))
    out.print(_precision(measured))
    out.print(_shares("claims settled by", {name: one.tiers for name, one in measured.items()}))
    if found.mean.alone:
        alone = {name: {**one.alone, "cascade": one.balanced_accuracy} for name, one in measured.items()}
        out.print(_shares("balanced accuracy of each tier alone", alone))
    for one in found.sets:
        if one.kinds:
            out.print(_kinds(one))
            out.print(_caught(one))
        if one.note:
            out.print(f"{one.name}: {one.note}")


def _verdicts(found: GroundingReport, measured: Mapping[str, Measures]) -> Table:
    sizes = {one.name: (f"{one.rows:,}", span(one.interval)) for one in found.sets}
    rows = {}
    for name, one in measured.items():
        count, interval = sizes.get(name, ("", ""))
        figures = (one.f1_unsupported, one.auroc, one.calibration_error, one.accuracy)
        rows[name] = [count, figure(one.balanced_accuracy), interval, *map(figure, figures)]
    head = ("set", "rows", "balanced\naccuracy", "95 %", "F1 of\nflags", "AUROC", "calib.\nerror", "3-way")
    return table(head, rows)


def _served(measured: Mapping[str, Measures]) -> Table:
    rows = {}
    for name, one in measured.items():
        rates = one.served
        shares = (rates.balanced_accuracy, rates.passed, rates.let_through, rates.wrong_answer_rate)
        rows[name] = [figure(share) for share in shares]
    head = ("served", "balanced\naccuracy", "supported\npassed", "unsupported\nlet through", "wrong\nanswers")
    return table(head, rows)


def _which(found: GroundingReport) -> str:
    """Which threshold is which."""
    balanced, served = found.thresholds.balanced, found.thresholds.served
    if found.verifier is None:
        return "No verifier was run: served and balanced are the same.\n"
    if balanced == served:
        return f"{found.verifier} supports from {served:.3f} on, balanced and served alike.\n"
    return (
        f"{found.verifier} supports from {served:.3f} on in the product (served), and in all other tables from "
        f"{balanced:.3f} on, which parts both classes best (balanced).\n"
    )


def _kinds(found: SetReport) -> Table:
    """Each kind: one of supported rows should pass, any other should not."""
    rows = {}
    for name, one in found.kinds.items():
        wanted = {0: "no", one.rows: "yes"}.get(one.supported, "in part")
        rows[name] = [f"{one.rows:,}", wanted, figure(one.passed.balanced), figure(one.passed.served)]
    return table((f"{found.name}: passed", "rows", "should it", "balanced", "served"), rows)


def _caught(found: SetReport) -> str:
    told = (("unsupported rows caught", found.caught), ("supported rows refused", found.refused))
    shares = [f"{what} {figure(one.balanced)} balanced, {figure(one.served)} served" for what, one in told if one]
    return f"{found.name}: {'; '.join(shares)}\n"


def _precision(measured: Mapping[str, Measures]) -> Table:
    rates = next(iter(measured.values())).precision_at
    rows = {
        name: [
            *(figure(value) for value in one.precision_at.values()),
            figure(one.rows_per_second, 1),
            figure(one.pairs_per_second, 1),
        ]
        for name, one in measured.items()
    }
    heads = (f"precision at\n{float(rate) * 100:.0f} % bad" for rate in rates)
    return table(("set", *heads, "rows/s", "pairs/s"), rows)


def _shares(title: str, measured: Mapping[str, Mapping[str, float | None]]) -> Table:
    columns = next(iter(measured.values()))
    rows = {name: [figure(one[column]) for column in columns] for name, one in measured.items()}
    return table((title, *columns), rows)
