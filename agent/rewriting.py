"""What is looked for: a message alone is not the query where the conversation says what it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from agent.types import Message
from knowledge.filters import Filter
from knowledge.known_names import KnownNames
from knowledge.types import Value

REMEMBERED = 6
"""Lines of the conversation in which the last named subject is looked for."""

Names = Callable[[Filter], KnownNames]
"""What the articles are called that a filter allows."""


class Searched(Value):
    """What a message is looked for by."""

    query: str
    """The best single phrasing."""
    also: tuple[str, ...] = ()
    """Further phrasings, found and fused with it: with or without a subject, and the questions one by one."""
    carried: tuple[str, ...] = ()
    """What the conversation named and the message does not."""
    rewriter: str = "conversation"
    """Who found the query: the conversation's own words, or the name of a model."""
    fell_back: str | None = None
    """Why a model's rewriting is not searched; None where it is, or none was asked."""


class Rewriter(Protocol):
    """Makes a query of a message."""

    def rewrite(self, query: str, questions: Sequence[str], history: Sequence[Message], condition: Filter) -> Searched:
        """The phrasings that are searched.

        Args:
            query: the message, with the line before it where it leans on that.
            questions: its questions one by one, where it asks several.
            history: earlier lines, oldest first.
            condition: what the search may see; no other article gives a name.
        """
        ...


@dataclass(frozen=True)
class ConversationRewriter:
    """Carries the subject that was named last, where the message names none; no model is asked.

    A message without any word of a title or heading cannot be found by itself, so it is looked for with the subject. One
    that has such a word is looked for as it stands, and with the subject beside it: the topic may have changed.
    """

    names: Names

    def rewrite(self, query: str, questions: Sequence[str], history: Sequence[Message], condition: Filter) -> Searched:
        """See `Rewriter`."""
        known = self.names(condition)
        carried = () if known.find(query) else _last_named(known, history)
        if not carried:
            return Searched(query=query, also=tuple(questions))
        subject = " ".join(carried)
        if known.has_word_of(query):
            return Searched(query=query, also=(f"{subject} {query}", *questions), carried=carried)
        also = tuple(f"{subject} {question}" for question in questions)
        return Searched(query=f"{subject} {query}", also=also, carried=carried)


def _last_named(known: KnownNames, history: Sequence[Message]) -> tuple[str, ...]:
    named = (known.find(line.text) for line in reversed(history[-REMEMBERED:]))
    return next((names for names in named if names), ())
