"""Groups of near misses: passages about what is asked, of which only the first says it. The facts stand in `facts.yaml`.

Retrieval always finds a passage about the right thing, so a reranker that tells topics apart does not yet tell a question
that has an answer from one that has none. Unanswerable questions close to a text: P. Rajpurkar, R. Jia and P. Liang, Know
What You Don't Know (2018).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from knowledge.errors import InputError
from knowledge.models.training.generated.tables import read_table
from knowledge.models.training.reranker_data import Group

SOURCE = "facts"
PASSAGE_WORDS = 65
"""Words of a passage: all of it is read, with the question beside it."""

NEGATIVES = 3


@dataclass(frozen=True)
class Fact:
    """One thing that an article may say, and what a customer asks who wants to know it."""

    says: tuple[str, ...]
    asks: tuple[str, ...]


@dataclass(frozen=True)
class Topic:
    """Facts that are easily taken for each other."""

    name: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class FactGroups:
    """Makes groups of a question, a passage that says the answer, and passages that say all but that."""

    topics: Sequence[Topic]

    def make(self, rounds: int, rng: random.Random) -> Iterator[Group]:
        """Every question once a round, each time among other passages.

        Args:
            rounds: how often each question is asked.
            rng: chooses wordings, neighbours and order.
        """
        for _ in range(rounds):
            for topic in self.topics:
                for fact in topic.facts:
                    for question in fact.asks:
                        yield self._group(question, fact, topic, rng)

    def _group(self, question: str, fact: Fact, topic: Topic, rng: random.Random) -> Group:
        others = [one for one in topic.facts if one is not fact]
        around = _shuffled(others, rng)
        positive = _passage(topic, [fact, *around], rng)
        without = _passage(topic, around, rng)  # the same passage, but for the sentence that answers
        elsewhere = rng.choice([one for one in self.topics if one is not topic])
        negatives = [
            without,
            *(_passage(topic, _shuffled(others, rng), rng) for _ in range(NEGATIVES - 2)),
            _passage(elsewhere, _shuffled(elsewhere.facts, rng), rng),
        ]
        return Group(question, (positive, *dict.fromkeys(negatives)), SOURCE)


def read_facts() -> tuple[Topic, ...]:
    """The topics of `facts.yaml`, in its order.

    Raises:
        InputError: a topic cannot be used; the message names it.
    """
    return tuple(topic_of(row) for row in read_table("facts"))


def topic_of(row: Any) -> Topic:
    """A topic as `facts.yaml` has it.

    Raises:
        InputError: it has fewer than two facts, or one without statement or question.
    """
    facts = tuple(Fact(tuple(fact["says"]), tuple(fact["asks"])) for fact in row["facts"])
    if len(facts) < 2 or not all(fact.says and fact.asks for fact in facts):
        raise InputError(
            f"The topic {row['topic']} of facts.yaml wants two facts or more, each with `says` and `asks`."
        )
    return Topic(row["topic"], facts)


def _shuffled(facts: Sequence[Fact], rng: random.Random) -> list[Fact]:
    return rng.sample(facts, len(facts))


def _passage(topic: Topic, facts: Sequence[Fact], rng: random.Random) -> str:
    """The first facts, as many as fit, in any order below the topic's name; the first of them is always there."""
    said: list[str] = []
    room = rng.randint(PASSAGE_WORDS // 3, PASSAGE_WORDS)
    for fact in facts:
        statement = rng.choice(fact.says)
        if said and sum(len(one.split()) for one in (*said, statement)) > room:
            break
        said.append(statement)
    rng.shuffle(said)
    return f"{topic.name}\n{rng.choice((' ', chr(10))).join(said)}"
