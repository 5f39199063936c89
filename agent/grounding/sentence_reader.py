"""Reads a sentence clause by clause, in every way that leaves no word over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from agent.grounding.clauses import END, JOINER, OF_ORDER, SUBJECT, Clause, Part
from agent.grounding.facts import Fact, Reading
from agent.grounding.joined_clauses import dated_too, states_contents
from agent.grounding.openings import relative, topic
from agent.grounding.slots import Slotted

_ORDERS = ("subject", "object", "object2")
"""Groups of a pattern that hold an order."""
_MOST_STEPS = 200
"""Clauses read, dead ends counted, before a sentence is given up; a reply's sentences need a dozen."""


@dataclass
class SentenceReader:
    """Reads one sentence from left to right and goes back where it gets stuck."""

    sentence: Slotted
    clauses: Sequence[Clause]
    steps: int = field(default=0)

    @property
    def text(self) -> str:
        """What is read."""
        return self.sentence.text

    def readings(self, done: Reading) -> Iterator[Reading]:
        """All ways to read the rest of the sentence to its end."""
        if done.at == len(self.text):
            yield done
            return
        for begin in self._fronted(done):
            for after in self._clauses(begin):
                self.steps += 1
                if self.steps > _MOST_STEPS:
                    return
                for end in self._closed(after):
                    for following in self._begins(end):
                        yield from self.readings(following)

    def _fronted(self, done: Reading) -> Iterator[Reading]:
        """Where the clause itself begins: behind the order that it is about, where that stands in front."""
        yield done
        if found := topic(self.text, done.at):
            order = self._order(found[1]) or done.subject
            yield replace(done, at=found[0], subject=order, topic=order)
        if found := relative(self.text, done.at):
            yield replace(done, at=found[0], subject=self._order(found[1]) or done.subject, relative=True)

    def _closed(self, done: Reading) -> Iterator[Reading]:
        """Where the clause ends: behind its order, where that stands at the end and the clause names none."""
        yield done
        last = [fact for fact in done.facts if fact.clause == done.clause]
        found = _compiled(OF_ORDER + END).match(self.text, done.at)
        order = self._order(found["object"]) if found else None
        if found and order and all(fact.owner in (None, order) for fact in last):
            facts = tuple(replace(fact, owner=order) if fact in last else fact for fact in done.facts)
            yield replace(done, at=found.end(), facts=facts)

    def _order(self, slot: str | None) -> str | None:
        return self.sentence.values[int(slot)].canonical if slot else None

    def _begins(self, done: Reading) -> Iterator[Reading]:
        """Where the next clause may begin; the end of the sentence is one such place."""
        joiner = _compiled(JOINER).match(self.text, done.at)
        if done.at == len(self.text):
            yield done
        if joiner:
            yield replace(done, at=joiner.end())
        if self.text.startswith(" ", done.at):
            yield replace(done, at=done.at + 1)

    def _clauses(self, done: Reading) -> Iterator[Reading]:
        for clause in self.clauses:
            if not _may_follow(clause, done):
                continue
            match = clause.pattern.match(self.text, done.at)
            read = self._taken(clause, match, done) if match else None
            if read:
                yield read
        again = done.repeats and _compiled(rf"{SUBJECT} (?:on )?<{done.repeats.slot}(?P<again>\d+)>").match(
            self.text, done.at
        )
        if again and done.repeats:
            part = replace(done.repeats, group="again")
            yield self._with(done, again, (part,), again.end(), done.repeats)

    def _taken(self, clause: Clause, match: re.Match[str], done: Reading) -> Reading | None:
        """The reading behind a clause; None for a verb without a subject, and for a clause on two orders."""
        has_subject = match.groupdict().get("subject_words", "none needed") is not None
        if not (has_subject or done.facts or done.relative):
            return None
        if len({done.topic, *self._named(match.groupdict())} - {None}) > 1:
            return None
        parts = tuple(part for part in clause.parts if not part.group or match.groupdict().get(part.group) is not None)
        if states_contents(match, parts):
            return None
        parts += dated_too(self.text, match, parts, done)
        repeats = next((part for part in parts if part.slot in ("d", "m")), done.repeats)
        goes_on = clause.kind == "adjunct"
        read = self._with(done, match, parts, match.end(), repeats, goes_on=goes_on)
        return replace(read, lists=clause.kind in ("list", "more"))

    def _with(
        self,
        done: Reading,
        match: re.Match[str],
        parts: Sequence[Part],
        end: int,
        repeats: Part | None,
        *,
        goes_on: bool = False,
    ) -> Reading:
        groups = match.groupdict()
        subject = next(iter(self._named(groups)), done.subject)
        clause = done.clause + (0 if goes_on else 1)
        facts = tuple(self._fact(part, groups, subject, clause) for part in parts)
        return Reading(end, subject, repeats=repeats, facts=(*done.facts, *facts), clause=clause)

    def _fact(self, part: Part, groups: dict[str, str | None], subject: str | None, clause: int) -> Fact:
        written = groups.get(part.group) or ""
        value = self.sentence.values[int(written)] if part.slot != "w" and written else None
        words = part.says or ("" if value else written.strip())
        return Fact(subject, part.field, value, self.sentence.spelt(words), part.negative, clause, part.sole)

    def _named(self, groups: Mapping[str, str | None]) -> list[str]:
        """The orders that a clause names."""
        return [self.sentence.values[int(slot)].canonical for name in _ORDERS if (slot := groups.get(name))]


def _adds_to(clause: Clause, done: Reading) -> bool:
    """Whether an adjunct belongs to what the clause before it states."""
    last = {fact.field for fact in done.facts if fact.clause == done.clause}
    return not clause.behind or not last.isdisjoint(clause.behind)


def _may_follow(clause: Clause, done: Reading) -> bool:
    """Whether a clause of its kind may stand where a reading has come to."""
    if clause.kind in ("adjunct", "more"):
        return bool(done.facts) and (done.lists if clause.kind == "more" else _adds_to(clause, done))
    return clause.kind != "gap" or done.relative


@cache
def _compiled(regex: str) -> re.Pattern[str]:
    return re.compile(regex)
