"""What is kept of the turns of a case, to compare two runs stage by stage and to show a failing one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from agent.errors import InputError
from agent.ledger import Ledger
from agent.trace_view import TraceView
from agent.types import TurnResult
from evals.case_checks import action_line
from evals.suite_types import StageName
from knowledge.types import Value


class HeldTurn(Value):
    """One turn of a case."""

    said: str
    """The customer's line."""
    outcome: str
    tiers: dict[str, int]
    """Claims that each tier settled."""
    timings_ms: dict[str, float]
    digests: dict[StageName, str]
    """A short hash of what each stage came to."""
    trace: tuple[str, ...] = ()
    """As `support trace` shows it; empty where the case passed."""


def held_turns(turns: Sequence[TurnResult], ledger: Ledger | None = None) -> Iterator[HeldTurn]:
    """What is kept of turns; with a ledger also their traces, as the ledger has them."""
    for turn in turns:
        tiers = Counter(str(claim["tier"]) for claim in turn.claims if claim["tier"])
        yield HeldTurn(
            said=turn.question,
            outcome=turn.outcome,
            tiers=dict(sorted(tiers.items())),
            timings_ms=turn.timings_ms,
            digests={stage: _digest(what) for stage, what in _stages(turn).items()},
            trace=tuple(TraceView().lines(_recorded(turn, ledger))) if ledger else (),
        )


def _stages(turn: TurnResult) -> dict[StageName, Any]:
    """What each stage decided, without ids and times that differ from run to run."""
    route = turn.route
    return {
        "receive": (turn.question, turn.intake.get("removed")),
        "route": (route.get("kind"), route.get("wants"), route.get("search_query"), route.get("order_ids")),
        "retrieval": [[hit["passage_id"] for hit in search.get("hits", ())] for search in turn.searched],
        "assemble": [item["id"] for item in turn.context.get("items", ())],
        "draft": (turn.draft.get("text"), turn.draft.get("declined")),
        "act": action_line(turn),
        "ground": [(claim["text"], claim["label"], claim["tier"], claim["cut"]) for claim in turn.claims],
        "decide": (turn.outcome, turn.handoff.reason if turn.handoff else None),
        "reply": turn.reply,
    }


def _digest(what: Any) -> str:
    return sha256(json.dumps(what, ensure_ascii=False, sort_keys=True, default=str).encode()).hexdigest()[:8]


def _recorded(turn: TurnResult, ledger: Ledger) -> TurnResult:
    """The turn as the ledger keeps it; one that was never recorded as it is."""
    try:
        return ledger.turn(turn.turn_id)
    except InputError:
        return turn
