"""Pairs from statements along a scale: scope, conditions, negation, limits, roles, states."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from knowledge.models.training.generated.dressing import Dressing
from knowledge.models.training.generated.pairs import Pair, PairLabel
from knowledge.models.training.generated.policies import fill
from knowledge.models.training.generated.pools import Pools
from knowledge.models.training.generated.scales import Statement
from knowledge.models.training.generated.slots import Forms
from knowledge.models.training.generated.wording import Wording

WEIGHTS: Mapping[str, int] = {
    "scope": 34, "condition": 18, "rule": 12, "event": 6, "amount": 8, "allowance": 3, "deadline": 5, "moment": 2, "frequency": 4, "duty": 6, "polarity": 12,
    "role": 6, "state": 9,
}  # fmt: skip
"""How often a scale is drawn."""

_SLOT = re.compile(r"\{(\w+?)\}")
_AN = re.compile(r"\b([Aa]) (?=[aeio])")
_EVIDENCE_ONLY = re.compile(r"\bno longer\b|\bstopped\b|\bgone for good\b|\blost\b")
"""What tells more than the other wordings of its side: evidence may, a claim may not."""


@dataclass(frozen=True)
class ScalePairs:
    """Draws the claim first, and then evidence that bears it out or does not, one as often as the other.

    So the claim alone never tells its label, and neither does a word of it, such as "all", "only" or "not".
    """

    statements: Sequence[Statement]
    pools: Pools
    dressing: Dressing
    wording: Wording

    def draw(self, rng: random.Random) -> Pair:
        """One pair."""
        statement = self._statement(rng)
        claimed = rng.choice(sorted(statement.scale.claims))
        label, shown = _evidence(statement.scale.claims[claimed], rng)
        values = self._values(statement, rng)
        said, claim = self._wordings(statement, shown, claimed, values, rng)
        others = self._others(statement, rng)
        if others and rng.random() < 0.3:
            claim = rng.choice((self.dressing.joined(claim, others[0]), f"{claim} {others[0]}", f"{others[0]} {claim}"))
            others[0] = self.wording.contracted(others[0])
        premise = self.dressing.page(said, others, statement.topic, rng)
        hypothesis = self.dressing.reply(claim, rng)
        kind = "paraphrase" if label == "entailment" else statement.scale.kind
        return Pair(premise, hypothesis, label, kind, f"scales/{statement.scale.name}/{statement.name}")

    def _statement(self, rng: random.Random) -> Statement:
        names = sorted({one.scale.name for one in self.statements})
        scale = rng.choices(names, [WEIGHTS[name] for name in names])[0]
        return rng.choice([one for one in self.statements if one.scale.name == scale])

    def _values(self, statement: Statement, rng: random.Random) -> dict[str, Forms]:
        return {**self.pools.draw(statement.scale.name, statement.pool, rng), **statement.own}

    def _wordings(
        self, statement: Statement, shown: str, claimed: str, values: dict[str, Forms], rng: random.Random
    ) -> tuple[str, str]:
        """Evidence and claim, mostly in different wordings; a quarter of the claims differ by as few words as can be."""
        said = rng.choice(statement.sides[shown])
        able = [one for one in statement.sides[claimed] if not _EVIDENCE_ONLY.search(one)]
        others = [one for one in able if one != said] if rng.random() < 0.9 else able
        claim = rng.choice(others or able)
        if rng.random() < 0.25:
            claim = max(rng.sample(others or able, len(others or able)), key=lambda one: _shared(one, said))
        claim = self._filled(claim, values, rng)
        said = self._filled(said, values, rng)
        if rng.random() < 0.3:
            claim = self.wording.contracted(claim)
        return (self.wording.contracted(said) if rng.random() < 0.15 else said), claim

    def _filled(self, template: str, values: dict[str, Forms], rng: random.Random) -> str:
        """The sentence with every slot filled, those within a value too; `values` gains what had to be drawn."""
        text = template
        while names := _SLOT.findall(text):
            for name in names:
                if name not in values:
                    values[name] = self.pools.word(name, rng)
            text = fill(text, values, rng)
        return _AN.sub(r"\1n ", text.replace("..", "."))

    def _others(self, beside: Statement, rng: random.Random) -> list[str]:
        """Up to two statements, each under a heading of its own, to stand beside the one that matters."""
        heads, found = {_head(beside)}, []
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
            if able := [one for one in self.statements if _head(one) not in heads]:
                other = rng.choice(able)
                heads.add(_head(other))
                found.append(self._any_side(other, rng))
        return found

    def _any_side(self, statement: Statement, rng: random.Random) -> str:
        side = rng.choice(sorted(statement.scale.claims))
        return self._filled(rng.choice(statement.sides[side]), self._values(statement, rng), rng)


def _evidence(sides: Mapping[PairLabel, Sequence[str]], rng: random.Random) -> tuple[PairLabel, str]:
    """A label, true half the time, and a side of the evidence that gives it."""
    if rng.random() < 0.5:
        return "entailment", rng.choice(sides["entailment"])
    return rng.choice([(label, side) for label, found in sides.items() if label != "entailment" for side in found])


def _shared(one: str, other: str) -> float:
    """Part of the words of either sentence that both have."""
    left, right = set(one.lower().split()), set(other.lower().split())
    return len(left & right) / len(left | right)


def _head(statement: Statement) -> str:
    return statement.topic.split(" › ")[0]
