"""Sentences of passages as statements that can be held against each other: subject, values, polarity, scope."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from itertools import chain

from agent.claim_text import claim_body, is_condition
from agent.grounding.outlines import REMEMBERED, outline_of
from agent.grounding.subjects import folded, generic, heading_words, subject_words
from agent.grounding.typed import TypedValue
from agent.grounding.values import find_values, same_magnitude, same_value
from agent.grounding.vocabulary import denies
from agent.types import Evidence

_CLAUSES = re.compile(r"(?:[,;] (?:which|and|but|so|because|although|while)|;|: ) ?", re.IGNORECASE)
_PREDICATE = (
    r"(?:(?:usually|also|always|then) )?(?:costs?|takes?|lasts?|is|are|ends?|expires?|starts?|needs?|requires?|includes?|holds?|weighs?"
    r"|(?:can|cannot|must|will|may) (?:not )?(?:be )?\w+|comes?|gets?|has|have)\b"
)
_COORDINATED = re.compile(rf",? (?:and|but) (?={_PREDICATE} )", re.IGNORECASE)
"""Parts two predicates of one subject: `Refunds take 3 days | cost 5 USD`."""
_FIRST_PREDICATE = re.compile(rf"\b{_PREDICATE}", re.IGNORECASE)
_SCOPED = re.compile(
    r"\b(?:if|when|where|unless|except|only|otherwise|provided|as long as|in (?:that|this|such a?) case|without|instead)\b",
    re.IGNORECASE,
)
_ALLOWING = ("accept", "accepted", "allow", "allowed", "able", "possible", "eligible")
_CODE = re.compile(r"[{}<>=\\|]|\",|^\s*[\"$#/]")
"""Marks of a line of code or data, whose values are examples."""
_NAMED = re.compile(r"\b(?=\w*[-.]?\w*\d)[\w.-]*\w\b")
"""A code, version or number in a heading: it names a case of its own."""
_TELLING = frozenset({"money", "duration", "percent", "quantity", "date", "email", "phone"})
"""Kinds of value in which two sentences about one thing can disagree."""


@dataclass(frozen=True)
class Statement:
    """One clause of a passage that says something on its own."""

    evidence: Evidence
    text: str
    """The whole sentence, as written."""
    clause: str
    """What of it is compared, under the line that governs it."""
    subject: frozenset[str]
    headings: frozenset[str]
    """What the headings add that names a case of its own."""
    today: date

    @cached_property
    def values(self) -> tuple[TypedValue, ...]:
        """Those that tell; dates that only repeat from when to when the article is in force are left out."""
        found = (value for value in find_values(self.clause, self.today) if value.kind in _TELLING)
        return tuple(value for value in found if not _is_own_date(value, self.evidence))

    @cached_property
    def denies(self) -> bool:
        """Whether it says that something is not so."""
        return denies(self.clause)

    @cached_property
    def scoped(self) -> bool:
        """Whether it holds under a condition of its own."""
        return bool(_SCOPED.search(self.clause))

    @property
    def told(self) -> frozenset[str]:
        """All words that say what it is about."""
        return self.subject | self.headings


@lru_cache(maxsize=REMEMBERED)
def statements_of(evidence: Evidence, today: date) -> tuple[Statement, ...]:
    """The statements of a passage in reading order; a list item is read with its lead-in, a condition is none itself."""
    return tuple(_read(evidence, today))


def _read(evidence: Evidence, today: date) -> Iterator[Statement]:
    outline = outline_of(evidence.text)
    for sentence, body, lead in zip(outline.sentences, outline.bodies, outline.leads, strict=True):
        if not body or body.endswith("?") or sentence.is_lead_in or is_condition(body) or _CODE.search(body):
            continue
        opening = outline.bodies[lead].rstrip(": ") if lead is not None else ""
        yield from statements_in(sentence.text, opening, evidence, today)


def statements_in(text: str, opening: str, evidence: Evidence, today: date) -> Iterator[Statement]:
    """The clauses of one sentence, each read under the line that governs it; nothing of one without a subject."""
    path = " ".join(evidence.heading_path)
    headings = (subject_words(path) - heading_words()) | frozenset(_NAMED.findall(path.casefold()))
    clauses = filter(None, _CLAUSES.split(claim_body(text)))
    for clause in chain.from_iterable(map(_predicates, clauses)):
        whole = f"{opening} {clause}".strip()
        if subject := subject_words(whole):
            yield Statement(evidence, text, whole, subject, headings, today)


def _predicates(clause: str) -> Iterator[str]:
    """A clause as one for each of its predicates, every one with the subject: `Refunds take 3 days`, `Refunds cost 5 USD`."""
    first, *others = _COORDINATED.split(clause)
    begins = _FIRST_PREDICATE.search(first)
    if not others or begins is None or begins.start() == 0:
        yield clause
        return
    yield first
    yield from (f"{first[: begins.start()]}{other}" for other in others)


def disagreement(one: Statement, other: Statement) -> str | None:
    """How two statements contradict each other, for a person; None where they do not, or speak of different things."""
    if not same_subject(one, other) or one.scoped or other.scoped:
        return None
    if one.denies != other.denies:
        verbatim = _said(one) == _said(other) and len(_said(one)) > 1
        return "one denies what the other says" if verbatim and _all_same(one.values, other.values) else None
    return _other_value(one.values, other.values)


def _said(statement: Statement) -> frozenset[str]:
    """What a statement is about without the words that only allow it: `we accept returns of mugs` is about mugs' return."""
    return statement.subject - folded(_ALLOWING)


