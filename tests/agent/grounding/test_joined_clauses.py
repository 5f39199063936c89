from __future__ import annotations

import pytest

from agent.grounding.exact import ExactTier
from tests.agent.grounding.order_sentences import EVIDENCE, MUGS, TODAY, claim_of


def label(sentence: str) -> str | None:
    (found,) = ExactTier(today=TODAY).settle([claim_of(MUGS, sentence)], EVIDENCE)
    return found.label if found else None


def test_date_behind_two_participles_is_that_of_both() -> None:
    assert label(f"{MUGS} was shipped and delivered on 5 March.") == "refuted"
    assert label(f"{MUGS} was shipped on 2 March and delivered on 5 March.") == "supported"
    assert label(f"{MUGS} has been shipped and was delivered on 5 March.") == "supported"


@pytest.mark.parametrize(("amount", "wanted"), [("$40.00", "supported"), ("$45.00", "refuted")])
def test_contents_cost_what_the_items_do_without_shipping(amount: str, wanted: str) -> None:
    assert label(f"The contents of {MUGS} cost {amount}.") == wanted


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("The enamel mug costs $12.50.", "supported"),
        ("The enamel mug costs $25.00.", "refuted"),
        ("The enamel mugs cost $25.00.", "supported"),
        (f"Order {MUGS} includes both enamel mugs.", "supported"),
        (f"Order {MUGS} includes both walnut trays.", "refuted"),
        (f"Order {MUGS} contains walnut trays.", "not_enough_info"),
        (f"Order {MUGS} contains both a walnut tray and 2 enamel mugs.", "supported"),
    ],
)
def test_number_of_the_noun_says_whether_one_or_all_are_meant(sentence: str, wanted: str) -> None:
    assert label(sentence) == wanted
