"""The strongest items stand at the edges."""

from __future__ import annotations

import pytest

from agent.context.ordering import EdgeOrdering
from agent.types import ContextItem, ContextPack, Evidence


@pytest.mark.parametrize(
    ("ranked", "shown"),
    [
        ([], ()),
        ([1], (1,)),
        ([1, 2], (1, 2)),
        ([1, 2, 3, 4, 5], (1, 3, 5, 4, 2)),
        ([1, 2, 3, 4, 5, 6], (1, 3, 5, 6, 4, 2)),
    ],
)
def test_ranks_stand_strongest_at_the_edges(ranked: list[int], shown: tuple[int, ...]) -> None:
    assert EdgeOrdering().order(ranked) == shown


def test_pack_keeps_its_labels_when_it_is_reordered() -> None:
    evidence = Evidence(evidence_id="a#0", source="article", trust="retrieved", text="x")
    items = tuple(ContextItem(label=f"E{n}", evidence=evidence, score=1.0, tokens=1) for n in (1, 2, 3))
    pack = EdgeOrdering().order_pack(ContextPack(budget=9, used=3, items=items))
    assert [item.label for item in pack.items] == ["E1", "E3", "E2"]
