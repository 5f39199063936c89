"""Repairs: small changes to a draft that make it say all it must, kept only where everything still holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol

from agent.types import Evidence, Verdict
from knowledge.types import Value


class Edit(Value):
    """One span of a draft that is replaced; an empty span is a place where text is put in."""

    start: int
    end: int
    """Character span in the draft, end excluded."""
    text: str
    why: str
    """One line for a person."""


class Repair(Protocol):
    """Reads the verdicts on a draft and says how the draft should be changed."""

    def repair(self, draft: str, verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> Sequence[Edit]:
        """Edits that do not overlap; nothing where the draft may stay as it is."""
        ...


def edited(draft: str, edits: Sequence[Edit]) -> str:
    """The draft with the edits made."""
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        draft = draft[: edit.start] + edit.text + draft[edit.end :]
    return draft


def holds(before: Sequence[Verdict], after: Sequence[Verdict], edits: Sequence[Edit]) -> bool:
    """Whether a repaired draft says all that was proved before, and nothing unproved where it was changed.

    Args:
        before: the verdicts on the draft as it was.
        after: those on the draft with the edits made.
        edits: what was changed.
    """
    lost = _supported(before) - _supported(after)
    replaced = [edit for edit in edits if edit.end > edit.start]
    kept = (one for one in before if not any(_within(one, edit.start, edit.end) for edit in replaced))
    if any(one.claim.text in lost for one in kept):
        return False
    spans = list(_new_spans(edits))
    changed = [one for one in after if any(_within(one, start, end) for start, end in spans)]
    return bool(changed) and all(one.label in ("supported", "not_checkworthy") for one in changed)


def _supported(verdicts: Sequence[Verdict]) -> Counter[str]:
    return Counter(one.claim.text for one in verdicts if one.label == "supported")


def _within(verdict: Verdict, start: int, end: int) -> bool:
    return verdict.claim.start < end and start < verdict.claim.end


def _new_spans(edits: Sequence[Edit]) -> Iterator[tuple[int, int]]:
    """Where the new text stands in the repaired draft."""
    shift = 0
    for edit in sorted(edits, key=lambda edit: edit.start):
        yield edit.start + shift, edit.start + shift + len(edit.text)
        shift += len(edit.text) - (edit.end - edit.start)
