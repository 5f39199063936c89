"""What a sentence states of orders, clause by clause: which field of which order is said to hold which value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from agent.folding import fold
from agent.grounding.clauses import END, JOINER, LEAD, SUBJECT, Clause, Part
from agent.grounding.delivery_clauses import DELIVERY_CLAUSES
from agent.grounding.field_clauses import FIELD_CLAUSES
from agent.grounding.item_clauses import ITEM_CLAUSES
from agent.grounding.money_clauses import MONEY_CLAUSES
from agent.grounding.typed import TypedValue

CLAUSES = (*FIELD_CLAUSES, *DELIVERY_CLAUSES, *MONEY_CLAUSES, *ITEM_CLAUSES)

_SLOTS = {"date": "d", "money": "m", "quantity": "q", "duration": "u", "order_id": "o", "tracking": "t"}
_MOST_STEPS = 200
"""Clauses read, dead ends counted, before a sentence is given up; a reply's sentences need a dozen."""


@dataclass(frozen=True)
class Fact:
    """One field that is said to hold one value."""

    owner: str | None
    """The order that the clause names; None for the one that the whole sentence is about."""
    field: str
    """As in `OrderField`; of lines, payments and refunds without its number: `items.unit_price`, `refunds.amount`."""
    value: TypedValue | None = None
    words: str = ""
    """What is said where it is no typed value: a status, a carrier, a way to pay, an item."""
    negative: bool = False
    clause: int = 0
    """Facts of one clause are of one line, one payment or one refund."""


@dataclass(frozen=True)
class _Reading:
    """How far a sentence is read."""

    at: int
    subject: str | None = None
    """Order that the last clause names."""
    repeats: Part | None = None
    """The last part with a date or an amount: "and ORD-2 on 3 March" says it again of another order."""
    lists: bool = False
    """Whether the last clause listed items, so that more may follow."""
    facts: tuple[Fact, ...] = ()
    clause: int = 0


@dataclass
class _Reader:
    """Reads one sentence from left to right and goes back where it gets stuck."""

    text: str
    values: Sequence[TypedValue]
    steps: int = field(default=0)

    def readings(self, done: _Reading) -> Iterator[_Reading]:
        """All ways to read the rest of the sentence to its end."""
        if done.at == len(self.text):
            yield done
            return
        for after in self._clauses(done):
            self.steps += 1
            if self.steps > _MOST_STEPS:
                return
            for begin in self._begins(after):
                yield from self.readings(begin)

    def _begins(self, done: _Reading) -> Iterator[_Reading]:
        """Where the next clause may begin; the end of the sentence is one such place."""
        joiner = _compiled(JOINER).match(self.text, done.at)
        if done.at == len(self.text):
            yield done
        if joiner:
            yield replace(done, at=joiner.end())
        if self.text.startswith(" ", done.at):
            yield replace(done, at=done.at + 1)

    def _clauses(self, done: _Reading) -> Iterator[_Reading]:
        for clause in CLAUSES:
            if not done.facts and clause.kind in ("adjunct", "more"):
                continue
            if clause.kind == "more" and not done.lists:
                continue
            match = _compiled(clause.regex + END).match(self.text, done.at)
            read = self._taken(clause, match, done) if match else None
            if read:
                yield read
        again = done.repeats and _compiled(rf"{SUBJECT} (?:on )?<{done.repeats.slot}(?P<again>\d+)>").match(
            self.text, done.at
        )
        if again and done.repeats:
            part = replace(done.repeats, group="again")
            yield self._with(done, again, (part,), again.end(), done.repeats)

    def _taken(self, clause: Clause, match: re.Match[str], done: _Reading) -> _Reading | None:
        """The reading behind a clause; None for a verb without a subject at the very beginning."""
        if clause.kind == "verb" and not done.facts and match["subject_words"] is None:
            return None
        parts = tuple(part for part in clause.parts if not part.group or match.groupdict().get(part.group) is not None)
        repeats = next((part for part in parts if part.slot in ("d", "m")), done.repeats)
        goes_on = clause.kind == "adjunct"
        read = self._with(done, match, parts, match.end(), repeats, goes_on=goes_on)
        return replace(read, lists=clause.kind in ("list", "more"))

    def _with(
        self,
        done: _Reading,
        match: re.Match[str],
        parts: Sequence[Part],
        end: int,
        repeats: Part | None,
        *,
        goes_on: bool = False,
    ) -> _Reading:
        groups = match.groupdict()
        named = next((groups[name] for name in ("subject", "object", "object2") if groups.get(name)), None)
        subject = self.values[int(named)].canonical if named else done.subject
        clause = done.clause + (0 if goes_on else 1)
        facts = tuple(self._fact(part, groups, subject, clause) for part in parts)
        return _Reading(end, subject, repeats, False, (*done.facts, *facts), clause)

    def _fact(self, part: Part, groups: dict[str, str | None], subject: str | None, clause: int) -> Fact:
        written = groups.get(part.group) or ""
        value = self.values[int(written)] if part.slot != "w" and written else None
        words = part.says or ("" if value else written.strip())
        return Fact(subject, part.field, value, words, part.negative, clause)


def facts_in(body: str, values: Sequence[TypedValue]) -> tuple[Fact, ...]:
    """The facts of a sentence that says nothing else; empty where a word is left over that no clause knows.

    Args:
        body: the sentence without markers and citations.
        values: its typed values, spans pointing into it.
    """
    text = _slotted(body, values)
    lead = _compiled(LEAD).match(text)
    reader = _Reader(text, values)
    found = next(reader.readings(_Reading(lead.end() if lead else 0)), None)
    return found.facts if found else ()


def only_names(body: str, values: Sequence[TypedValue]) -> str | None:
    """The order that a lead-in such as `Order ORD-1:` names without a word on it; None for any other sentence."""
    intro = r"(?:here(?:'s| is| are) )?(?:(?:the |some )?(?:details|status|summary|information) (?:of|for|on|about) )?"
    named = _compiled(rf"{intro}{SUBJECT}:").fullmatch(_slotted(body, values)) if body.endswith(":") else None
    return values[int(named["subject"])].canonical if named and named["subject"] else None


def _slotted(body: str, values: Sequence[TypedValue]) -> str:
    """The text in small letters with `<d0>` for a date, `<m1>` for an amount and so on; other values stay as they are."""
    parts, at = [], 0
    for n, value in enumerate(values):
        if value.kind in _SLOTS and body[value.start : value.end] == value.text:
            slot = "i" if value.unit == "item" else _SLOTS[value.kind]
            parts += [body[at : value.start], f"<{slot}{n}>"]
            at = value.end
    plain = fold("".join(parts) + body[at:]).casefold().strip(" .!")
    return " ".join(plain.split())


@cache
def _compiled(regex: str) -> re.Pattern[str]:
    return re.compile(regex)