def same_subject(one: Statement, other: Statement) -> bool:
    """Whether two statements speak of the same thing.

    A word that only one of them has, and that names more than everything, makes it the rule for a case of its own: another
    product, region, method, or the exception to a general rule.
    """
    shared = one.subject & other.subject
    if not shared or (one.subject ^ other.subject) - one.headings - other.headings - generic():
        return False
    alone, beside = one.headings - other.told, other.headings - one.told
    return not (alone or beside) or (len(shared - generic()) > 2 and not (alone and beside))


def _other_value(ones: Sequence[TypedValue], others: Sequence[TypedValue]) -> str | None:
    """The one value in which they differ; more than one makes another case, such as another row or example."""
    if [value.kind for value in ones] != [value.kind for value in others]:
        return None
    differing = [(a, b) for a, b in zip(ones, others, strict=True) if not same_value(a, b)]
    if len(differing) != 1 or not _exclude(*differing[0]):
        return None
    one, other = differing[0]
    return f"“{one.text}” against “{other.text}”"


def _exclude(one: TypedValue, other: TypedValue) -> bool:
    """Whether the two values cannot both hold; `up to 50` and `above 50` can, and so can a range and what lies in it."""
    if {one.bound, other.bound} in ({"at_most", "at_least"}, {"before", "after"}):
        return False
    if one.kind in ("money", "quantity") and one.unit != other.unit:
        return False
    return not (same_magnitude(one, other) or _holds(one, other) or _holds(other, one))


def _holds(outer: TypedValue, inner: TypedValue) -> bool:
    """Whether a range takes in the other value, in the same unit."""
    if outer.bound != "range" or outer.unit != inner.unit:
        return False
    if outer.low is None or outer.high is None or inner.low is None or inner.high is None:
        return False
    return outer.low <= inner.low and inner.high <= outer.high


def _all_same(ones: Sequence[TypedValue], others: Sequence[TypedValue]) -> bool:
    return len(ones) == len(others) and all(same_value(a, b) for a, b in zip(ones, others, strict=True))


def _is_own_date(value: TypedValue, evidence: Evidence) -> bool:
    days = {day.isoformat() for day in (evidence.effective_from, evidence.effective_to) if day}
    return value.kind == "date" and value.canonical in days
