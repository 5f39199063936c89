"""The seeded-error self-test: plants errors in true replies, and sees which the grounder lets through, and what truth it cuts.

The idea is mutation testing (R. DeMillo, R. Lipton and F. Sayward, Hints on Test Data Selection, 1978): what a check is
worth is the share of small deliberate faults that it finds, beside the alarms it gives where nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import zip_longest
from random import Random

from agent.grounding.grounder import Grounded
from agent.types import Evidence, Verdict
from evals.seeded_drawing import Drawn, ReplyDrawer
from evals.seeded_planting import plant
from evals.seeded_shop import SeededShop
from evals.seeded_types import KINDS, MAKES, Kind, Make, Planted, Reply
from knowledge.progress import Progress
from knowledge.types import Value

Ground = Callable[[str, Sequence[Evidence], date], Grounded]
"""Grounds a draft, as `Grounder.ground` does."""

POOL = 25
"""Replies drawn of each make for every error of a kind that is wanted: most replies have no e-mail address to change."""


class Outcome(Value):
    """What became of one line: a true one, or one with an error in it."""

    make: Make
    how: str = ""
    """The rewording of a true line, where one was made."""
    kind: Kind | None = None
    """The error; None for a true line."""
    text: str
    """The line as it was grounded."""
    true: str = ""
    """The line before the error was planted."""
    sent: bool
    """Whether it was kept: right for a true line, a miss for one with an error."""
    tier: str
    """What decided: a tier, `review` for one that reads all verdicts together, `cut` where it only fell with another claim."""
    why: str
    """The reason the verdict gives."""


class SeededRun(Value):
    """Everything that was grounded."""

    seed: int
    true_lines: tuple[Outcome, ...]
    errors: tuple[Outcome, ...]
    settled: dict[str, int]
    """How many claims each tier settled, true replies and planted ones together."""


@dataclass(frozen=True)
class SeededSuite:
    """Runs the self-test on one shop; the same seed gives the same replies and the same errors."""

    shop: SeededShop
    ground: Ground
    today: date
    seed: int = 0
    limit: int = 20
    """True replies of each make that are measured, and errors of each kind that are planted."""

    def run(self, progress: Progress = lambda step, done, total: None) -> SeededRun:
        """Ground true replies of each make, then every kind of error, each in a line that is kept while it is true."""
        drawer = ReplyDrawer(self.shop, self.seed, self.limit * POOL)
        checks = _Checks(self.ground, self.today)
        measured = [one for make in MAKES for one in drawer.replies[make][: self.limit]]
        true_lines: list[Outcome] = []
        for done, one in enumerate(measured, 1):
            true_lines += checks.true_lines(one.reply)
            progress("true replies", done, len(measured))
        errors: list[Outcome] = []
        for done, kind in enumerate(KINDS, 1):
            errors += self._errors(kind, drawer, checks)
            progress("kinds of error", done, len(KINDS))
        return SeededRun(
            seed=self.seed, true_lines=tuple(true_lines), errors=tuple(errors), settled=dict(checks.settled)
        )

    def _errors(self, kind: Kind, drawer: ReplyDrawer, checks: _Checks) -> list[Outcome]:
        rng = Random(f"{self.seed} {kind}")
        found: list[Outcome] = []
        seen: set[str] = set()
        # The same replies serve every kind, so that each is grounded once while it is true.
        for one in (one for turn in zip_longest(*drawer.replies.values()) for one in turn if one):
            if len(found) == self.limit:
                break
            planted = self._planted(kind, one, checks, rng)
            if planted and planted.false not in seen:
                seen.add(planted.false)
                found.append(checks.error(planted))
        return found

    def _planted(self, kind: Kind, one: Drawn, checks: _Checks, rng: Random) -> Planted | None:
        """An error in one line of the reply, drawn among those that are sent while they are true."""
        places = list(range(len(one.reply.lines)))
        rng.shuffle(places)
        for place in places:
            planted = plant(kind, one.reply, place, one.scene, rng)
            if planted and checks.keeps(one.reply, place):
                return planted
        return None


@dataclass
class _Checks:
    """Grounds replies, each true one once, and counts which tier settled how many claims."""

    ground: Ground
    today: date
    settled: dict[str, int] = field(default_factory=dict)
    _true: dict[int, tuple[Reply, Grounded]] = field(default_factory=dict)

    def true_lines(self, reply: Reply) -> list[Outcome]:
        """What became of each line, of a reworded reply only of the line in question."""
        grounded = self._grounded_once(reply)
        return [
            _outcome(reply, line.text, grounded, _within(grounded, span))
            for n, (line, span) in enumerate(zip(reply.lines, reply.spans(), strict=True))
            if reply.reworded in (None, n)
        ]

    def keeps(self, reply: Reply, place: int) -> bool:
        span = list(reply.spans())[place]
        grounded = self._grounded_once(reply)
        return _outcome(reply, reply.lines[place].text, grounded, _within(grounded, span)).sent

    def error(self, planted: Planted) -> Outcome:
        grounded = self._grounded(planted.reply)
        told = _within(grounded, planted.changed)
        # A line that was split is not sent only where no part of what is false is.
        told = [one for one in told if one.claim.index in grounded.cut.kept] or told
        found = _outcome(planted.reply, planted.false, grounded, told)
        return found.model_copy(update={"kind": planted.kind, "true": planted.true})

    def _grounded_once(self, reply: Reply) -> Grounded:
        if id(reply) not in self._true:
            self._true[id(reply)] = reply, self._grounded(reply)
        return self._true[id(reply)][1]

    def _grounded(self, reply: Reply) -> Grounded:
        grounded = self.ground(reply.draft, reply.evidence, self.today)
        for verdict in grounded.verdicts:
            if verdict.tier:
                self.settled[verdict.tier] = self.settled.get(verdict.tier, 0) + 1
        return grounded


def _within(grounded: Grounded, span: tuple[int, int]) -> list[Verdict]:
    """Verdicts of the claims that a span of the draft touches."""
    return [one for one in grounded.verdicts if one.claim.start < span[1] and span[0] < one.claim.end]


def _outcome(reply: Reply, text: str, grounded: Grounded, told: Sequence[Verdict]) -> Outcome:
    """What became of the claims that verdicts were told on: sent where every one of them is."""
    lost = [one for one in told if one.claim.index not in grounded.cut.kept]
    telling = next(iter(lost or told), None)
    return Outcome(
        make=reply.make,
        how=reply.how,
        text=text,
        sent=bool(told) and not lost,
        tier=_decided_by(telling, grounded) if telling else "none",
        why=telling.reason if telling else "no claim covers it",
    )


def _decided_by(verdict: Verdict, grounded: Grounded) -> str:
    if any(one.claim == verdict.claim.index for one in grounded.objections):
        return "review"
    if verdict.label in ("supported", "not_checkworthy") and verdict.claim.index in grounded.cut.cut:
        return "cut"
    return verdict.tier or "not checkworthy"
