"""What a small verifier reads over, looked at word by word: a pair in which one of these is found is not entailed."""

from __future__ import annotations

from collections.abc import Sequence

from agent.grounding.dropped_conditions import dropped_condition
from agent.grounding.held_values import misheld_value
from agent.grounding.names import unknown_name
from agent.grounding.premise_lines import Line
from agent.grounding.shifts import shift
from agent.grounding.strange_words import strange_word
from agent.grounding.subject_qualifiers import dropped_qualifier
from agent.grounding.windows import Window


def objection(hypothesis: Line, windows: Sequence[Window]) -> str | None:
    """Why the windows do not prove the hypothesis, whatever a verifier says; None for nothing found.

    Args:
        hypothesis: the claim as the verifier reads it.
        windows: what it is read against, all together.
    """
    texts = [window.text for window in windows]
    lines = [line for window in windows for line in window.lines]
    return (
        shift(hypothesis.body, texts)
        or misheld_value(hypothesis, lines)
        or dropped_qualifier(hypothesis, lines)
        or dropped_condition(hypothesis, lines)
        or unknown_name(hypothesis, " ".join(texts))
        or strange_word(hypothesis.body, " ".join(texts))
    )
