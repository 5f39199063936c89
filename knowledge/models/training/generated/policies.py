"""Pairs about shop policies, from families of statements."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from knowledge.models.training.generated.families import Families, Family
from knowledge.models.training.generated.pairs import Kind, Pair, PairLabel
from knowledge.models.training.generated.slots import VALUES, Forms, Slot, one_of

_SLOT = re.compile(r"\{(\w+?)(_?)\}")


@dataclass(frozen=True)
class PolicyPairs:
    """Draws pairs from families; the premise is the statement among others, as an article would have it."""

    tables: Families

    def draw(self, rng: random.Random) -> Pair:
        """One pair; a third of them stay true."""
        make = rng.choices(
            (
                self._paraphrase, self._changed, self._negated, self._condition_dropped, self._condition_added,
                self._condition_kept, self._joined, self._half_missing, self._unrelated,
            ),
            (18, 26, 10, 8, 6, 8, 8, 6, 6),
        )[0]  # fmt: skip
        return make(rng)

    def _paraphrase(self, rng: random.Random) -> Pair:
        family, values = self._family(rng)
        said, claimed = _two(family.wordings, rng)
        premise = self._article(fill(said, values, rng), family, rng)
        return _pair(premise, fill(claimed, values, rng), "entailment", "paraphrase", family)

    def _changed(self, rng: random.Random) -> Pair:
        family, values = self._family(rng)
        names = sorted(values)
        name = rng.choice([one for one in names if one in VALUES] or names)
        if len(names) > 1 and rng.random() < 0.3:
            name = rng.choice(names)
        first, second = self._slot(name).pair(rng)
        said, claimed = rng.choice(family.wordings), rng.choice(family.wordings)
        premise = self._article(fill(said, {**values, name: first}, rng), family, rng)
        hypothesis = fill(claimed, {**values, name: second}, rng)
        if name in VALUES:
            return _pair(premise, hypothesis, "contradiction", "value changed", family)
        return _pair(premise, hypothesis, "neutral", "entity swapped", family)

    def _negated(self, rng: random.Random) -> Pair:
        family, values = self._family(rng, "denials")
        said, claimed = rng.choice(family.wordings), rng.choice(family.denials)
        if rng.random() < 0.4:
            said, claimed = claimed, said
        premise = self._article(fill(said, values, rng), family, rng)
        return _pair(premise, fill(claimed, values, rng), "contradiction", "negated", family)

    def _condition_dropped(self, rng: random.Random) -> Pair:
        family, values = self._family(rng, "conditions")
        said, claimed = rng.choice(family.wordings), rng.choice(family.wordings)
        condition = rng.choice(rng.choice(family.conditions))
        premise = self._article(fill(_with(said, condition), values, rng), family, rng)
        return _pair(premise, fill(claimed, values, rng), "neutral", "condition dropped", family)

    def _condition_added(self, rng: random.Random) -> Pair:
        family, values = self._family(rng, "conditions")
        said, claimed = rng.choice(family.wordings), rng.choice(family.wordings)
        added = rng.choice(family.conditions)
        others = [one for one in family.conditions if one != added]
        if others and rng.random() < 0.5:
            said = _with(said, rng.choice(rng.choice(others)))
        premise = self._article(fill(said, values, rng), family, rng)
        return _pair(
            premise, fill(_with(claimed, rng.choice(added)), values, rng), "neutral", "condition added", family
        )

    def _condition_kept(self, rng: random.Random) -> Pair:
        family, values = self._family(rng, "conditions")
        said, claimed = rng.choice(family.wordings), rng.choice(family.wordings)
        condition = rng.choice(family.conditions)
        premise = self._article(fill(_with(said, rng.choice(condition)), values, rng), family, rng)
        hypothesis = fill(_with(claimed, rng.choice(condition)), values, rng)
        return _pair(premise, hypothesis, "entailment", "paraphrase", family)

    def _joined(self, rng: random.Random) -> Pair:
        (one, first), (two, second) = self._family(rng), self._family(rng)
        left, right = fill(rng.choice(one.wordings), first, rng), fill(rng.choice(two.wordings), second, rng)
        premise = _shuffled((left, right, *self._others(rng, one)), rng)
        changed = rng.random() < 0.4
        if changed:
            name = rng.choice(sorted(second))
            second = {**second, name: _other(self._slot(name), second[name], rng)}
        claim = _and(fill(rng.choice(one.wordings), first, rng), fill(rng.choice(two.wordings), second, rng), rng)
        if changed:
            return _pair(premise, claim, "contradiction" if name in VALUES else "neutral", "value changed", two)
        return _pair(premise, claim, "entailment", "join", one)

    def _half_missing(self, rng: random.Random) -> Pair:
        (one, first), (two, second) = self._family(rng), self._family(rng)
        premise = self._article(fill(rng.choice(one.wordings), first, rng), one, rng)
        claim = _and(fill(rng.choice(one.wordings), first, rng), fill(rng.choice(two.wordings), second, rng), rng)
        return _pair(premise, claim, "neutral", "half missing", two)

    def _unrelated(self, rng: random.Random) -> Pair:
        (one, first), (two, second) = self._family(rng), self._family(rng)
        if one.name == two.name:
            return self._paraphrase(rng)
        premise = self._article(fill(rng.choice(one.wordings), first, rng), one, rng)
        return _pair(premise, fill(rng.choice(two.wordings), {**second, **first}, rng), "neutral", "unrelated", two)

    def _family(self, rng: random.Random, needs: str | None = None) -> tuple[Family, dict[str, Forms]]:
        """A family that has what is needed, and a value for each of its slots."""
        able = [family for family in self.tables.families if needs is None or getattr(family, needs)]
        family = rng.choice(able)
        text = " ".join((*family.wordings, *family.denials))
        names = sorted({match[1] for match in _SLOT.finditer(text)})
        return family, {name: self._slot(name).draw(rng) for name in names} | self._conditions(family, rng)

    def _conditions(self, family: Family, rng: random.Random) -> dict[str, Forms]:
        """Values for slots that only conditions have."""
        text = " ".join(word for condition in family.conditions for word in condition)
        main = " ".join((*family.wordings, *family.denials))
        names = {match[1] for match in _SLOT.finditer(text)} - {match[1] for match in _SLOT.finditer(main)}
        return {name: self._slot(name).draw(rng) for name in sorted(names)}

    def _slot(self, name: str) -> Slot:
        return Slot(VALUES[name]) if name in VALUES else Slot(one_of(*self.tables.words[name]))

    def _others(self, rng: random.Random, but: Family) -> list[str]:
        """Up to three statements of other families, to stand beside the one that matters."""
        found = []
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
            family, values = self._family(rng)
            if family.name != but.name:
                found.append(fill(rng.choice(family.wordings), values, rng))
        return found

    def _article(self, statement: str, family: Family, rng: random.Random) -> str:
        """The statement among others, half the time under its heading path."""
        text = _shuffled((statement, *self._others(rng, family)), rng)
        return f"{family.topic}: {text}" if rng.random() < 0.5 else text


def fill(template: str, values: Mapping[str, Forms], rng: random.Random) -> str:
    """The sentence with a form of each value; `{name_}` is set with a capital."""

    def form(match: re.Match[str]) -> str:
        text = rng.choice(values[match[1]])
        return text[:1].upper() + text[1:] if match[2] else text

    filled = _SLOT.sub(form, template)
    return filled[:1].upper() + filled[1:]


def _with(sentence: str, condition: str) -> str:
    return f"{sentence.rstrip('.')} {condition}."


def _and(left: str, right: str, rng: random.Random) -> str:
    if rng.random() < 0.5:
        return f"{left} {right}"
    first = right.split(" ", 1)[0]
    keep = first.isupper() or first[:1].isdigit() or first in ("PayPal", "Apple", "Google", "Klarna", "I")
    return f"{left.rstrip('.')}, and {right if keep else right[:1].lower() + right[1:]}"


def _shuffled(sentences: Sequence[str], rng: random.Random) -> str:
    return " ".join(rng.sample(list(sentences), len(sentences)))


def _two(wordings: Sequence[str], rng: random.Random) -> tuple[str, str]:
    if rng.random() < 0.1 or len(wordings) < 2:
        one = rng.choice(wordings)
        return one, one
    one, two = rng.sample(list(wordings), 2)
    return one, two


def _other(slot: Slot, not_this: Forms, rng: random.Random) -> Forms:
    while True:
        drawn = slot.draw(rng)
        if not set(drawn) & set(not_this):
            return drawn


def _pair(premise: str, hypothesis: str, label: PairLabel, kind: Kind, family: Family) -> Pair:
    return Pair(premise, hypothesis, label, kind, f"policies/{family.name}")
