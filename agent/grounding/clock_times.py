"""Times of day: `5 pm`, `5 p.m.`, `17:00`, `noon`. A number of hours is a duration, and no time of day."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.grounding.bounds import bound_around
from agent.grounding.typed import TypedValue, identifier

_HALF = r"(?P<half>[ap])\.?[ ]?m\b\.?(?=\W|$)"
_TIME = re.compile(
    rf"(?<![\d:.,/-])(?P<hour>\d{{1,2}})(?:[:.](?P<minute>[0-5]\d))?[ ]?{_HALF}"
    r"|(?<![\d:.,/-])(?P<full>[01]?\d|2[0-3]):(?P<past>[0-5]\d)(?::00)?(?!\d|:\d)"
    r"|\b(?P<word>noon|midday|midnight)\b",
    re.IGNORECASE,
)
_ABBREVIATED = re.compile(r"[ap]\.[ ]?m\.$", re.IGNORECASE)


def find_times(whole: str, rest: str) -> Iterator[TypedValue]:
    """Times of day in what other finders left, as `HH:MM` of the day, each with the bound that the words around it set."""
    for found in _TIME.finditer(rest):
        canonical = _minute_of_day(found)
        if canonical is not None:
            start, end = found.start(), found.end() - _closing_dots(found[0])
            time = identifier("time", whole, start, end, canonical)
            yield time.model_copy(update={"bound": bound_around(whole, start, end, temporal=True)})


def _closing_dots(text: str) -> int:
    """1 where the full stop after a time closes the sentence: `5 pm.`, and not `5 p.m.`."""
    return int(text.endswith(".") and not _ABBREVIATED.search(text))


def _minute_of_day(found: re.Match[str]) -> str | None:
    if word := found["word"]:
        return "00:00" if word.lower() == "midnight" else "12:00"
    if found["full"]:
        return f"{int(found['full']):02d}:{found['past']}"
    hour, minute = int(found["hour"]), found["minute"] or "00"
    if not 1 <= hour <= 12:
        return None
    afternoon = found["half"].lower() == "p"
    return f"{hour % 12 + (12 if afternoon else 0):02d}:{minute}"
