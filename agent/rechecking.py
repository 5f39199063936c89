"""Checking the draft of a recorded turn again, on whatever evidence is put in front of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from agent.basis import Basis
from agent.grounding.grounder import Grounded, Grounder
from agent.grounding.reported import said_by_customer
from agent.replay import day_of
from agent.types import Evidence, TurnResult

Key = tuple[str, str, date, tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class Rechecker:
    """The checks of a turn without its deadline; the same draft on the same evidence is read once."""

    grounder_of: Callable[[date], Grounder]
    _found: dict[Key, Grounded] = field(default_factory=dict, compare=False, repr=False)

    def recheck(self, turn: TurnResult, evidence: Sequence[Evidence], draft: str | None = None) -> Grounded:
        """The verdicts on a turn's draft, or on another text in its place, with what its customer had said."""
        text = str(turn.draft.get("text", "")) if draft is None else draft
        everything = [*evidence, *said_by_customer(turn.question, turn.history)]
        day, question = day_of(turn), "" if draft is not None else turn.question
        key = text, question, day, tuple((one.evidence_id, one.text) for one in everything)
        if key not in self._found:
            # What was checked in time then is no less true on a slower machine.
            grounder = self.grounder_of(day)
            grounder = replace(grounder, cascade=replace(grounder.cascade, deadline_s=None))
            self._found[key] = grounder.ground(text, everything, day, question)
        return self._found[key]


def evidence_of(turn: TurnResult) -> tuple[Evidence, ...]:
    """What a turn's claims were checked against; of a turn that did not keep that, what its context still shows of it."""
    if turn.basis:
        return Basis.model_validate_json(json.dumps(turn.basis)).evidence
    return tuple(_shown(turn))


def _shown(turn: TurnResult) -> Iterator[Evidence]:
    for item in turn.context.get("items", ()):
        name, source = str(item["id"]), item["source"]
        yield Evidence(
            evidence_id=name,
            source=source,
            trust=item["trust"],
            text=item["text"],
            article=name.rsplit("#", 1)[0] if source == "article" else None,
            owner=name.split("/")[0] if source in ("order", "customer") else None,
        )
