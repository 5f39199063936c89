from datetime import date
from pathlib import Path

import pytest

from knowledge.near_duplicates import NearDuplicate
from knowledge.review import review
from tests.helpers import Shop

TODAY = date(2026, 11, 30)
TEXT = "Money arrives five days after we have issued the refund to your card.\n"


@pytest.mark.parametrize(
    ("first", "second", "pairs"),
    [
        ("", "", 1),
        ("effective_to: 2026-06-30", "effective_from: 2026-07-01", 0),
        ("effective_to: 2026-07-01", "effective_from: 2026-07-01", 1),
    ],
)
def test_two_articles_of_one_text_are_a_pair_where_a_day_has_both(
    tmp_path: Path, first: str, second: str, pairs: int
) -> None:
    shop = Shop(tmp_path).write({"a.md": f"---\n{first}\n---\n{TEXT}", "b.md": f"---\n{second}\n---\n{TEXT}"})
    shop.sync()
    found = review(shop.knowledge().searcher.state, TODAY).near_duplicates
    assert list(found) == [NearDuplicate(articles=("a.md", "b.md"), share=1.0)] * pairs


def test_staff_articles_and_those_not_in_force_are_not_for_customers_to_find(tmp_path: Path) -> None:
    shop = Shop(tmp_path).write(
        {
            "in/open.md": TEXT,
            "staff.md": "---\naudience: internal\n---\nAsk the desk first.",
            "over.md": "---\neffective_to: 2026-11-29\n---\nAn old promise.",
        }
    )
    shop.sync()
    found = review(shop.knowledge().searcher.state, TODAY)
    assert found.findable == {"in/open": "in/open.md"}
    assert [one.article for one in found.stale] == ["over.md"]
