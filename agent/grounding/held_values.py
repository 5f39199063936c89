"""Values of a hypothesis that its premise holds of something else, limits from the other side, or does not hold at all."""

from __future__ import annotations

from collections.abc import Sequence

from agent.grounding.agreement import agree, is_complement
from agent.grounding.premise_lines import Line
from agent.grounding.subjects import generic
from agent.grounding.typed import Kind, TypedValue
from agent.grounding.vocabulary import denies

_TELLING: frozenset[Kind] = frozenset({"money", "duration", "percent", "date", "time"})
"""Kinds of which a premise must hold what it proves; a small count may be counted from what it lists."""
_OWNED: frozenset[Kind] = _TELLING | {"quantity"}


def misheld_value(hypothesis: Line, lines: Sequence[Line]) -> str | None:
    """What is wrong with the first such value, for a person to read; None where the premise holds them all.

    A value is held where a line, or what governs it, has the same amount in the same unit, and no limit from the other
    side: `within 10 days` is not `after 10 days`. It is another's where a line beside it shares more of the hypothesis's
    words, has all that the holding line shares, and gives another value of that kind.

    Args:
        hypothesis: the claim as the verifier reads it.
        lines: the sentences of the premise.
    """
    parts = [part for line in lines for part in line.parts]
    for said in hypothesis.parts:
        for value in said.values:
            holders = [part for part in parts if _holds(part, value, hypothesis.body)]
            if not holders and value.kind in _TELLING:
                return f"no sentence that was read holds “{value.text}” so"
            if holders and value.kind in _OWNED and _is_anothers(value, said, holders, parts):
                return f"“{value.text}” is said of something else"
    return None


def _holds(line: Line, value: TypedValue, hypothesis: str) -> bool:
    turned = denies(hypothesis) != denies(line.body)
    return any(
        agree(value, other) or (turned and is_complement(value, other)) for other in (*line.values, *line.values_over)
    )


def _is_anothers(value: TypedValue, said: Line, holders: Sequence[Line], parts: Sequence[Line]) -> bool:
    rivals = [part for part in parts if part not in holders and _gives_another(part, value, said)]
    return all(any(_outbids(rival, holder, said) for rival in rivals) for holder in holders)


def _gives_another(part: Line, value: TypedValue, said: Line) -> bool:
    """Whether a part holds values of that kind, and none that the claim gives as well."""
    own = [other for other in part.values if other.kind == value.kind]
    return bool(own) and not any(agree(one, other) for one in said.values for other in own)


def _outbids(rival: Line, holder: Line, said: Line) -> bool:
    """Whether the rival has all words of the claim that the holder has, and one more that does not name everything."""
    wanted = said.told - generic()
    return holder.told & wanted < rival.told & wanted
