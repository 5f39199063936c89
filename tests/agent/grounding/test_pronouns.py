from __future__ import annotations

import pytest

from agent.claims import ClaimSplitter
from agent.grounding.exact import ExactTier
from tests.agent.grounding.order_sentences import APRON, EVIDENCE, MUGS, TODAY


def last_label(draft: str) -> str | None:
    found = ExactTier(today=TODAY).settle(ClaimSplitter().split(draft, TODAY), EVIDENCE)
    return found[-1].label if found[-1] else None


@pytest.mark.parametrize(
    "draft",
    [
        f"Order {MUGS} contains a walnut tray. It cost $45.00.",
        f"Order {MUGS} contains a walnut tray and it cost $45.00.",
    ],
)
def test_total_is_not_said_of_the_item_before_it(draft: str) -> None:
    assert last_label(draft) == "not_enough_info"


@pytest.mark.parametrize(
    "draft",
    [
        f"Order {MUGS} was delivered on 5 March. It cost $45.00.",
        f"Order {MUGS} contains a walnut tray and 2 enamel mugs. It cost $45.00.",
        f"Order {MUGS} contains a walnut tray. It was delivered on 5 March.",
        f"Order {APRON} contains a canvas apron. It cost $28.00.",
    ],
    ids=["no item", "two items", "true of both", "total that is the price"],
)
def test_what_can_only_be_or_also_is_of_the_order_is_proved(draft: str) -> None:
    assert last_label(draft) == "supported"
