"""What a sentence states of orders, clause by clause: which field of which order is said to hold which value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.grounding.clauses import SUBJECT
from agent.grounding.delivery_clauses import DELIVERY_CLAUSES
from agent.grounding.facts import Fact, Reading
from agent.grounding.field_clauses import FIELD_CLAUSES
from agent.grounding.item_clauses import ITEM_CLAUSES
from agent.grounding.line_clauses import LINE_CLAUSES
from agent.grounding.money_clauses import MONEY_CLAUSES
from agent.grounding.openings import statement_starts, without_asides
from agent.grounding.parcel_clauses import PARCEL_CLAUSES
from agent.grounding.sentence_reader import SentenceReader
from agent.grounding.slots import slotted
from agent.grounding.typed import TypedValue

CLAUSES = (
    *FIELD_CLAUSES,
    *DELIVERY_CLAUSES,
    *MONEY_CLAUSES,
    *PARCEL_CLAUSES,
    *LINE_CLAUSES,
    *ITEM_CLAUSES,
)
"""What is tried first is what is meant where words could be read in two ways: the closer wording before the looser one."""

_INTRO = (
    r"(?:here(?:'s| is| are) )?(?:(?:the |some )?(?:details|status|summary|information) (?:of|for|on|about) )?"
    r"(?:(?:the |your |these )?(?:items|products) (?:of|in|on|for|with) )?"
)
_HOLDS = r"(?: (?:contains|includes|has|lists|is for|was for)(?: (?:the following|these)(?: items| products)?)?)?"
_LOOKED = (
    r"(?:i|we)(?: have|'ve)? (?:just |now )?(?:looked (?:at|into|up)|checked|reviewed|found|pulled up) "
    rf"{SUBJECT.replace('subject', 'looked')}(?: for you)?:?"
)
_ONLY_NAMES = re.compile(rf"{_INTRO}{SUBJECT}{_HOLDS}:|{_LOOKED}")


def readings_of(body: str, values: Sequence[TypedValue], names: Sequence[str] = ()) -> Iterator[tuple[Fact, ...]]:
    """The facts of a sentence that says nothing else, in each way to read it; none where a word is left over.

    Args:
        body: the sentence without markers and citations.
        values: its typed values, spans pointing into it.
        names: of items that it may speak of, as they are written.
    """
    read = slotted(body, values, names)
    reader = SentenceReader(replace(read, text=without_asides(read.text)), CLAUSES)
    for start in statement_starts(reader.text):
        yield from (found.facts for found in reader.readings(Reading(start)) if found.facts)


def only_names(body: str, values: Sequence[TypedValue]) -> str | None:
    """The order that is named and nothing said of it: `Order ORD-1:`, `Order ORD-1 contains:`, `I have checked ORD-1.`."""
    found = _ONLY_NAMES.fullmatch(slotted(body, values).text)
    slot = found and (found["subject"] or found["looked"])
    return values[int(slot)].canonical if slot else None
