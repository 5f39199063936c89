"""What the generator of support claims is made of: kinds, slots that vary, and templates that are filled."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal, Protocol, Self, get_args

from evals.support_claims_values import Direction, forms, other_units

SupportedKind = Literal["paraphrase", "quotation", "condition kept", "join"]
ChangedKind = Literal[
    "value changed",
    "unit changed",
    "other order's value",
    "status swapped",
    "negated",
    "condition dropped",
    "condition added",
    "scope widened",
    "entity swapped",
    "half missing",
]
Kind = SupportedKind | ChangedKind
SUPPORTED_KINDS: tuple[SupportedKind, ...] = get_args(SupportedKind)

Split = Literal["dev", "test"]

Made = tuple[tuple[str, ...], str]
"""Texts of evidence, and a claim."""

_SLOT = re.compile(r"\{([a-z][a-z0-9_.]*)\}")
_START = re.compile(r"(^|\n- )([a-z])")


class ClaimTemplate(Protocol):
    """Makes rows of one kind from one wording of a claim."""

    @property
    def topic(self) -> str:
        """The article's fact or the order's fields."""

    @property
    def kind(self) -> Kind:
        """What the claim does with the fact."""

    @property
    def split(self) -> Split:
        """Where its rows go."""

    def make(self, rng: random.Random) -> Made:
        """Evidence and a claim, with values drawn anew."""


@dataclass(frozen=True)
class Slot:
    """What one slot holds in one row."""

    truth: str
    wrong: tuple[str, ...] = ()
    """Values that make another statement."""
    wrong_units: tuple[str, ...] = ()
    """The same number in units that make another statement."""

    def told(self, rng: random.Random) -> str:
        """The truth in one of its forms."""
        return rng.choice(forms(self.truth))


@dataclass(frozen=True)
class SlotRange:
    """What a slot may hold; numbers in ascending order, of which the first and the last are never the truth."""

    direction: Direction
    options: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `+ 7 days, 10 days, 14 days, 21 days`."""
        return cls(text[0], tuple(option.strip() for option in text[1:].split(",")))

    @property
    def has_other_units(self) -> bool:
        """Whether each of its truths can be made wrong by a unit alone."""
        return self.direction != "=" and all(other_units(truth, self.direction) for truth in self.options[1:-1])

    def draw(self, rng: random.Random) -> Slot:
        """Choose the truth, and with it all that is wrong."""
        place = rng.choice(range(len(self.options)) if self.direction == "=" else range(1, len(self.options) - 1))
        smaller, larger = self.options[:place], self.options[place + 1 :]
        wrong = {"+": larger, "-": smaller}.get(self.direction, smaller + larger)
        truth = self.options[place]
        return Slot(truth, wrong, () if self.direction == "=" else other_units(truth, self.direction))


def slots_in(template: str) -> tuple[str, ...]:
    """The names of a template's slots, each once, in reading order."""
    return tuple(dict.fromkeys(_SLOT.findall(template)))


def fill(template: str, slots: Mapping[str, Slot], rng: random.Random, said: Mapping[str, str] | None = None) -> str:
    """A template with the truth in its slots, except where something else is `said`; it begins with a capital."""
    said = said or {}
    text = _SLOT.sub(lambda found: said.get(found[1]) or slots[found[1]].told(rng), template)
    return _START.sub(lambda found: found[1] + found[2].upper(), text)


def read_templates(name: str) -> list[dict[str, Any]]:
    """The entries of a YAML file that is shipped beside the data set."""
    import yaml

    entries: list[dict[str, Any]] = yaml.safe_load(resources.files("evals.datasets").joinpath(name).read_text("utf-8"))
    return entries
