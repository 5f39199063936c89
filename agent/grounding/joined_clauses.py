"""What joined clauses share: a date behind two verbs, and a subject that is the contents, not the order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.grounding.clauses import PARTICIPLES, Part
from agent.grounding.facts import Fact, Reading

_CONTENTS = re.compile(r"(?:the|your) contents? ")
_OF_MONEY = frozenset({"total", "shipping_fee", "payments", "refunds"})
_VERB = "|".join(f"(?P<{status}>{verb})" for status, (_, verb) in PARTICIPLES.items())
_BARE_VERB = re.compile(rf"(?:{_VERB})(?![a-z])")
_JOINED = (" and ", ", ")


def states_contents(match: re.Match[str], parts: Sequence[Part]) -> bool:
    """Whether a clause on the money of an order is about its contents, which cost what its items do, without shipping."""
    return bool(_CONTENTS.match(match[0])) and any(part.field.split(".")[0] in _OF_MONEY for part in parts)


def dated_too(text: str, match: re.Match[str], parts: Sequence[Part], done: Reading) -> tuple[Part, ...]:
    """The date of a verb without one that shares it with its neighbour: "was shipped and delivered on <d0>"."""
    verb = _BARE_VERB.match(match[0])
    last = [fact for fact in done.facts if fact.clause == done.clause]
    if verb is None or not last or not text.startswith(_JOINED, _joint(text, done.at)):
        return ()
    dated = next((part for part in parts if part.group == "d"), None)
    before = _undated(last)
    if dated and before:
        return (Part(before, "d"),)
    return ()


def _joint(text: str, at: int) -> int:
    """Where the words begin that join a clause to the one before it."""
    return next((at - len(words) for words in _JOINED if text.endswith(words, 0, at)), at)


def _undated(facts: Sequence[Fact]) -> str | None:
    """The date field of a clause that states a status and no day."""
    if any(fact.value is not None and fact.value.kind == "date" for fact in facts):
        return None
    said = next((fact.words for fact in facts if fact.field == "status"), "")
    return PARTICIPLES[said][0] or "processed_on" if said in PARTICIPLES else None
