"""The pair that the generators make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

PairLabel = Literal["entailment", "neutral", "contradiction", "not_entailment"]
"""`not_entailment` is said where a collection does not tell neutral from contradiction."""

PAIR_LABELS: tuple[PairLabel, ...] = get_args(PairLabel)

Kind = Literal[
    "paraphrase",
    "quotation",
    "join",
    "value changed",
    "unit changed",
    "other order's value",
    "status swapped",
    "negated",
    "condition dropped",
    "condition added",
    "scope widened",
    "entity swapped",
    "limit changed",
    "role swapped",
    "half missing",
    "unrelated",
]
"""What was done to the hypothesis; the first three stay true."""

TRUE_KINDS: frozenset[Kind] = frozenset({"paraphrase", "quotation", "join"})


@dataclass(frozen=True)
class Pair:
    """One training or test example."""

    premise: str
    hypothesis: str
    label: PairLabel
    kind: Kind
    source: str
    """The generator and the family it came from."""
