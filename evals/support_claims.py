"""Makes the support claims: a grounding set in the words of help articles, order fields and a support agent's replies.

    python -m evals.support_claims OUT [--rows 1500] [--seed 11]

The rows are drawn from templates that were written for this set alone, so that a verifier which is trained on generated
text of another make can be measured on it. The same rows and seed give the same file.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from evals.support_claims_articles import article_claims
from evals.support_claims_orders import order_claims
from evals.support_claims_text import SUPPORTED_KINDS, ClaimTemplate, Kind, Split
from knowledge.types import Value

ROWS = 1500
SEED = 11

SHARES: dict[Kind, int] = {
    "paraphrase": 19,
    "condition kept": 12,
    "join": 9,
    "quotation": 5,
    "value changed": 11,
    "negated": 8,
    "other order's value": 6,
    "condition dropped": 6,
    "entity swapped": 5,
    "scope widened": 5,
    "unit changed": 4,
    "condition added": 4,
    "half missing": 3,
    "status swapped": 3,
}
"""Percent of the rows."""


class SupportClaim(Value):
    """One row; `evals.grounding_files` reads its evidence, claim and label."""

    id: str
    evidence: str | tuple[str, ...]
    claim: str
    supported: bool
    kind: Kind
    split: Split
    """Thresholds are chosen on `dev`, figures told on `test`; no wording of a claim is in both."""
    topic: str
    """The article's fact or the order's fields."""


def generate(rows: int = ROWS, seed: int = SEED) -> tuple[SupportClaim, ...]:
    """Rows of all kinds in their shares, no two alike, in random order.

    Args:
        rows: how many; a few hundred give every kind its share.
        seed: the same seed, the same rows.
    """
    rng = random.Random(seed)
    made: dict[tuple[tuple[str, ...], str], ClaimTemplate] = {}
    templates = [*article_claims(), *order_claims()]
    for kind, count in _counts(rows).items():
        wanted = len(made) + count
        for template in _in_turns([template for template in templates if template.kind == kind], rng):
            if len(made) == wanted:
                break
            made.setdefault(template.make(rng), template)
    drawn = list(made.items())
    rng.shuffle(drawn)
    return tuple(_row(number, *made) for number, made in enumerate(drawn, 1))


def write(path: Path, rows: Sequence[SupportClaim]) -> None:
    """Write the rows as JSON lines."""
    path.write_text("".join(f"{row.model_dump_json()}\n" for row in rows), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the set to the file that is named."""
    parser = argparse.ArgumentParser(prog="python -m evals.support_claims", description="Make the support claims.")
    parser.add_argument("out", type=Path, metavar="OUT", help="the JSON lines file to write")
    parser.add_argument("--rows", type=int, default=ROWS, help="how many (default %(default)s)")
    parser.add_argument("--seed", type=int, default=SEED, help="of the random draws (default %(default)s)")
    chosen = parser.parse_args(arguments)
    write(chosen.out, generate(chosen.rows, chosen.seed))


def _counts(rows: int) -> dict[Kind, int]:
    """How many rows of each kind; what rounding leaves over goes to the first."""
    counts = {kind: rows * share // 100 for kind, share in SHARES.items()}
    counts["paraphrase"] += rows - sum(counts.values())
    return counts


def _in_turns(templates: list[ClaimTemplate], rng: random.Random) -> Iterator[ClaimTemplate]:
    """Every template once in random order, then all again, without end."""
    return itertools.cycle(rng.sample(templates, len(templates)))


def _row(number: int, made: tuple[tuple[str, ...], str], template: ClaimTemplate) -> SupportClaim:
    evidence, claim = made
    return SupportClaim(
        id=f"SC-{number:04}",
        evidence=evidence[0] if len(evidence) == 1 else evidence,
        claim=claim,
        supported=template.kind in SUPPORTED_KINDS,
        kind=template.kind,
        split=template.split,
        topic=template.topic,
    )


if __name__ == "__main__":
    main()
