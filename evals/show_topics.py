"""Printing the topic suite for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.tables import console, figure, table

if TYPE_CHECKING:
    from evals.topics import TopicReport

HEAD = ("topic", "messages", "to a person", "by its name")


def print_topics(found: TopicReport) -> None:
    """A row a topic, both rates, and every mistake."""
    out = console()
    out.print(table(HEAD, {one.topic: [str(one.messages), str(one.found), str(one.named)] for one in found.topics}))
    out.print(
        f"recall {figure(found.recall)}, false alarms {figure(found.false_alarm_rate)} of {found.harmless} harmless messages"
    )
    for head, mistakes in (
        ("Missed", found.missed),
        ("False alarm", found.false_alarms),
        ("Other topic", found.misnamed),
    ):
        for one in mistakes:
            out.print(f"  {head}: {one.text}  →  {one.got}, wanted {one.wanted}", soft_wrap=True)
