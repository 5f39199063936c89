"""What falls in a list, a table or a section that has lost a line: later steps, counts, conditions, "all others"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.grounding.cut_neighbours import bounds
from agent.grounding.cut_outline import Outline
from agent.referring import speaks_of_others

_STEPS = re.compile(
    r"^to [a-z]+ (?:it|them|a|an|the|your|us)\b|\b(?:steps?|follow|how to|do this|do the following|in this order|as follows|procedure)\b",
    re.IGNORECASE,
)
_DO = re.compile(
    r"(?:please |then |next,? |finally,? |first,? )?(?:sign|log|open|click|tap|go|select|choose|pick|print|pack|send|enter|pay|attach|put|drop"
    r"|take|bring|fill|call|wait|check|scan|ship|return|press|visit|confirm|download|write|keep|use|add|remove|place|turn|restart"
    r"|plug|hold|contact|ask|reply|email|find|type|copy|paste|save|submit|tell|give|hand|note|unplug|connect|reset|install"
    r"|switch|insert|seal|stick|label|wrap|clean|charge|update|cancel|request|create|start|follow|scroll|look|set)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\d{1,3}[.)]\s")
_COUNTED = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|[2-9])\b(?! (?:business|working|calendar)? ?(?:days?|weeks?|months?|years?|hours?|minutes?)\b)"
    r" (?:[a-z-]+ ){0,2}[a-z-]+s\b",
    re.IGNORECASE,
)
_CONDITIONS = re.compile(
    r"\b(?:if|only|provided|unless|as long as|conditions?|requires?|requirements?|required|needs?|must|when|all of|each of|once)\b",
    re.IGNORECASE,
)
_EXCLUDES = re.compile(
    r"\b(?:not|cannot|can't|never|except\w*|exclu\w*|don't|doesn't|isn't|aren't|won't|no|without|but)\b", re.IGNORECASE
)
_LIMITED_HEADING = re.compile(
    r"\b(?:only|not|no|except\w*|exclu\w*|unless|without|members?|if|when|for|in|within|over|under|before|after|from|until)\b|\d",
    re.IGNORECASE,
)


def with_earlier_step(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """A procedure ends before the step that is missing: the steps after it would be followed without it."""
    for steps in _lists(outline):
        if not _is_procedure(outline, steps):
            continue
        missing = next((n for n in steps if not kept[n]), None)
        if missing is not None:
            last = max(m for m in range(len(outline)) if m in steps or _under(outline, m, steps))
            yield from range(missing, _end_of_list(outline, last) + 1)


def with_whole_list(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """A line that counts its list, or makes conditions or exclusions of it, falls when the list has lost one."""
    for n in range(len(outline)):
        opened = [m for m in outline.opened_by(n) if outline.sentences[m].kind in ("item", "row", "text")]
        lost = [m for m in opened if not kept[m]]
        if not lost or not outline.claim(n).checkworthy:
            continue
        body = outline.bodies[n]
        unproved = any(outline.verdicts[m].label != "refuted" for m in lost)
        of_items = outline.sentences[n].is_lead_in
        if of_items and (_COUNTED.search(body) or _CONDITIONS.search(body) or (unproved and _EXCLUDES.search(body))):
            yield n


def with_counted_sentences(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """ "There are two exceptions." falls when one of the two that follow it does, and so does what it limits."""
    for n, body in enumerate(outline.bodies):
        found = re.search(
            r"\b(one|two|three|four|an?|[1-4]) (?:[a-z]+ )?(?:exceptions?|conditions?|cases?|limits?)\b",
            body,
            re.IGNORECASE,
        )
        if found is None or outline.opened_by(n):
            continue
        count = {"one": 1, "a": 1, "an": 1, "two": 2, "three": 3, "four": 4}.get(found[1].lower()) or int(found[1])
        following = [m for m in range(n + 1, len(outline)) if outline.claim(m).checkworthy][:count]
        if any(not kept[m] for m in following) or not kept[n]:
            before = outline.before(outline.group_of(n)[0])
            yield from (n, *following, *(() if before is None else outline.group_of(before)))


def with_limiting_row(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """A table falls with a row that limits the others."""
    for n in range(len(outline)):
        lead = outline.leads[n]
        if outline.sentences[n].kind == "row" and lead is not None and not kept[n] and bounds(outline, n):
            yield from (lead, *outline.opened_by(lead))


def with_the_named(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """ "All other items …" means more when one of the items that were named before it is gone."""
    for n, body in enumerate(outline.bodies):
        lead = outline.leads[n]
        earlier = [m for m in range(n) if outline.leads[m] == lead and outline.claim(m).checkworthy]
        if earlier and speaks_of_others(body) and not all(kept[m] for m in earlier):
            yield n


def with_heading(outline: Outline, kept: Sequence[bool]) -> Iterator[int]:
    """A section falls with a heading that limits it ("Members only"); a heading falls when its section is empty."""
    headings = [n for n in range(len(outline)) if outline.sentences[n].kind == "heading"]
    for place, n in enumerate(headings):
        end = headings[place + 1] if place + 1 < len(headings) else len(outline)
        section = range(n + 1, end)
        if not kept[n] and _LIMITED_HEADING.search(outline.bodies[n]):
            yield from section
        if section and not any(kept[m] for m in section):
            yield n


def _lists(outline: Outline) -> Iterator[list[int]]:
    """The first claim of each item, list by list: items of one indent under one lead, with no other sentence between."""
    lists: dict[tuple[int | None, int, int], list[int]] = {}
    run = 0
    for group in outline.groups:
        n = group[0]
        sentence = outline.sentences[n]
        if sentence.kind == "item":
            lists.setdefault((outline.leads[n], sentence.indent, run), []).append(n)
        elif sentence.gap != "inline":
            run += 1
    yield from (found for found in lists.values() if len(found) > 1)


def _is_procedure(outline: Outline, items: Sequence[int]) -> bool:
    """Whether a list says what to do one after the other: numbered, or called steps, and made of commands."""
    lead = outline.leads[items[0]]
    called_steps = lead is not None and bool(_STEPS.search(outline.bodies[lead]))
    numbered = all(_NUMBERED.match(outline.sentences[n].text) for n in items)
    commands = sum(bool(_DO.match(outline.bodies[n])) for n in items)
    return (called_steps or numbered) and 2 * commands >= len(items)


def _under(outline: Outline, n: int, items: Sequence[int]) -> bool:
    lead = outline.leads[n]
    while lead is not None:
        if lead in items:
            return True
        lead = outline.leads[lead]
    return False


def _end_of_list(outline: Outline, n: int) -> int:
    """Position of the last claim that stands in the same item."""
    while n + 1 < len(outline) and outline.sentences[n + 1].kind == "text" and outline.sentences[n + 1].gap == "inline":
        n += 1
    return n
