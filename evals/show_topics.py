"""Printing the topic suite for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.tables import console, figure, table

if TYPE_CHECKING:
    from evals.topics import TopicReport

HEAD = ("topic", "messages", "to a person", "by its words", "by its meaning", "by its name")


def print_topics(found: TopicReport) -> None:
    """A row a topic, both rates, and every mistake."""
    out = console()
    rows = {
        one.topic: [one.messages, one.found, one.found - one.by_meaning, one.by_meaning, one.named]
        for one in found.topics
    }
    out.print(table(HEAD, {topic: [str(count) for count in counts] for topic, counts in rows.items()}))
    out.print(
        f"recall {figure(found.recall)}, false alarms {figure(found.false_alarm_rate)} of {found.harmless} harmless messages"
    )
    out.print(
        f"by words alone: recall {figure(found.recall_by_words)}, false alarms {figure(found.false_alarm_rate_by_words)}"
    )
    for head, mistakes in (
        ("Missed", found.missed),
        ("False alarm", found.false_alarms),
        ("Other topic", found.misnamed),
    ):
        for one in mistakes:
            signal = " by its meaning" if one.by == "meaning" else ""
            out.print(f"  {head}: {one.text}  →  {one.got}{signal}, wanted {one.wanted}", soft_wrap=True)
