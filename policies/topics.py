"""Recognise the topics that always go to a person."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from policies.rule_types import Rules, TopicRule


@dataclass(frozen=True)
class TopicGuard:
    """Looks for the trigger words of the rules in what a customer wrote."""

    rules: Rules

    def find(self, text: str) -> TopicRule | None:
        """Return the first topic of the rule file that has a trigger in the text, or None."""
        plain = _plain(text)
        return next((topic for topic in self.rules.topic if _mentions(plain, topic)), None)


def _mentions(plain: str, topic: TopicRule) -> bool:
    return any(re.search(_pattern(trigger), plain) for trigger in topic.triggers)


def _pattern(trigger: str) -> str:
    words = re.escape(_plain(trigger.removesuffix("*"))).replace(r"\ ", r"\s+")
    return rf"\b{words}" if trigger.endswith("*") else rf"\b{words}\b"


def _plain(text: str) -> str:
    """Fold case, width and typographic apostrophes, so that a trigger is found however it was typed."""
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
