"""Put the strongest items where models read best.

Models use the start and the end of a long context better than its middle
(Liu et al., 2023, Lost in the Middle,
https://arxiv.org/abs/2307.03172).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from agent.types import ContextPack

Item = TypeVar("Item")


@dataclass(frozen=True)
class EdgeOrdering:
    """Strongest at the start and the end, weakest in the middle."""

    def order(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Take items from strongest to weakest and return ranks 1, 3, 5, …, 6, 4, 2."""
        return (*items[::2], *items[1::2][::-1])

    def order_pack(self, pack: ContextPack) -> ContextPack:
        """Return the pack, whose items stand from strongest to weakest, in the order in which it is shown."""
        return pack.model_copy(update={"items": self.order(pack.items)})
