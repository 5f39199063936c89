"""A compound sentence put together again from the parts that are kept, in the draft's own words."""

from __future__ import annotations

from collections.abc import Sequence

from agent.sentences import MARKER
from agent.types import Claim

_ENDS = (".", "!", "…")


def recomposed(draft: str, parts: Sequence[Claim], kept: Sequence[bool]) -> str:
    """The sentence without the parts that are cut, each kept part after the conjunction that stood before it.

    Args:
        draft: the text that the spans of the parts point into.
        parts: all parts of one sentence, in order.
        kept: for each part whether it stays.

    Returns:
        Empty where nothing stays, or where the rest would not be a sentence: then the whole has to fall.
    """
    whole = parts[0].whole
    if whole is None or all(kept):
        return draft[parts[0].start : (whole or parts[0]).end]
    left = [n for n, keep in enumerate(kept) if keep]
    if not left or parts[left[0]].borrows_from is not None:
        return ""
    joints = [draft[parts[n - 1].end : parts[n].start] for n in left[1:]]
    if joints and not joints[-1].strip(" ,\n"):
        return ""
    said = "".join(
        draft[parts[n].start : parts[n].end] if not at else joints[at - 1] + _piece(draft, parts[n])
        for at, n in enumerate(left)
    )
    return _ended(_begun(said, draft[whole.start : whole.end], from_first=left[0] == 0), draft[whole.start : whole.end])


def _piece(draft: str, part: Claim) -> str:
    return draft[part.start : part.end]


def _begun(said: str, whole: str, *, from_first: bool) -> str:
    """With the list marker and a capital, where the first part is gone."""
    if from_first:
        return said
    marker = MARKER.match(whole)
    return (marker[0] if marker else "") + said[:1].upper() + said[1:]


def _ended(said: str, whole: str) -> str:
    """With the end mark that the sentence had; an item without one stays without."""
    plain = said.rstrip(" ,;")
    last = whole.rstrip()[-1:]
    return plain if plain.endswith(_ENDS) or last not in _ENDS else plain + last
