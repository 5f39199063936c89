"""Scales, and the statements that are said along them; they stand in `scales.yaml` and `statements.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from knowledge.errors import InputError
from knowledge.models.training.generated.pairs import PAIR_LABELS, Kind, PairLabel
from knowledge.models.training.generated.slots import Forms
from knowledge.models.training.generated.tables import read_table

_NEGATION = re.compile(r"\b(?:no|not|nothing|never|without)\b")
_OWN = ("can", "cannot", "who", "do", "anchor", "act")


@dataclass(frozen=True)
class Scale:
    """Degrees of one matter, its sides, and which evidence bears out which claim."""

    name: str
    kind: Kind
    """What a claim does that the evidence does not bear out."""
    phrases: Mapping[str, tuple[str, ...]]
    """Wordings of each side; none where each statement brings its own."""
    denied: frozenset[str]
    """Sides that go into the denials of a statement."""
    quantified: frozenset[str]
    """Sides that a negation beside them would make ambiguous."""
    claims: Mapping[str, Mapping[PairLabel, tuple[str, ...]]]
    """For each side that may be claimed, the sides of the evidence by the label that they give it."""


@dataclass(frozen=True)
class Statement:
    """One matter, in the words of each side of its scale. Slots stand in braces."""

    name: str
    scale: Scale
    topic: str
    """Heading under which an article would say it."""
    sides: Mapping[str, tuple[str, ...]]
    own: Mapping[str, Forms] = field(default_factory=dict)
    """Slots that this statement fills itself."""
    pool: str = ""
    """What the other slots of its scale are drawn from: a noun, a list of conditions, a unit."""


def read_statements() -> tuple[Statement, ...]:
    """The statements of `statements.yaml`, in its order.

    Raises:
        InputError: a scale or a statement cannot be used; the message names it.
    """
    scales = {row["name"]: scale_of(row) for row in read_table("scales")["scales"]}
    table = read_table("statements")
    if unknown := sorted(set(table) - set(scales)):
        raise InputError(f"statements.yaml names the scale {unknown[0]}: wanted one of {', '.join(scales)}.")
    return tuple(statement_of(row, scales[name]) for name, rows in table.items() for row in rows)


def scale_of(row: Mapping[str, Any]) -> Scale:
    """A scale as `scales.yaml` has it.

    Raises:
        InputError: a kind, label or side is unknown, or a claim has evidence of one sort only.
    """
    name, phrases, claims = row["name"], row["phrases"], row["claims"]
    if row["kind"] not in get_args(Kind):
        raise InputError(f"The scale {name} has the kind {row['kind']}: wanted one of {', '.join(get_args(Kind))}.")
    for claim, evidence in claims.items():
        said = {claim, *(side for sides in evidence.values() for side in sides)}
        if phrases and (missing := sorted(said - set(phrases))):
            raise InputError(f"The scale {name} has no phrases for the side {missing[0]}, which its claims name.")
        if unknown := sorted(set(evidence) - set(PAIR_LABELS)):
            raise InputError(f"The claim {claim} of the scale {name} has the label {unknown[0]}: wanted {PAIR_LABELS}.")
        if "entailment" not in evidence or len(evidence) < 2:
            raise InputError(f"The claim {claim} of the scale {name} wants evidence under which it is true, and other.")
    return Scale(
        name=name,
        kind=row["kind"],
        phrases={side: tuple(found) for side, found in phrases.items()},
        denied=frozenset(row.get("denied", ())),
        quantified=frozenset(row.get("quantified", ())),
        claims={
            claim: {label: tuple(sides) for label, sides in evidence.items()} for claim, evidence in claims.items()
        },
    )


def statement_of(row: Mapping[str, Any], scale: Scale) -> Statement:
    """A statement as `statements.yaml` has it under the name of its scale.

    Raises:
        InputError: a side of the scale has no wording.
    """
    sides = {side: tuple(found) for side, found in row.get("sides", {}).items()}
    for side, phrases in scale.phrases.items():
        sides[side] = tuple(frame.replace("{x}", phrase) for frame in _frames(row, scale, side) for phrase in phrases)
    wanted = {*scale.claims, *(one for claim in scale.claims.values() for found in claim.values() for one in found)}
    if missing := sorted(side for side in wanted if not sides.get(side)):
        raise InputError(f"The statement {row['name']} has no wording for the side {missing[0]} of {scale.name}.")
    return Statement(
        name=row["name"],
        scale=scale,
        topic=row["topic"],
        sides=sides,
        own={name: tuple(row[name]) for name in _OWN if name in row},
        pool=row.get("noun") or row.get("pool") or row.get("unit") or "",
    )


def _frames(row: Mapping[str, Any], scale: Scale, side: str) -> list[str]:
    """Sentences with a place for the phrases of one side; the phrases of some scales are whole sentences."""
    frames: list[str] = row.get("denials" if side in scale.denied else "frames", ["{x}"])
    return [frame for frame in frames if side not in scale.quantified or not _NEGATION.search(frame)]
