"""Working memory: the last lines of the conversation word for word, the older ones in short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.memory.summary import Summariser, past_turns
from agent.types import HandoffReason, Message, Outcome, Recalled


@dataclass(frozen=True)
class WorkingMemory:
    """Keeps a bounded number of lines, shows the drafter the last few, and sums the others up."""

    shown: int
    """Lines a drafter sees."""
    shown_chars: int = 2_000
    """Characters of them, so that long lines do not push the evidence out of the budget."""
    kept: int = 60
    """Lines the conversation's state keeps, whatever they say: every step of a turn writes them down anew."""
    carried: int = 10
    """Older turns that are kept besides, because a person has to do with them or something was done."""
    summary_tokens: int = 300
    """Of the summary."""

    def recall(self, history: Sequence[Message]) -> tuple[Message, ...]:
        """The last lines that fit, oldest first."""
        lines: list[Message] = []
        for line in reversed(history[-self.shown :] if self.shown else ()):
            if sum(len(kept.text) for kept in lines) + len(line.text) > self.shown_chars:
                break
            lines.insert(0, line)
        return tuple(lines)

    def summarise(self, history: Sequence[Message]) -> str:
        """The lines before those that `recall` gives, in short; empty where there are none."""
        return Summariser(self.summary_tokens).summarise(history[: len(history) - len(self.recall(history))])

    def recalled(self, history: Sequence[Message]) -> tuple[Recalled, ...]:
        """For the ledger: how much of the conversation is shown word for word, and how much in short."""
        if not history:
            return ()
        shown = len(self.recall(history))
        summed = len(past_turns(history[: len(history) - shown]))
        reason = f"{shown} lines word for word, {summed} older turns in short"
        return (Recalled(memory="working", id="conversation", trust="user", reason=reason),)

    def remember(
        self,
        history: Sequence[Message],
        question: str,
        reply: str,
        orders: Sequence[str] = (),
        *,
        outcome: Outcome | None = None,
        reason: HandoffReason | None = None,
        actions: Sequence[str] = (),
    ) -> tuple[Message, ...]:
        """The history with this turn's two lines and how it ended; of the oldest lines only turns that matter are kept."""
        said = Message(
            role="assistant",
            text=reply,
            orders=tuple(orders),
            outcome=outcome,
            reason=reason,
            actions=tuple(actions),
        )
        lines = (*history, Message(role="customer", text=question), said)
        older, last = lines[: -self.kept], lines[-self.kept :]
        matters = [turn for turn in past_turns(older) if turn.matters]
        carried = matters[-self.carried :] if self.carried else []
        return (*(line for turn in carried for line in turn.lines), *last)
