"""A pair is looked over by every guard, and read as it stands by none."""

import pytest

from agent.grounding.entailment_guards import objection
from agent.grounding.premise_lines import Line
from agent.grounding.windows import windows_of
from tests.agent.grounding.premises import article

TEXT = "Card refunds take 10 days. Open Orders and choose the mug. We replace the mug if you write within 5 days."


@pytest.mark.parametrize(
    ("hypothesis", "found"),
    [
        ("Card refunds do not take 10 days.", "denies"),
        ("Card refunds take 11 days.", "holds"),
        ("Refunds take 10 days.", "card"),
        ("Open Union and choose the mug.", "Union"),
        ("We replace the mug.", "condition"),
    ],
)
def test_each_guard_is_asked(hypothesis: str, found: str) -> None:
    assert found in (objection(Line(hypothesis), windows_of(article(TEXT))) or "")


@pytest.mark.parametrize("hypothesis", ["A card refund takes 10 days.", "Choose the mug in Orders."])
def test_what_says_the_same_is_let_through(hypothesis: str) -> None:
    assert objection(Line(hypothesis), windows_of(article(TEXT))) is None


def test_two_windows_are_looked_at_together() -> None:
    windows = [*windows_of(article("Mugs cost 4 USD.")), *windows_of(article("Lids cost 2 USD."))]
    assert objection(Line("Mugs cost 4 USD, lids cost 2 USD."), windows[:1]) is not None
    assert objection(Line("Mugs cost 4 USD, lids cost 2 USD."), windows) is None
