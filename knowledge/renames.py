"""Telling a renamed file from one removed and another added."""

from __future__ import annotations

from collections.abc import Mapping

from knowledge.types import Value


class Rename(Value):
    """One file under two source ids."""

    old: str
    new: str


def find_renames(gone: Mapping[str, str], added: Mapping[str, str]) -> tuple[Rename, ...]:
    """Pairs of a source id that is gone and one that is new whose bytes are the same, by new name.

    Args:
        gone: source id and sha256 of each file that is no longer there.
        added: the same of each file that was not there before.

    Of several files with the same bytes, each is the new name of one at most, in the order of their names.
    """
    left: dict[str, list[str]] = {}
    for source in sorted(gone, reverse=True):
        left.setdefault(gone[source], []).append(source)
    return tuple(Rename(old=left[added[new]].pop(), new=new) for new in sorted(added) if left.get(added[new]))
