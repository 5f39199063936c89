"""The questions of a message that asks several things."""

from __future__ import annotations

import re

from knowledge.order_ids import find_order_ids

ASKED = re.compile(r"[^.!?\n]*\?")
BEGINS = r"(?:how|what|when|where|which|who|why|can|could|do|does|did|is|are|was|were|will|would|has|have|should|may)\b(?! not\b)(?!n['’]t\b)"
GOES_ON = re.compile(
    rf"^(?P<first>(?:\W*(?:and|but|so|hi|hello|please|also)\b)*\W*{BEGINS}.*?)(?:,|,? and|, but)\s+"
    rf"(?P<next>(?:how|what|when|where|which|who|why|can i|can you|could|do i|do you|does|did|is there|will)\b.*)$",
    re.IGNORECASE,
)
"""Where one question goes on as another: "was it delivered, and how long does a refund take?"."""
WORDS_OF_A_QUESTION = 4
"""A shorter question of a message, such as "why?", is not looked for by itself."""
MOST = 5
"""Questions that are told apart; what is more stands with the last of them, so that no message makes many searches."""


def questions_of(message: str) -> tuple[str, ...]:
    """The questions of a message that asks several, in its own words; none of one that asks one or none."""
    found = [part.strip(" ,") for sentence in ASKED.findall(message) for part in _taken_apart(sentence.strip())]
    found = [part for part in found if len(part.split()) >= WORDS_OF_A_QUESTION - bool(find_order_ids(part))]
    if len(found) > MOST:
        found = [*found[: MOST - 1], " ".join(found[MOST - 1 :])]
    return tuple(found) if len(found) > 1 else ()


def _taken_apart(question: str) -> list[str]:
    """A question, or the questions that it is made of; what only leads up to one is a part of it."""
    parts: list[str] = []
    rest = question
    while len(parts) < MOST and (found := GOES_ON.match(rest)):
        parts.append(found["first"])
        rest = found["next"]
    return [*parts, rest]
