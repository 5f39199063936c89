"""The filterable keys of all passages as columns, so that a filter costs a few array comparisons and no loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knowledge.filters import Filter, filterable
from knowledge.types import Passage

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class FilterColumns:
    """The passages of one index state, as filters see them."""

    passages: Sequence[Passage]
    _columns: dict[str, NDArray[np.object_]] = field(default_factory=dict, compare=False, repr=False)
    _last: list[tuple[Filter, Mask]] = field(default_factory=list, compare=False, repr=False)
    """The last condition and its mask; replaced as one, so that a thread reads a pair that belongs together."""

    def mask(self, condition: Filter) -> Mask:
        """Which passages the filter allows, shape (passages,): what `Filter.matches` says of each.

        The mask is read-only, and that of the last condition is kept: most searches have the same one.
        """
        last = self._last[:1]  # held here: another thread may put its own there meanwhile
        if last and last[0][0] == condition:
            return last[0][1]
        allowed = self._worked_out(condition)
        allowed.setflags(write=False)
        self._last[:] = [(condition.model_copy(deep=True), allowed)]
        return allowed

    def _worked_out(self, condition: Filter) -> Mask:
        day = condition.as_of.toordinal()
        allowed: Mask = (self._first_days <= day) & (day <= self._last_days)
        allowed &= np.isin(self._column("audience"), sorted(condition.audiences))
        for key, value in condition.equals.items():
            allowed &= np.equal(self._column(key), value).astype(np.bool_)
        return allowed

    @cached_property
    def _first_days(self) -> NDArray[np.int64]:
        return self._days([passage.effective_from.toordinal() for passage in self.passages])

    @cached_property
    def _last_days(self) -> NDArray[np.int64]:
        return self._days([passage.effective_to.toordinal() for passage in self.passages])

    @staticmethod
    def _days(ordinals: Sequence[int]) -> NDArray[np.int64]:
        return np.asarray(ordinals, dtype=np.int64)

    @cached_property
    def _rows(self) -> list[dict[str, str]]:
        return [filterable(passage) for passage in self.passages]

    def _column(self, key: str) -> NDArray[Any]:
        """The values of a key as text, "" is never equal to a missing one."""
        if key not in self._columns:
            column = np.empty(len(self.passages), dtype=object)
            column[:] = [row.get(key) for row in self._rows]
            self._columns[key] = column
        return self._columns[key]
