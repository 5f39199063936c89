"""Recognise the topics that always go to a person, in any language of the rule file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from policies.misspellings import Misspellings
from policies.plain_words import END, plain_words
from policies.rule_types import Rules, TopicRule
from policies.triggers import pattern_of, words_of

NEGATED = re.compile(
    r"(?<! how is this)(?<! how is that)(?<! how is it)(?<! why is this)(?<! why is that)"
    r" (?:not|no|never|nobody|none|without|nothing|neither|nor|zero|nicht|kein|keine|keinen|nie|ohne|niemand|pas|aucun|"
    r"aucune|jamais|sans|nunca|sin|ningun|ninguna|non|mai|senza|nessun|nessuno|nessuna|niet|geen|nooit|zonder|nao|sem|"
    r"nenhum|nenhuma|nie|nigdy|bez|zadnych)"
    r"(?: (?:a|an|the|any|one|was|were|been|be|is|going|to|plan|planning|want|trying|about|get|got|do|your|sort|of|kind|"
    r"take|taking|file|filing|call|involve|like|wish|"
    r"ein|eine|einen|un|une|una|uno|um|uma|een|de|du|des|d)){0,4} $"
)
"""Words before a trigger that say it is not so: "not going to sue", "nobody was injured", "ce n'est pas une arnaque"."""
LOOKED_BACK = 60
"""Characters before a trigger in which it may be denied."""


@dataclass(frozen=True)
class TopicGuard:
    """Looks for the trigger words of the rules in what a customer wrote."""

    rules: Rules

    def find(self, text: str) -> TopicRule | None:
        """Return the first topic of the rule file that has a trigger in the text, or None."""
        words = [self._misspellings.right(word) for word in plain_words(text)]
        plain = f" {' '.join([*words, END])} "
        return next((topic.rule for topic in self._topics if topic.is_in(plain)), None)

    @cached_property
    def _topics(self) -> tuple[_Topic, ...]:
        return tuple(
            _Topic(rule, pattern_of(rule.triggers), pattern_of(self._idioms(rule))) for rule in self.rules.topic
        )

    def _idioms(self, rule: TopicRule) -> list[str]:
        """Those of the topic in every language: "explosion" is a word of several."""
        return [idiom for other in self.rules.topic if other.subject == rule.subject for idiom in other.idioms]

    @cached_property
    def _misspellings(self) -> Misspellings:
        phrases: Sequence[str] = [phrase for rule in self.rules.topic for phrase in (*rule.triggers, *rule.idioms)]
        return Misspellings(words_of(phrases))


@dataclass(frozen=True)
class _Topic:
    """A topic with its phrases made ready."""

    rule: TopicRule
    triggers: re.Pattern[str] | None
    idioms: re.Pattern[str] | None

    def is_in(self, plain: str) -> bool:
        """Whether the words mention it, other than in an idiom or to deny it."""
        if self.triggers is None:
            return False
        read = self.idioms.sub(f"{END} ", plain) if self.idioms else plain
        found = self.triggers.finditer(read)
        return any(self.rule.even_if_denied or not _is_denied(read, one.start()) for one in found)


def _is_denied(plain: str, at: int) -> bool:
    return bool(NEGATED.search(plain, max(0, at - LOOKED_BACK), at))
