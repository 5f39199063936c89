"""Running a recorded turn again on today's system, beside the conversation and the ledger and never in them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from agent.actions.holding_back import NothingToSay, held_back
from agent.build import Parts, build_stages
from agent.drafting import Drafter
from agent.errors import InputError
from agent.gathering import Turn
from agent.graph import TurnGraph, open_checkpoints
from agent.ledger import Ledger
from agent.open_models import open_drafter
from agent.results import failed_turn
from agent.stages import Stages
from agent.state import NewTurn
from agent.types import Draft, DraftRequest, Message, TurnResult


@dataclass(frozen=True)
class KeptDrafter:
    """Says again what was drafted then, so that only what comes after the draft is run."""

    kept: Draft

    @property
    def name(self) -> str:
        """Of the drafter that wrote it."""
        return self.kept.drafter

    def draft(self, request: DraftRequest) -> Draft:
        """The draft as it was recorded."""
        return self.kept


@dataclass(frozen=True)
class Replayer:
    """Runs turns again with the parts of a data folder. Nothing in the folder is written."""

    parts: Parts

    def replay(self, turn: TurnResult, *, today: date | None = None, keep_draft: bool = False) -> TurnResult:
        """The same message, with the same lines before it, from the same customer.

        Args:
            turn: as the ledger keeps it.
            today: the day it is run on; the turn's own where None. Orders are read as they are now, whatever the day.
            keep_draft: check the draft that was written then, and ask no drafter.

        Returns:
            The turn as it ends now; one that fails ends in a handoff that says why, as for a customer.

        Raises:
            InputError: the turn cannot be run again: its customer is gone, its message was not kept whole, or it has no
                draft to keep.
            IndexStateError: there is no index, or it cannot be used.
        """
        self._refuse_impossible(turn)
        drafter = kept_drafter(turn) if keep_draft else open_drafter(self.parts.settings, self.parts.embedder)
        built = build_stages(self.parts, drafter)
        actions = held_back(built.actions)  # a turn that is run again does nothing to an order
        stages = replace(built, record=lambda result: None, actions=actions, announcements=NothingToSay())
        with TemporaryDirectory(prefix="support-replay-") as folder:
            found = _run(stages, Path(folder), _again(turn, today), lines_before(turn, self.parts.ledger))
        return found.model_copy(update={"made_with": dict(stages.made_with())})

    def _refuse_impossible(self, turn: TurnResult) -> None:
        if turn.route.get("kind") == "too_long":
            raise InputError(
                f"The message of turn {turn.turn_id} was too long to be read, and only its beginning was kept, so it cannot "
                "be run again. Run `support ask -` with the whole message."
            )
        if turn.customer_id is not None and not self._holds(turn.customer_id):
            raise InputError(
                f"The customer {turn.customer_id} of turn {turn.turn_id} is not in the order store: erased, or of another "
                "data folder. Run `support orders load FILE` with their orders, or name the folder with `--home`."
            )
        if turn.use_knowledge:
            _ = self.parts.knowledge.searcher.state.vectors

    def _holds(self, customer_id: str) -> bool:
        # An order store that is not there would be made by asking it.
        orders = self.parts.orders
        return orders.path.exists() and orders.customer(customer_id) is not None


def kept_drafter(turn: TurnResult) -> Drafter:
    """A drafter that says what the turn's draft says.

    Raises:
        InputError: the turn has none.
    """
    if not turn.draft:
        raise InputError(
            f"Turn {turn.turn_id} has no draft to check again: it ended before one was written ({turn.why}). "
            f"Run `support replay {turn.turn_id}` without `--draft`."
        )
    return KeptDrafter(Draft.model_validate(turn.draft))


def lines_before(turn: TurnResult, ledger: Ledger) -> tuple[Message, ...]:
    """The conversation that a turn saw; where that was not kept with it, as far as the ledger shows it.

    It was not in older versions, and it is not for a turn that failed, whose stages are lost.
    """
    if turn.history or (turn.today is not None and turn.route):
        return turn.history
    return tuple(
        line
        for before in ledger.before(turn)
        for line in (Message(role="customer", text=before.question), Message(role="assistant", text=before.reply))
    )


def day_of(turn: TurnResult) -> date:
    """The day a turn was asked on; of turns stored before it was kept, the day in UTC."""
    return date.fromisoformat(turn.today or turn.asked_at[:10])


def _again(turn: TurnResult, today: date | None) -> NewTurn:
    asked = Turn(customer_id=turn.customer_id, today=today or day_of(turn), use_knowledge=turn.use_knowledge)
    return {
        "turn_id": uuid.uuid4().hex[:12],
        "conversation_id": turn.conversation_id,
        "asked_at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "message": turn.question,
        "turn": asked.model_dump(mode="json"),
        "intake": turn.intake,
    }


def _run(stages: Stages, folder: Path, new: NewTurn, before: Sequence[Message]) -> TurnResult:
    """One turn in a conversation of its own, which is gone when it ends."""
    graph = TurnGraph(stages, open_checkpoints(folder / "checkpoints.db"))
    finished = None
    try:
        if before:
            graph.abandon(new["conversation_id"], before)
        for _, result in graph.run(new):
            finished = result or finished
    except Exception as error:  # noqa: BLE001  a turn that fails is a handoff here as it is for a customer
        return failed_turn(new, error, stages.models)
    finally:
        graph.close()
    return TurnResult.model_validate(finished)
