"""What grounding adds to a reply: `python -m evals.bench_grounding [--repeats N] [--json]`.

Replies of three claims over twelve passages of the sample shop, with the models of the default settings. Each is checked
as a first turn checks it, when no passage has been embedded yet, and as a later one does. Beside each time stands what
the verifier alone took of it in the same repeat, so that the ratio means the same on any machine.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evals.cli_options import refusing
from evals.tables import console, table
from evals.timing import Comparison, compared
from knowledge.types import Value

if TYPE_CHECKING:
    from agent.build import Parts
    from agent.grounding.grounder import Grounded
    from agent.grounding.nli import NliTier
    from agent.types import Evidence
    from knowledge.embedding import Embedder
    from knowledge.verification import Entailment, Verifier

TARGET_MS = 250.0
"""What grounding may add to a reply of three claims, on two cores."""
PASSAGES = 12
"""As many as a drafter is shown by default."""
TODAY = date(2026, 11, 30)

REPLIES: Mapping[str, str] = {
    "one claim for the verifier": (
        "For anything above 50.00 USD a person decides first, which takes up to 2 business days. "
        "The label is free if the item arrived damaged, is faulty or isn't the one you ordered. "
        "You can cancel an order without a charge until it is shipped."
    ),
    "all three for the verifier": (
        "A colleague looks at every refund of more than 50 USD. "
        "You get a message by e-mail as soon as the refund was made. "
        "An order which has not reached you yet can't be refunded."
    ),
}


class ReplyFigures(Value):
    """One reply, checked several times."""

    name: str
    settled_by: dict[str, int]
    """Claims by the tier that settled them."""
    total: Comparison
    """Splitting, tiers and cut, against the verifier alone."""
    tier_ms: dict[str, float]
    """Medians."""

    @property
    def in_time(self) -> bool:
        """Whether the middle repeat stays below the target."""
        return self.total.median_ms < TARGET_MS


@dataclass
class ClockedVerifier:
    """Hands pairs on to a verifier and adds up how long it takes."""

    verifier: Verifier
    ms: float = 0.0

    @property
    def name(self) -> str:
        """The verifier's name."""
        return self.verifier.name

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """As the verifier's."""
        begin = time.perf_counter()
        found = self.verifier.judge(pairs)
        self.ms += (time.perf_counter() - begin) * 1000
        return found


def main(
    repeats: Annotated[int, typer.Option(min=1, metavar="N", help="How often each reply is checked.")] = 15,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Measure grounding on the sample shop. Exit status: 0 measured, 2 a model cannot be used."""
    with refusing(), tempfile.TemporaryDirectory() as home:
        found = measure(Path(home), repeats)
    if as_json:
        typer.echo(json.dumps({"target_ms": TARGET_MS, "passages": PASSAGES, "replies": [_row(one) for one in found]}))
    else:
        _print(found)


def measure(home: Path, repeats: int) -> list[ReplyFigures]:
    """Every reply in a first turn and in a later one, with the models of the default settings.

    Raises:
        KnowledgeError: a model is missing, or the sample shop cannot be indexed.
    """
    from agent.build import open_parts
    from agent.open_models import open_nli
    from agent.settings import Settings
    from knowledge.errors import ModelError
    from knowledge.sample import articles_folder

    parts, nli = open_parts(Settings(home=home)), open_nli(Settings())
    if nli.verifier is None:
        raise ModelError("No verifier is installed: wanted verifier-1. Run `support doctor`.")
    parts.syncer.sync(articles_folder())
    evidence = shown(parts)
    return [
        checked(f"{name}, {turn} turn", draft, evidence, parts.embedder, nli, repeats, warm=turn == "later")
        for name, draft in REPLIES.items()
        for turn in ("first", "later")
    ]


def shown(parts: Parts) -> list[Evidence]:
    """Passages about refunds and returns, as a turn gathers them."""
    from agent.gathering import passage_evidence

    passages = parts.knowledge.searcher.state.passages
    about = [one for one in passages if one.article.startswith(("refund", "returns"))]
    return [passage_evidence(one) for one in about[:PASSAGES]]


def checked(
    name: str,
    draft: str,
    evidence: Sequence[Evidence],
    embedder: Embedder,
    nli: NliTier,
    repeats: int,
    *,
    warm: bool,
) -> ReplyFigures:
    """One reply, after one repeat that loads the models and does not count.

    Args:
        name: of the figures.
        draft: the reply.
        evidence: what it is checked against.
        embedder: of the embedding tier.
        nli: with a verifier.
        repeats: how often it is checked.
        warm: whether the passages are embedded already.
    """
    runs = list(_runs(draft, evidence, embedder, nli, repeats + 1, warm=warm))[1:]
    tiers = dict.fromkeys(tier for grounded, _, _ in runs for tier in grounded.tier_ms)
    by = [verdict.tier for verdict in runs[0][0].verdicts if verdict.tier]
    return ReplyFigures(
        name=name,
        settled_by={tier: by.count(tier) for tier in dict.fromkeys(by)},
        total=compared(name, "the verifier alone", [(wall, alone) for _, wall, alone in runs]),
        tier_ms={tier: round(median(one.tier_ms.get(tier, 0.0) for one, _, _ in runs), 2) for tier in tiers},
    )


def _runs(
    draft: str, evidence: Sequence[Evidence], embedder: Embedder, nli: NliTier, count: int, *, warm: bool
) -> Iterator[tuple[Grounded, float, float]]:
    """What was found, and the milliseconds of all and of the verifier."""
    from agent.build import build_grounder
    from agent.settings import Settings
    from knowledge.caching import CachingEmbedder

    known = CachingEmbedder(embedder)
    for _ in range(count):
        clocked = ClockedVerifier(nli.verifier) if nli.verifier else None
        articles = known if warm else CachingEmbedder(embedder)
        grounder = build_grounder(Settings(), embedder, replace(nli, verifier=clocked), TODAY, articles=articles)
        begin = time.perf_counter()
        grounded = grounder.ground(draft, evidence, TODAY)
        yield grounded, (time.perf_counter() - begin) * 1000, clocked.ms if clocked else 0.0


def _row(one: ReplyFigures) -> dict[str, Any]:
    return one.total.summary() | {"settled_by": one.settled_by, "tier_ms": one.tier_ms, "in_time": one.in_time}


def _print(found: Sequence[ReplyFigures]) -> None:
    head = ("a reply of three claims", "ms", "low", "high", "verifier ms", "ratio", f"below {TARGET_MS:.0f} ms")
    console().print(table(head, {one.name: _cells(one) for one in found}))
    for one in found:
        tiers = ", ".join(f"{tier} {ms:.1f}" for tier, ms in one.tier_ms.items())
        by = ", ".join(f"{count} by {tier}" for tier, count in one.settled_by.items())
        console().print(f"{one.name}: ms by tier: {tiers}; claims settled: {by}")


def _cells(one: ReplyFigures) -> tuple[str, ...]:
    ms, total = one.total.milliseconds, one.total
    ratio = median(total.ratios)
    figures = (total.median_ms, min(ms), max(ms), median(total.against_ms))
    return (*(f"{value:.0f}" for value in figures), f"{ratio:.2f}", "yes" if one.in_time else "no")


if __name__ == "__main__":
    typer.run(main)
