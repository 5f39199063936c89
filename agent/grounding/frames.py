"""The frames in which a noun and its value are put: `the total is <m0>`, `there is a refund of <m0>`, `we have <d0> as …`.

One frame serves every field, so that what can be said of a total can be said of a quantity as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.grounding.clauses import OF, SUBJECT, Clause, Part

_NOTED = r"(?:recorded|registered|listed|noted|given|shown|stated|entered|on record|on file|down)"
IS = (
    rf"(?: ?:| (?:is|was|are|were)(?: (?:also|currently|now|{_NOTED}))?(?: (?:as|at|for))?"
    r"| comes? (?:out )?(?:to|at)| came (?:out )?(?:to|at)| amounts? to| amounted to| adds up to| added up to| runs to| stands at| costs?"
    r"| equals| totals| totalled| reads| falls on| fell on)"
)
_THE = r"(?:(?:the|your|its|their) )?"
_OWN = r"(?:(?:the|your|its|their|an?) )"
_HOLDER = SUBJECT.replace("subject_words", "holder_words")
THERE = (
    r"(?:there (?:is|was|are|has been)|(?:we|i) (?:also )?(?:have|see|find|hold|can see)"
    rf"|(?:our|the) (?:records|system|files|books) (?:also )?(?:shows?|lists?|holds?|has|have|contains?)|{_HOLDER} (?:also )?(?:has|had|shows|lists|"
    r"carries|bears|holds|contains|comes with|came with|includes|included))"
)
_AS = r"(?:we|i|our records|the system|our system) (?:have|has|hold|show|list|see|shows|lists) "


def frames(name: str, value: str, parts: Sequence[Part]) -> Iterator[Clause]:
    """Clauses that give a value to what a pattern names, an order phrase behind the name allowed.

    Args:
        name: pattern of the noun, without article.
        value: pattern of the value.
        parts: what the groups of both patterns state; one that is put with a definite article is the only one.
    """
    only = tuple(replace(part, sole=True) for part in parts)
    yield Clause(rf"{_THE}{name}{OF}{IS} {value}", only)
    yield from _inverse(name, value, only)
    yield Clause(rf"{THERE} {_OWN}?{name}(?: of|:|,)? {value}(?: {_NOTED})?{OF}", tuple(parts))


def _inverse(name: str, value: str, parts: Sequence[Part]) -> Iterator[Clause]:
    """The value first: `<d0> is the delivery date`, `we have <d0> as the delivery date`, `<d0> is noted as …`."""
    yield Clause(rf"{value} (?:is|was) (?:{_NOTED} as )?{_OWN}{name}{OF}", tuple(parts))
    yield Clause(rf"{_AS}{value}(?: {_NOTED})? as {_OWN}{name}{OF}", tuple(parts))
