"""What fills the slots of statements along a scale: parts of a noun, conditions, limits; they stand in `pools.yaml`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from knowledge.errors import InputError
from knowledge.models.training.generated.slots import NUMBER_WORDS, VALUES, Forms
from knowledge.models.training.generated.tables import read_table

Pool = TypeVar("Pool")


@dataclass(frozen=True)
class Noun:
    """A plural, and parts of what it names."""

    base: str
    bare: Forms
    """Ways to name all of it without saying so."""
    parts: tuple[Forms, ...]

    def draw(self, rng: random.Random) -> dict[str, Forms]:
        """Two parts."""
        part, other = rng.sample(self.parts, 2)
        return {"base": (self.base,), "bare": self.bare, "part": part, "other": other}


@dataclass(frozen=True)
class Condition:
    """What a rule may depend on."""

    met: Forms
    unmet: Forms


@dataclass(frozen=True)
class Unit:
    """What is counted, and usual counts of it, the smallest first."""

    plural: str
    counts: tuple[int, ...]

    def draw(self, rng: random.Random) -> dict[str, Forms]:
        """An amount, a lower and a higher one."""
        low, middle, high = sorted(rng.sample(self.counts, 3))
        return {"low": self._forms(low), "x": self._forms(middle), "high": self._forms(high)}

    def _forms(self, count: int) -> Forms:
        words = (f"{NUMBER_WORDS[count]} {self.plural}",) if count < len(NUMBER_WORDS) else ()
        return (f"{count} {self.plural}", *words)


@dataclass(frozen=True)
class Pools:
    """Everything that slots are drawn from, by name."""

    nouns: Mapping[str, Noun]
    conditions: Mapping[str, tuple[Condition, ...]]
    events: Mapping[str, tuple[Forms, ...]]
    units: Mapping[str, Unit]
    words: Mapping[str, tuple[Forms, ...]]

    def draw(self, scale: str, pool: str, rng: random.Random) -> dict[str, Forms]:
        """Values of the slots that a scale has in common for all statements; none where it has none.

        Raises:
            InputError: no such pool is known.
        """
        if scale == "scope":
            return _named(self.nouns, pool).draw(rng)
        if scale in ("amount", "allowance", "deadline"):
            return _named(self.units, pool).draw(rng)
        if scale == "condition":
            one, two = rng.sample(_named(self.conditions, pool), 2)
            return {"met": one.met, "unmet": one.unmet, "other": two.met}
        if scale == "event":
            first, second = rng.sample(_named(self.events, pool), 2)
            return {"event": first, "other": second}
        return self._rule(pool, rng) if scale == "rule" else {}

    def _rule(self, pools: str, rng: random.Random) -> dict[str, Forms]:
        """What a rule with a noun, a condition and a limit has; their pools are joined by slashes."""
        noun, conditions, unit = pools.split("/")
        one, two = rng.sample(_named(self.conditions, conditions), 2)
        met = {"met": one.met, "unmet": one.unmet, "other_met": two.met}
        return met | _named(self.nouns, noun).draw(rng) | _named(self.units, unit).draw(rng)

    def word(self, name: str, rng: random.Random) -> Forms:
        """A value for a slot that any sentence may have.

        Raises:
            InputError: no such slot is known.
        """
        if name in VALUES:
            return VALUES[name](rng)
        if name not in self.words:
            known = ", ".join((*VALUES, *self.words))
            raise InputError(f"A sentence has the slot {{{name}}}: wanted a slot of its scale or one of {known}.")
        return rng.choice(self.words[name])


def read_pools() -> Pools:
    """The pools of `pools.yaml`, in its order."""
    table = read_table("pools")
    return Pools(
        nouns={name: _noun(row) for name, row in table["nouns"].items()},
        conditions={name: tuple(_condition(row) for row in rows) for name, rows in table["conditions"].items()},
        events={name: _forms(rows) for name, rows in table["events"].items()},
        units={name: Unit(row["plural"], tuple(row["counts"])) for name, row in table["units"].items()},
        words={name: _forms(rows) for name, rows in table["words"].items()},
    )


def _named(pools: Mapping[str, Pool], name: str) -> Pool:
    if name not in pools:
        raise InputError(f"A statement names the pool {name or 'nothing'}: wanted one of {', '.join(pools)}.")
    return pools[name]


def _noun(row: Mapping[str, Any]) -> Noun:
    return Noun(row["base"], tuple(row["bare"].split("|")), _forms(row["parts"]))


def _condition(row: Mapping[str, str]) -> Condition:
    return Condition(tuple(row["met"].split("|")), tuple(row["unmet"].split("|")))


def _forms(rows: Sequence[str]) -> tuple[Forms, ...]:
    return tuple(tuple(row.split("|")) for row in rows)
