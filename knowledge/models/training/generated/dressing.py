"""What stands around a statement without changing whether a claim is true; it stands in `dressing.yaml`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knowledge.errors import InputError
from knowledge.models.training.generated.tables import read_table


@dataclass(frozen=True)
class Dressing:
    """Evidence in the styles of help pages, claims in the tone of replies."""

    evidence: Sequence[str]
    """Styles of a page, with the slots {statement}, {topic} and {head}."""
    around: Sequence[str]
    """Sentences that say nothing about any statement."""
    openings: Sequence[str]
    endings: Sequence[str]
    asides: Sequence[str]
    names: frozenset[str]
    """First words that keep their capital within a sentence."""

    def page(self, statement: str, others: Sequence[str], topic: str, rng: random.Random) -> str:
        """The statement as a page would have it, among others and remarks."""
        if rng.random() < 0.15:
            statement = f"{statement.rstrip('.')}{rng.choice(self.asides)}."
        remarks = rng.sample(self.around, rng.choice((0, 0, 1, 1, 2)))
        if others and rng.random() < 0.25:
            others = [self.joined(statement, others[0]), *others[1:]]
            statement = others.pop(0)
        head = topic.rpartition(" › ")[2]
        text = rng.choice(self.evidence).format(statement=statement, topic=topic, head=head)
        before = [one for one in (*others, *remarks) if rng.random() < 0.5]
        after = [one for one in (*others, *remarks) if one not in before]
        gap = "\n" if text[0] in "#-•|QF" else " "
        return gap.join((*before, text, *after))

    def reply(self, claim: str, rng: random.Random) -> str:
        """The claim, a third of the time with a friendly opening or ending, or both."""
        if rng.random() < 0.2:
            opening = rng.choice(self.openings)
            claim = opening + (claim if opening.rstrip()[-1] in ".!" else self._lowered(claim))
        return claim + rng.choice(self.endings) if rng.random() < 0.15 else claim

    def joined(self, left: str, right: str) -> str:
        """Two sentences as one; one beside the other where a further sentence would then speak of both."""
        if ". " in left + right:
            return f"{left} {right}"
        return f"{left.rstrip('.')}, and {self._lowered(right)}"

    def _lowered(self, sentence: str) -> str:
        """The sentence as it stands within another one."""
        first = sentence.split(" ", 1)[0].rstrip(",:")
        return (
            sentence
            if first in self.names or (len(first) > 1 and not first[1:].islower())
            else sentence[0].lower() + sentence[1:]
        )


def read_dressing() -> Dressing:
    """The table of `dressing.yaml`, in its order, and the names that `pools.yaml` fills sentences with."""
    words = [word for words in read_table("pools")["words"].values() for word in words]
    return dressing_of(read_table("dressing"), frozenset(word.split(" ", 1)[0] for word in words if word[0].isupper()))


def dressing_of(table: Mapping[str, Any], names: frozenset[str]) -> Dressing:
    """A dressing as `dressing.yaml` has it.

    Raises:
        InputError: a list is missing, empty or unknown, or a style of evidence has no place for the statement.
    """
    wanted = ("evidence", "around", "openings", "endings", "asides")
    if set(table) != set(wanted) or not all(table.values()):
        raise InputError(
            f"dressing.yaml has the lists {', '.join(table)}: wanted {', '.join(wanted)}, none of them empty."
        )
    if blind := [style for style in table["evidence"] if "{statement}" not in style]:
        raise InputError(f"The style {blind[0]!r} of dressing.yaml has no {{statement}}.")
    return Dressing(**table, names=names)
