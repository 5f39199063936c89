"""Grounding as a library: evidence and a text in, verdicts and the repaired text out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from typing import TYPE_CHECKING

from agent.grounding.checking import evidence_of
from agent.grounding.grounder import Grounder
from agent.types import Evidence, Verdict
from knowledge.types import Value

if TYPE_CHECKING:
    from agent.settings import Settings


class Checked(Value):
    """A text after every claim of it has been settled."""

    verdicts: tuple[Verdict, ...] = ()
    """One for each claim, in the order of the text."""
    text: str
    """What may be sent; empty where nothing that is proved is left."""
    cut: tuple[str, ...] = ()
    """The statements that are gone, as they stood; of a part of a sentence, what it says alone."""
    kept: tuple[int, ...] = ()
    """Indexes of the claims that are left."""


@dataclass(frozen=True)
class Checker:
    """Checks texts; its models are loaded once, with the first text."""

    grounder_of: Callable[[date], Grounder]
    """A grounder for a day, which "tomorrow" counts from."""

    def check(self, text: str, evidence: Sequence[str | Evidence], today: date | None = None) -> Checked:
        """Settle each claim of a text and cut what is not proved.

        Args:
            text: a reply to a customer; an empty one has nothing to check.
            evidence: what may prove it. A plain text counts as an article of the shop; what it says of an order proves
                claims about that order only. `Evidence` says itself what it is, and whether it may prove anything.
            today: the day of the text; the day of the call where None.
        """
        day = today or date.today()
        found = self.grounder_of(day).ground(text, evidence_of(evidence), day)
        cut = set(found.cut.cut)
        return Checked(
            verdicts=found.verdicts,
            text=found.cut.text,
            cut=tuple(verdict.claim.text for verdict in found.verdicts if verdict.claim.index in cut),
            kept=found.cut.kept,
        )


def open_checker(settings: Settings | None = None) -> Checker:
    """A checker with the models and thresholds that the settings name, the shipped ones where None.

    Raises:
        ModelError: a model that the settings name is not there, or a file of it is not the recorded one.
    """
    from agent.build import build_grounder
    from agent.open_models import open_embedder, open_judge, open_nli
    from agent.settings import Settings
    from knowledge.caching import CachingEmbedder

    chosen = settings or Settings()
    embedder, nli, judge = open_embedder(chosen), open_nli(chosen), open_judge(chosen)
    # Texts are often checked against the same evidence, which need not be embedded again.
    return Checker(partial(build_grounder, chosen, embedder, nli, judge=judge, articles=CachingEmbedder(embedder)))


def check(text: str, evidence: Sequence[str | Evidence], today: date | None = None) -> Checked:
    """Check one text as `Checker.check` does, with the shipped models, which stay loaded from the first call on."""
    return _shipped().check(text, evidence, today)


@cache
def _shipped() -> Checker:
    return open_checker()
