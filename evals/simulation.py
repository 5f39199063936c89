"""Simulated customers: a chat model plays a persona against the agent until code says stop. A trend, never a gate."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from agent.llm.metering import ChatModel
from agent.types import TurnResult
from evals.personas import Persona
from knowledge.types import Value

End = Literal["goal_reached", "gave_up", "turn_limit", "left_role", "repeated", "model_failed"]
"""`left_role`: the model wrote no customer's line; `repeated`: it wrote one again; `model_failed`: it wrote nothing at all."""

GIVE_UP = "GIVE UP"
LONGEST = 1_000
"""Characters of a line that a customer may write."""
NO_GATE = "A simulated customer is a model, and differs from run to run: read the trend, and let no release hang on it."

_LEFT = re.compile(
    r"\bas an ai\b|\blanguage model\b|\bhow (?:can|may) i (?:help|assist) you\b|\bi (?:have|'ve) (?:refunded|cancelled) your\b"
    r"|^\s*(?:agent|assistant|support|customer|system)\s*:|</?(?:goal|persona|conversation)>",
    re.IGNORECASE | re.MULTILINE,
)
"""What a model writes that answers as the shop, speaks of itself, or tells more than one line."""

PROMPT = """You play a customer of an online shop who writes to its support chat. Stay that customer; you are not the support.

<persona>
{who}
</persona>
<goal>
{goal}
</goal>
<conversation>
{conversation}
</conversation>

Write the customer's next message and nothing else: no name before it, no quotation marks. Answer what you are asked, as the
goal wants it. Make up no order numbers and no facts. If the goal cannot be reached any more, write {give_up}."""


class Said(Value):
    """One line of the customer, and how the agent's turn ended."""

    line: str
    reply: str
    outcome: str
    turn_id: str
    cut: int
    """Claims that were cut."""


class SimulatedConversation(Value):
    """A run."""

    end: End
    turns: tuple[Said, ...] = ()
    why: str = ""
    """What ended it, where that is no part of the turns: the line that left the role, the model's error."""


class SimulationReport(Value):
    """All runs of a persona."""

    persona: str
    runs: tuple[SimulatedConversation, ...]
    note: str = NO_GATE

    @property
    def reached(self) -> float:
        """Share of the runs that reached the goal."""
        return fmean(run.end == "goal_reached" for run in self.runs)

    @property
    def turns(self) -> float:
        """Turns a run, on average."""
        return fmean(len(run.turns) for run in self.runs)

    @property
    def ends(self) -> dict[str, int]:
        """How the runs ended."""
        return dict(Counter(run.end for run in self.runs).most_common())

    @property
    def outcomes(self) -> dict[str, int]:
        """How the agent's turns ended."""
        return dict(Counter(one.outcome for run in self.runs for one in run.turns).most_common())

    @property
    def cut(self) -> int:
        """Claims that were cut in all."""
        return sum(one.cut for run in self.runs for one in run.turns)


@dataclass(frozen=True)
class Simulation:
    """Lets a model and the agent talk."""

    model: ChatModel
    ask: Callable[[str], TurnResult]
    """The agent's turn on a line, in a conversation of its own."""
    limit: int
    """Lines that the customer may write."""

    def run(self, persona: Persona) -> SimulatedConversation:
        """One conversation, from the customer's first line to what ends it."""
        turns: list[Said] = []
        while len(turns) < self.limit:
            try:
                line = str(self.model.invoke([("human", prompt(persona, turns))]).text).strip()
            except Exception as error:  # noqa: BLE001  every provider has its own errors, and the runs before are kept
                return SimulatedConversation(
                    end="model_failed", turns=tuple(turns), why=f"{type(error).__name__}: {error}"
                )
            if end := stop(line, turns):
                return SimulatedConversation(end=end, turns=tuple(turns), why=line)
            turn = self.ask(line)
            cut = sum(claim["cut"] and claim["label"] != "not_checkworthy" for claim in turn.claims)
            turns.append(Said(line=line, reply=turn.reply, outcome=turn.outcome, turn_id=turn.turn_id, cut=cut))
            if persona.reached.by(turn):
                return SimulatedConversation(end="goal_reached", turns=tuple(turns))
        return SimulatedConversation(end="turn_limit", turns=tuple(turns))


def prompt(persona: Persona, turns: Sequence[Said]) -> str:
    """What the model is shown: never what the record must show."""
    said = "\n".join(f"Customer: {one.line}\nSupport: {one.reply}" for one in turns) or "(you begin)"
    return PROMPT.format(who=persona.who, goal=persona.goal, conversation=said, give_up=GIVE_UP)


def stop(line: str, turns: Sequence[Said]) -> End | None:
    """Why a line is not said; None where it is."""
    if GIVE_UP in line.upper():
        return "gave_up"
    if not line or len(line) > LONGEST or _LEFT.search(line):
        return "left_role"
    return "repeated" if _plain(line) in {_plain(one.line) for one in turns} else None


def _plain(line: str) -> str:
    return " ".join(re.findall(r"\w+", line.casefold()))
