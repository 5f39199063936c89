"""The topic suite counts what went to a person, and our own messages are found."""

from __future__ import annotations

from evals.topics import OURS, TopicLine, measure_topics, read_topics
from policies.rules import load_rules
from policies.topics import TopicGuard

GUARD = TopicGuard(load_rules())


def line(text: str, topic: str | None) -> TopicLine:
    return TopicLine(id=text, text=text, topic=topic)


def test_missed_misnamed_and_false_alarms_are_told_apart() -> None:
    lines = [
        line("I will sue you", "legal"),
        line("my lawyer writes", "fraud"),
        line("hello", "distress"),
        line("it caught fire", None),
        line("where is my order", None),
    ]
    found = measure_topics(GUARD, lines)
    assert (found.recall, found.false_alarm_rate, found.harmless) == (0.6667, 0.5, 2)
    assert [one.text for one in found.missed] == ["hello"]
    assert [(one.got, one.wanted) for one in found.misnamed] == [("legal", "fraud")]
    assert [one.text for one in found.false_alarms] == ["it caught fire"]


def test_our_messages_are_many_and_no_distress_among_them_is_missed() -> None:
    lines = read_topics(OURS)
    found = measure_topics(GUARD, lines)
    assert sum(one.topic is not None for one in lines) >= 150
    assert found.harmless >= 150
    assert found.missed == ()
    assert len(found.false_alarms) <= 2
