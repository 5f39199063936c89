"""Semantic memory: facts about the verified customer, by exact key first, else by the words they share with the message."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from agent.errors import MemoryStoreError
from agent.gathering import Offer, Turn
from agent.memory.fact_keys import FactKey, shown_value
from agent.memory.facts import Fact, current, sentence
from agent.memory.store import MemoryStore
from agent.memory.telling import quote, spoken_day
from agent.routing import Route
from agent.types import Candidate, Evidence, Recalled
from knowledge.bm25 import Bm25Index

IMPLIED, SCORE = 0.6, 0.5
"""Of a fact that the message names or implies, and of any other: above the context's floor, below an order and passages
that answer."""

_ASKS = re.compile(
    r"\b(?:on file|on record|saved|stored|noted down|have (?:down )?for me|on my account|know about me|remember about me|set to)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class SemanticMemory:
    """Offers facts: `verified` where the shop says so, `user` where the customer does."""

    store: MemoryStore
    keys: Mapping[str, FactKey]
    k: int
    """Facts at most."""

    def offer(self, route: Route, turn: Turn) -> Offer:
        """Facts whose key the message names or implies, else such as share its words, and how to speak to the customer.

        A verified fact of a closed type may prove a claim about itself; free text and what the customer asserts never do.
        """
        if turn.customer_id is None or self.k == 0 or route.kind != "question":
            return Offer()
        try:
            facts = [one for one in current(self.store.facts_of(turn.customer_id)) if one.key in self.keys]
        except MemoryStoreError as error:
            return Offer(notes=(f"Facts about the customer could not be read: {error}",))
        chosen = list(self._chosen(route.search_query, facts))[: self.k]
        evidence = [(one, self._evidence(one)) for one, _ in chosen]
        scores = [IMPLIED if self._implies(route.search_query, one.key) else SCORE for one, _ in chosen]
        return Offer(
            candidates=tuple(
                Candidate(evidence=item, score=score) for (_, item), score in zip(evidence, scores, strict=True)
            ),
            evidence=tuple(item for one, item in evidence if self._may_be_checked(one)),
            recalled=(
                *(self._recalled(one, why, route.search_query) for one, why in chosen),
                *(_left_out(one) for one in facts if one not in [kept for kept, _ in chosen]),
            ),
        )

    def _chosen(self, message: str, facts: Sequence[Fact]) -> Iterator[tuple[Fact, str]]:
        implied = [one for one in facts if self._implies(message, one.key)]
        yield from ((one, "the message names or implies it") for one in implied)
        rest = [one for one in facts if one not in implied]
        shared = self._sharing_words(message, rest) if not implied else []
        yield from ((one, "it shares words with the message") for one in shared)
        always = [one for one in rest if one not in shared and self.keys[one.key].always]
        yield from ((one, "it says how to speak to the customer") for one in always)

    def _implies(self, message: str, key: str) -> bool:
        plain = message.casefold()
        words = (key, key.replace("_", " "), self.keys[key].label.casefold(), *self.keys[key].words)
        return any(re.search(rf"\b{re.escape(word)}", plain) for word in words)

    def _sharing_words(self, message: str, facts: Sequence[Fact]) -> list[Fact]:
        values = [f"{self.keys[one.key].label} {shown_value(self.keys[one.key], one.value or '')}" for one in facts]
        found = Bm25Index.build(values).search(message, len(values), np.ones(len(values), dtype=np.bool_))
        return [facts[place] for place, _ in found]

    def _evidence(self, fact: Fact) -> Evidence:
        return Evidence(
            evidence_id=fact.fact_id,
            source="fact",
            trust=fact.trust,
            field=fact.key,
            text=sentence(fact, self.keys[fact.key]),
        )

    def _may_be_checked(self, fact: Fact) -> bool:
        """Free text could say anything of anything, and would be read as proof of it."""
        return fact.source == "asserted" or self.keys[fact.key].type not in ("text", "name")

    def _recalled(self, fact: Fact, why: str, message: str) -> Recalled:
        asked = bool(_ASKS.search(message)) and self._implies(message, fact.key)
        return Recalled(
            memory="semantic",
            id=fact.fact_id,
            trust=fact.trust,
            reason=f"{why}; {fact.source}, {fact.evidence_id}",
            use="answer" if asked else "background",
            told=self._told(fact) if asked else "",
        )

    def _told(self, fact: Fact) -> str:
        key, value = self.keys[fact.key], shown_value(self.keys[fact.key], fact.value or "")
        written = quote(value) if key.type in ("text", "name") else value
        day = spoken_day(fact.day)
        if fact.source == "asserted":
            return f"You told us on {day} that your {key.label} is {written}."
        return f"The {key.label} on your account is {written}, noted on {day}."


def _left_out(fact: Fact) -> Recalled:
    why = "nothing in the message asks for it, or others come first"
    return Recalled(memory="semantic", id=fact.fact_id, trust=fact.trust, reason=why, kept=False)
