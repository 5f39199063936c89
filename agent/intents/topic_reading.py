"""The second signal for topics that go to a person: what a message means, where no phrase of the rules is in it.

Only English is read, as the embedder is. It hands over and does nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from agent.unnumbered import without_order_ids
from knowledge.embedding import Embedder, Vectors
from knowledge.intents.head import IntentHead
from knowledge.intents.parts import WORDS, parts_of
from knowledge.intents.topic_head import ORDINARY
from knowledge.order_ids import find_order_ids
from knowledge.types import Value
from policies.rule_types import Rules, TopicRule

LANGUAGE = "en"
URGENT = frozenset({"distress", "safety"})
"""Subjects that a question beside them makes no less likely: who is in danger and asks for a parcel is in danger."""
_CODE = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])\S{8,}|\S{25,}")
"""A password, a link, a code: its letters must not tip the scales."""


class TopicFound(Value):
    """A topic that a message is about by its meaning."""

    rule: TopicRule
    probability: float
    """By the head, 0 to 1."""

    @property
    def why(self) -> str:
        """In one line for a person."""
        return f"a topic that people decide: {self.rule.id}, by the meaning of the message (probability {self.probability:.2f})"


@dataclass(frozen=True)
class TopicReader:
    """Reads the topic from the vector of the message, and where that is wanted from those of its sentences."""

    rules: Rules
    embedder: Embedder
    head: IntentHead
    by_sentence: bool = False
    """Whether the sentences of a message are read, too: more is found in a long one, for one embedding of each."""

    def find(self, message: str, language: str | None) -> TopicFound | None:
        """The likeliest topic that is believed, of those that the rules hand over; None in another language, or of a word or two.

        Args:
            message: of a customer.
            language: its tag; None where it is too short to tell, which is read as English.
        """
        if language not in (None, LANGUAGE):
            return None
        if named := find_order_ids(message):  # the digits of a number must not tip the scales
            message = without_order_ids(message, named)
        message = _CODE.sub("", message)
        if len(message.split()) < WORDS:
            return None
        rows = self.embedder.embed_queries([message])
        if self.by_sentence and (parts := parts_of(message)):
            rows = np.concatenate([rows, self.embedder.embed_queries(parts)])
        return self._likeliest(rows, asks="?" in message)

    def _likeliest(self, rows: Vectors, asks: bool) -> TopicFound | None:
        """Of rows, shape (texts, dimension). Beside a question, a topic must be likelier than an ordinary message is."""
        rules = {rule.subject: rule for rule in reversed(self.rules.topic) if rule.language == LANGUAGE}
        every = self.head.probabilities(rows)
        if asks:
            over = every > every[:, [self.head.labels.index(ORDINARY)]]
            every = np.where(over | [label in URGENT for label in self.head.labels], every, 0.0)
        likeliest = every.max(axis=0).tolist()
        believed = [
            TopicFound(rule=rules[label], probability=min(1.0, one))
            for label, one, least in zip(self.head.labels, likeliest, self.head.sure_from, strict=True)
            if one >= least and label in rules
        ]
        return max(believed, key=lambda one: one.probability, default=None)
