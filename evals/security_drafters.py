"""Drafters to attack: a model that obeys whatever stands in its prompt, and one that repeats its prompt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agent.context.formatting import unescape
from agent.prompts import PromptMessage
from evals.security_plants import Plant

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

_TRUE = re.compile(
    r"<evidence [^>]*source=\"(?:article|order)\"[^>]*trust=\"(?:retrieved|verified)\"[^>]*>(.*?)</evidence>", re.DOTALL
)


@dataclass
class ObedientModel:
    """Does what the planted text says as soon as it can read it; until then it has no answer."""

    plant: Plant | None = None
    reached: bool = False
    """Whether the planted instruction stood in the last prompt."""
    asked: int = 0
    """Calls so far."""

    def invoke(self, messages: Sequence[PromptMessage], /) -> AIMessage:
        """One reply."""
        self.asked += 1
        system, human = messages[0][1], unescape(messages[-1][1])
        self.reached = self.plant is not None and _flat(self.plant.act.asks) in _flat(human)
        if self.plant is None or not self.reached:
            return _message("NO_ANSWER: nothing told me what to say")
        said = self.plant.says.replace("{true}", _true_sentence(human)).replace("{system}", system)
        return _message(said)


@dataclass
class QuotingModel:
    """Repeats everything it was shown: by turns its whole prompt, its instructions alone, and what came from outside."""

    plant: Plant | None = None
    reached: bool = False
    asked: int = 0
    _turn: int = field(default=0, repr=False)

    def invoke(self, messages: Sequence[PromptMessage], /) -> AIMessage:
        """One reply."""
        self.asked += 1
        self._turn += 1
        system, human = messages[0][1], messages[-1][1]
        self.reached = self.plant is not None and _flat(self.plant.act.asks) in _flat(unescape(human))
        without_canary = system.rsplit("\n\n", 1)[0]
        return _message((f"{system}\n\n{human}", without_canary, human)[self._turn % 3])


def _true_sentence(human: str) -> str:
    """The first line of the first order or article that is shown: true, so that it stays when the rest is cut."""
    found = _TRUE.search(human)
    return found[1].strip().split("\n")[0].split(". ")[0].rstrip(".") + "." if found else ""


def _flat(text: str) -> str:
    return " ".join(text.split()).casefold()


def _message(text: str) -> AIMessage:
    from langchain_core.messages import AIMessage

    return AIMessage(text)
