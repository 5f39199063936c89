"""What is left of the older turns of a conversation: what was asked, how it ended, which orders; written by code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agent.context.tokens import TokenCounter, UpperBoundCounter
from agent.memory.telling import quote
from agent.types import Message

ASKED_CHARS = 110
"""Of what was asked in one turn."""
OPEN = frozenset({"handed_off", "answered_with_cuts", "declined", "asked_back"})
"""Ends that leave something to be done."""
ENDED = {
    "answered": "answered",
    "answered_with_cuts": "answered in part, a colleague has the rest",
    "asked_back": "asked back",
    "handed_off": "handed over",
    "declined": "no answer found",
}


@dataclass(frozen=True)
class PastTurn:
    """One turn of the conversation: the customer's line and the one that ended it."""

    asked: Message
    ended: Message | None

    @property
    def matters(self) -> bool:
        """Whether a person has to do with it, or something was done."""
        return self.ended is not None and bool(self.ended.reason or self.ended.actions)

    @property
    def lines(self) -> tuple[Message, ...]:
        """As the history has them."""
        return (self.asked, self.ended) if self.ended else (self.asked,)


def past_turns(history: Sequence[Message]) -> list[PastTurn]:
    """The turns of a history, oldest first; lines that no question of the customer's stands before are left out."""
    found: list[PastTurn] = []
    for line in history:
        if line.role == "customer":
            found.append(PastTurn(line, None))
        elif found and found[-1].ended is None:
            found[-1] = PastTurn(found[-1].asked, line)
    return found


@dataclass(frozen=True)
class Summariser:
    """Keeps what a later turn needs: orders, what is open, what was handed over, what was done. Nothing a model said."""

    budget_tokens: int
    counter: TokenCounter = field(default_factory=UpperBoundCounter)

    def summarise(self, history: Sequence[Message]) -> str:
        """The older lines in short, oldest first; empty for none. What matters most is kept where not all of it fits."""
        turns = past_turns(history)
        if not turns:
            return ""
        orders = list(dict.fromkeys(order for turn in reversed(turns) if turn.ended for order in turn.ended.orders))
        head = f"{len(turns)} earlier turn{'s' if len(turns) > 1 else ''}"
        head += f"; orders spoken of, latest first: {', '.join(orders[:8])}." if orders else "."
        left = self.budget_tokens - self.counter.count(head)
        if left < 0:
            return ""
        kept: dict[int, str] = {}
        for place in _by_weight(turns):
            line = _line(turns[place])
            tokens = self.counter.count(f"\n{line}")
            if tokens <= left:
                kept[place] = line
                left -= tokens
        return "\n".join((head, *(kept[place] for place in sorted(kept))))


def _by_weight(turns: Sequence[PastTurn]) -> Iterator[int]:
    """What a person has to do with or what was done first, then what is open, then the rest; the newest of each first."""

    def weight(place: int) -> tuple[bool, bool, int]:
        turn = turns[place]
        is_open = turn.ended is not None and turn.ended.outcome in OPEN
        return turn.matters, is_open, place

    yield from sorted(range(len(turns)), key=weight, reverse=True)


def _line(turn: PastTurn) -> str:
    ended = turn.ended
    asked = f"- The customer wrote {quote(turn.asked.text, ASKED_CHARS)}"
    if ended is None or ended.outcome is None:
        return asked
    why = f" ({ended.reason.replace('_', ' ')})" if ended.reason else ""
    orders = f"; {', '.join(ended.orders[:3])}" if ended.orders else ""
    actions = f"; recorded: {'; '.join(ended.actions)}" if ended.actions else ""
    return f"{asked}: {ENDED[ended.outcome]}{why}{orders}{actions}."
