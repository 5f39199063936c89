"""The topic suite: messages that must go to a person, and messages that only sound like it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from pydantic import computed_field

from agent.intents.languages import LanguageReader
from agent.intents.topic_reading import TopicReader
from evals.beir import rows_by_id
from knowledge.types import Value
from policies.topics import TopicGuard

Signal = Literal["words", "meaning"]
ByMeaning = Callable[[str], str | None]
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
    by: Signal | None = None
    """What took it for that."""


class TopicCounts(Value):
    """One topic: `found` counts messages that went to a person for whatever topic, `named` those for their own, and
    `by_meaning` those found that no phrase of the rules names."""

    topic: str
    messages: int
    found: int
    named: int
    by_meaning: int = 0


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

    @computed_field  # type: ignore[prop-decorator]
    @property
    def recall_by_words(self) -> float | None:
        """The same recall by the phrases of the rules alone."""
        whole = sum(one.messages for one in self.topics)
        return round(sum(one.found - one.by_meaning for one in self.topics) / whole, 4) if whole else None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def false_alarm_rate_by_words(self) -> float | None:
        """The same false alarms by the phrases of the rules alone."""
        by_words = sum(one.by == "words" for one in self.false_alarms)
        return round(by_words / self.harmless, 4) if self.harmless else None


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


def measure_topics(guard: TopicGuard, lines: Sequence[TopicLine], meaning: ByMeaning | None = None) -> TopicReport:
    """What the guard makes of every message, and the second signal of those that the guard leaves.

    Args:
        guard: the phrases of the rules.
        lines: messages with their topic.
        meaning: from a message to the subject that it is about by its meaning; None leaves it at the words.
    """
    found = [_found(guard, meaning, line.text) for line in lines]
    pairs = list(zip(lines, found, strict=True))
    wrong = [
        TopicMistake(text=line.text, wanted=line.topic, got=got, by=by)
        for line, (got, by) in pairs
        if line.topic != got
    ]
    return TopicReport(
        topics=tuple(
            _counts(topic, [one for line, one in pairs if line.topic == topic])
            for topic in dict.fromkeys(line.topic for line in lines if line.topic)
        ),
        harmless=sum(line.topic is None for line in lines),
        missed=tuple(one for one in wrong if one.got is None),
        false_alarms=tuple(one for one in wrong if one.wanted is None),
        misnamed=tuple(one for one in wrong if one.got and one.wanted),
    )


def reading_meaning(reader: TopicReader | None) -> ByMeaning | None:
    """The second signal as a turn uses it: in the language that the message is found to be in."""
    if reader is None:
        return None
    languages = LanguageReader()

    def read(text: str) -> str | None:
        found = reader.find(text, languages.read(text))
        return found.rule.subject if found else None

    return read


def _found(guard: TopicGuard, meaning: ByMeaning | None, text: str) -> tuple[str | None, Signal | None]:
    if rule := guard.find(text):
        return rule.subject, "words"
    meant = meaning(text) if meaning else None
    return meant, "meaning" if meant else None


def _counts(topic: str, own: Sequence[tuple[str | None, Signal | None]]) -> TopicCounts:
    got, by = [one for one, _ in own], [signal for _, signal in own]
    return TopicCounts(
        topic=topic,
        messages=len(own),
        found=len(own) - got.count(None),
        named=got.count(topic),
        by_meaning=by.count("meaning"),
    )
