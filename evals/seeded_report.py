"""What a seeded run says: catch rate per kind and group, false cuts per make, the tiers that decided, and the bar to clear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pydantic import Field, computed_field

from evals.errors import DatasetError
from evals.seeded import Outcome, SeededRun
from evals.seeded_types import GROUP_OF, GROUPS, KINDS, MAKES, Group, Kind, Make
from knowledge.types import Value

EXAMPLES = 3
"""Misses of a kind, and false cuts of a make, that are kept."""

BEFORE_NLI = ("exact", "embedding")
"""Tiers that read no pair with a cross-encoder."""

LEAST_CAUGHT: dict[Group, float] = {
    "typed": 0.99,
    "owner": 0.99,
    "negation": 0.95,
    "condition": 0.95,
    "scope": 0.95,
    "entity": 0.95,
    "invention": 0.99,
}
MOST_FALSE_CUTS = 0.02


class Example(Value):
    """A line that the grounder judged wrongly."""

    text: str
    true: str = ""
    """The line before an error was planted in it."""
    how: str = ""
    """The rewording, of a true line that was reworded."""
    tier: str
    why: str


class Caught(Value):
    """How many errors were planted, and how many were not sent."""

    planted: int
    caught: int

    @computed_field  # type: ignore[prop-decorator]
    @property
    def rate(self) -> float | None:
        """Share that was caught; None where nothing was planted."""
        return round(self.caught / self.planted, 4) if self.planted else None


class KindReport(Caught):
    """One kind of error."""

    kind: Kind
    group: Group
    tiers: dict[str, int]
    """Errors caught, by what decided."""
    missed: dict[str, int]
    """Errors sent, by what let them pass."""
    misses: tuple[Example, ...]


class MakeReport(Value):
    """True lines of one make, or of all together."""

    lines: int
    cut: int
    tiers: dict[str, int]
    """Lines cut, by what decided."""
    examples: tuple[Example, ...] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def rate(self) -> float | None:
        """Share of true lines that was cut; None where there was none."""
        return round(self.cut / self.lines, 4) if self.lines else None


class Bar(Value):
    """What a run has to reach."""

    least_caught: dict[Group, float] = Field(default_factory=lambda: dict(LEAST_CAUGHT))
    """Share of the planted errors of a group."""
    most_false_cuts: float = Field(default=MOST_FALSE_CUTS, ge=0.0, le=1.0)
    """Share of all true lines."""


class SeededReport(Value):
    """The whole run, and where it falls short."""

    seed: int
    kinds: tuple[KindReport, ...]
    groups: dict[Group, Caught]
    false_cuts: dict[Make, MakeReport]
    all_true: MakeReport
    settled: dict[str, int]
    """Claims settled by each tier, those of true replies and of planted ones."""
    before_nli: float | None
    """Share of these that no cross-encoder had to read."""
    bar: Bar
    failed: tuple[str, ...]
    """What the bar wanted and the run did not reach, one line each."""


def report(run: SeededRun, bar: Bar | None = None, examples: int = EXAMPLES) -> SeededReport:
    """Measure a run against a bar, the product's own where none is given."""
    kinds = tuple(_kind(kind, [one for one in run.errors if one.kind == kind], examples) for kind in KINDS)
    groups = {group: _sum([one for one in kinds if one.group == group]) for group in GROUPS}
    all_true = _make(run.true_lines, 0)
    settled = sum(run.settled.values())
    wanted = bar or Bar()
    return SeededReport(
        seed=run.seed,
        kinds=kinds,
        groups=groups,
        false_cuts={make: _make([one for one in run.true_lines if one.make == make], examples) for make in MAKES},
        all_true=all_true,
        settled=run.settled,
        before_nli=round(sum(run.settled.get(tier, 0) for tier in BEFORE_NLI) / settled, 4) if settled else None,
        bar=wanted,
        failed=tuple(_shortfalls(groups, all_true, wanted)),
    )


def parse_bar(least_caught: Sequence[str], most_false_cuts: float | None) -> Bar:
    """The product's bar, changed by `GROUP=SHARE` texts, or by a `SHARE` for all groups.

    Raises:
        DatasetError: a text is neither, or the group is unknown.
    """
    wanted = dict(LEAST_CAUGHT)
    for text in least_caught:
        name, _, share = text.rpartition("=")
        chosen = [group for group in GROUPS if name in ("", group)]
        if not chosen or not _is_share(share):
            raise DatasetError(
                f"Found --min-caught {text}: wanted a share from 0 to 1 such as 0.95, or GROUP=SHARE where the group is "
                f"{', '.join(GROUPS)}. Give it again."
            )
        wanted |= dict.fromkeys(chosen, float(share))
    return Bar(least_caught=wanted, most_false_cuts=MOST_FALSE_CUTS if most_false_cuts is None else most_false_cuts)


def _is_share(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal() and float(text) <= 1.0


def _kind(kind: Kind, errors: Sequence[Outcome], examples: int) -> KindReport:
    missed = [one for one in errors if one.sent]
    return KindReport(
        kind=kind,
        group=GROUP_OF[kind],
        planted=len(errors),
        caught=len(errors) - len(missed),
        tiers=_tiers([one for one in errors if not one.sent]),
        missed=_tiers(missed),
        misses=tuple(_example(one) for one in missed[:examples]),
    )


def _make(lines: Sequence[Outcome], examples: int) -> MakeReport:
    cut = [one for one in lines if not one.sent]
    return MakeReport(
        lines=len(lines), cut=len(cut), tiers=_tiers(cut), examples=tuple(_example(one) for one in cut[:examples])
    )


def _sum(kinds: Sequence[KindReport]) -> Caught:
    return Caught(planted=sum(one.planted for one in kinds), caught=sum(one.caught for one in kinds))


def _tiers(outcomes: Sequence[Outcome]) -> dict[str, int]:
    return dict(Counter(one.tier for one in outcomes).most_common())


def _example(one: Outcome) -> Example:
    return Example(text=one.text, true=one.true, how=one.how, tier=one.tier, why=one.why)


def _shortfalls(groups: dict[Group, Caught], all_true: MakeReport, bar: Bar) -> list[str]:
    short = [
        f"{group}: {found.rate:.1%} of the errors caught, wanted {bar.least_caught[group]:.1%}"
        for group, found in groups.items()
        if found.rate is not None and found.rate < bar.least_caught.get(group, 0.0)
    ]
    if all_true.rate is not None and all_true.rate > bar.most_false_cuts:
        short.append(f"true lines: {all_true.rate:.1%} cut, wanted at most {bar.most_false_cuts:.1%}")
    return short
