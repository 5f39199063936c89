"""The topic suite: messages that must go to a person, and messages that only sound like it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import computed_field

from evals.beir import rows_by_id
from knowledge.types import Value
from policies.topics import TopicGuard

OURS = Path(__file__).parent / "datasets" / "topics.jsonl"


class TopicLine(Value):
    """One message."""

    id: str
    text: str
    topic: str | None
    """The topic it is about; None where it only sounds like one."""
    language: str = "en"


class TopicMistake(Value):
    """A message that was not taken for what it is."""

    text: str
    wanted: str | None
    got: str | None


class TopicCounts(Value):
    """One topic: `found` counts messages that went to a person for whatever topic, `named` those for their own."""

    topic: str
    messages: int
    found: int
    named: int


class TopicReport(Value):
    """What the guard does with a set of messages."""

    topics: tuple[TopicCounts, ...]
    harmless: int
    missed: tuple[TopicMistake, ...]
    false_alarms: tuple[TopicMistake, ...]
    misnamed: tuple[TopicMistake, ...]
    """Gone to a person, with the words of another topic."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def recall(self) -> float | None:
        """Share of the messages about a topic that go to a person."""
        whole = sum(one.messages for one in self.topics)
        return round(sum(one.found for one in self.topics) / whole, 4) if whole else None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def false_alarm_rate(self) -> float | None:
        """Share of the harmless messages that do."""
        return round(len(self.false_alarms) / self.harmless, 4) if self.harmless else None


def read_topics(path: Path) -> list[TopicLine]:
    """The messages of a file.

    Raises:
        DatasetError: a line cannot be used.
    """
    found: list[TopicLine] = []
    for line, name, row in rows_by_id(path):
        topic = line.text_under(row, "topic") if row.get("topic") is not None else None
        text, language = line.text_under(row, "text"), line.text_under(row, "language", "en")
        found.append(TopicLine(id=name, text=text, topic=topic, language=language))
    return found


def measure_topics(guard: TopicGuard, lines: Sequence[TopicLine]) -> TopicReport:
    """What the guard makes of every message."""
    got = [rule.subject if (rule := guard.find(line.text)) else None for line in lines]
    pairs = list(zip(lines, got, strict=True))
    wrong = [TopicMistake(text=line.text, wanted=line.topic, got=one) for line, one in pairs if line.topic != one]
    return TopicReport(
        topics=tuple(
            TopicCounts(topic=topic, messages=len(own), found=len(own) - own.count(None), named=own.count(topic))
            for topic in dict.fromkeys(line.topic for line in lines if line.topic)
            if (own := [one for line, one in pairs if line.topic == topic])
        ),
        harmless=sum(line.topic is None for line in lines),
        missed=tuple(one for one in wrong if one.got is None),
        false_alarms=tuple(one for one in wrong if one.wanted is None),
        misnamed=tuple(one for one in wrong if one.got and one.wanted),
    )
