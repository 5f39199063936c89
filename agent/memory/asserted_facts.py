"""What a customer states about how to be spoken to, read by pattern from their own message; nothing else is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from agent.errors import InputError
from agent.memory.fact_keys import LANGUAGES, FactKey, read_value
from agent.sentences import find_sentences

_NAMES = "|".join(LANGUAGES.values())
_NAME = r"(?P<value>[^\W\d_a-z][^\W\d_]*(?:[ '-][^\W\d_a-z][^\W\d_]*){0,2})"
_OPENS = r"^(?:(?i:hi|hello|hey|ok|okay|and|so|also|by the way|from now on)[,!.]? )*"
_PATTERNS: Mapping[str, tuple[re.Pattern[str], ...]] = {
    "name_to_use": (
        re.compile(
            _OPENS
            + r"(?i:please |just |you can |you may |i'd like you to )*(?i:call me|address me as) "
            + _NAME
            + r"(?:,? please)?[.!]*$"
        ),
        re.compile(_OPENS + r"(?i:i go by|i like to be called|i prefer to be called) " + _NAME + r"[.!]*$"),
    ),
    "preferred_language": (
        re.compile(
            rf"{_OPENS}(?i:please |kindly )*(?i:write|reply|answer|respond|speak)(?i: to me| with me)?(?i: only)? (?i:in )(?P<value>(?i:{_NAMES}))"
            r"(?i:,? please| from now on| only)*[.!]*$"
        ),
        re.compile(
            rf"{_OPENS}(?i:my (?:preferred )?language is|i (?:only )?(?:speak|understand|read)(?: only)?|i prefer) (?P<value>(?i:{_NAMES}))[.!]*$"
        ),
    ),
}
"""Whole sentences; a question, a condition, a denial, and words told of somebody else match none of them."""

_NO_NAME = re.compile(
    r"\b(?:back|later|now|today|tomorrow|tonight|asap|soon|again|morning|afternoon|evening|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
"""When to call, not what."""


def stated_facts(message: str, keys: Mapping[str, FactKey]) -> Iterator[tuple[str, str]]:
    """Key and value of each fact that the customer is the authority for and states in so many words."""
    for sentence in find_sentences(message):
        for name, patterns in _PATTERNS.items():
            key = keys.get(name)
            found = next((hit for pattern in patterns if (hit := pattern.match(sentence.text.strip()))), None)
            if key is None or not key.asserted or found is None:
                continue
            if name == "name_to_use" and _NO_NAME.search(found["value"]):
                continue
            try:
                yield name, read_value(name, key, found["value"])
            except InputError:
                continue
