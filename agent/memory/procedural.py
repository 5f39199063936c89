"""Procedural memory: the shop's short instructions for the kind of turn at hand, chosen by code."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from agent.context.tokens import TokenCounter, UpperBoundCounter
from agent.gathering import Offer, Turn
from agent.memory.skill_files import Skill
from agent.routing import Route
from agent.types import Recalled


@dataclass(frozen=True)
class ProceduralMemory:
    """Chooses skills by the route and by words of the message; at most `k`, within a token budget."""

    skills: tuple[Skill, ...]
    k: int
    budget_tokens: int
    counter: TokenCounter = field(default_factory=UpperBoundCounter)

    def offer(self, route: Route, turn: Turn) -> Offer:
        """The skills of a question, the shop's most important first; they tell how to answer and prove nothing."""
        if route.kind != "question":
            return Offer()
        found = [(skill, why) for skill in self.skills if (why := fits(skill, route))]
        found.sort(key=lambda one: (-one[0].priority, -len(one[1]), one[0].name))
        chosen: list[Skill] = []
        recalled: list[Recalled] = []
        left = self.budget_tokens
        for skill, why in found:
            tokens = self.counter.count(skill.text)
            reason = f"chosen by {', '.join(why)}"
            if len(chosen) >= self.k:
                recalled.append(_recalled(skill, f"beyond the {self.k} skills of a turn; {reason}", kept=False))
            elif tokens > left:
                recalled.append(_recalled(skill, f"needs {tokens} tokens, {left} left; {reason}", kept=False))
            else:
                chosen.append(skill)
                left -= tokens
                recalled.append(_recalled(skill, reason))
        return Offer(skills=tuple(skill.text for skill in chosen), recalled=tuple(recalled))


def fits(skill: Skill, route: Route) -> list[str]:
    """What in the turn calls for a skill, in words for the ledger; empty where nothing does."""
    when = skill.when
    if any(getattr(route, name) != value for name, value in when.route.items()):
        return []
    held = [f"{name} = {value}" for name, value in when.route.items()]
    text = _plain(route.search_query)
    hits = [f"the word “{word}”" for word in when.words if _mentions(text, word)]
    hits += [f"the wish {route.wants}"] if route.wants in when.wishes else []
    hits += [f"the intent {route.intent}"] if route.intent in when.intents else []
    needs_hit = bool(when.words or when.wishes or when.intents)
    return [] if needs_hit and not hits else [*hits, *held]


def _mentions(text: str, word: str) -> bool:
    plain = re.escape(_plain(word.removesuffix("*"))).replace(r"\ ", r"\s+")
    return re.search(rf"\b{plain}" if word.endswith("*") else rf"\b{plain}\b", text) is not None


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


def _recalled(skill: Skill, reason: str, *, kept: bool = True) -> Recalled:
    return Recalled(memory="procedural", id=f"skill/{skill.name}", trust="system", reason=reason, kept=kept)
