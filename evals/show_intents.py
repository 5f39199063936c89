"""Printing the intent suite for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.tables import console, figure, span, table

if TYPE_CHECKING:
    from evals.intents import Figure, HeadReport, IntentReport, SetReport

SETS = ("set", "on", "messages", "labels", "macro-F1", "95 %", "accuracy", "ECE")
BESIDE = ("set", "OOS recall", "95 %", "alarms", "kNN", "largest")
HEADS = ("shipped head", "messages", "macro-F1", "95 %", "accuracy", "ECE")
SURE = ("shipped head", "sure", "right if sure", "OOS recall", "OOS alarms")
LABELS = ("label", "messages", "precision", "recall", "F1")


def print_intents(found: IntentReport) -> None:
    """A row a collection, the shipped head, and its labels one by one."""
    out = console()
    if found.sets:
        out.print(table(SETS, {one.name: _set(one) for one in found.sets}))
        out.print(table(BESIDE, {one.name: _beside(one) for one in found.sets}))
        out.print(
            "OOS: out of scope. kNN and largest: macro-F1 of the ten nearest training messages, and of the largest label."
        )
    out.print(table(HEADS, {one.name: _head(one) for one in found.head}))
    out.print(table(SURE, {one.name: _sure(one) for one in found.head}))
    for head in found.head:
        rows = {
            one.label: [str(one.messages), figure(one.precision), figure(one.recall), figure(one.f1)]
            for one in head.each
            if one.messages
        }
        out.print(f"\n{head.name}")
        out.print(table(LABELS, rows))
        for text, given, said in head.mistaken:
            out.print(f"  {text}  →  {said}, wanted {given}", soft_wrap=True)


def _set(one: SetReport) -> list[str]:
    return [
        one.measured_on,
        str(one.messages),
        str(one.labels),
        *_figure(one.macro_f1),
        figure(one.accuracy.value),
        figure(one.ece),
    ]


def _beside(one: SetReport) -> list[str]:
    return [
        *_figure(one.oos_recall),
        figure(one.false_alarms),
        figure(one.neighbours_macro_f1),
        figure(one.majority_macro_f1),
    ]


def _head(one: HeadReport) -> list[str]:
    return [
        str(one.messages),
        *_figure(one.macro_f1),
        figure(one.accuracy.value),
        figure(one.ece),
    ]


def _sure(one: HeadReport) -> list[str]:
    return [
        figure(one.sure),
        figure(one.accuracy_of_sure),
        figure(one.oos_recall),
        figure(one.oos_false_alarms),
    ]


def _figure(found: Figure | None) -> tuple[str, str]:
    return (figure(found.value), span(found.interval)) if found else (figure(None), span(None))
