from datetime import date

import pytest

from knowledge.freshness import stale
from knowledge.types import Scalar
from tests.helpers import passage

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("front", "reason"),
    [
        ({}, None),
        ({"updated": "2025-11-30"}, None),
        ({"updated": "2025-11-29"}, "last updated 2025-11-29, 366 days ago"),
        ({"Updated": "2025-11-29"}, "last updated 2025-11-29, 366 days ago"),
        ({"reviewed_on": "2024-01-01T10:00:00"}, "reviewed on 2024-01-01, 1,064 days ago"),
        ({"updated": "2020-01-01", "reviewed_on": "2026-01-01"}, None),
        ({"review_by": "2026-11-30"}, None),
        ({"review_by": "2026-11-29"}, "was to be reviewed by 2026-11-29"),
        ({"review_by": "2026-10-01", "updated": "2020-01-01"}, "was to be reviewed by 2026-10-01; last updated 2020-01-01, 2,525 days ago"),
        ({"updated": "last spring"}, None),
        ({"updated": 2020}, None),
        ({"updated": True}, None),
    ],
)  # fmt: skip
def test_a_date_in_the_front_matter_makes_an_article_stale(front: dict[str, Scalar], reason: str | None) -> None:
    found = stale("a.md", passage(**front), TODAY)
    assert (found.reason if found else None) == reason


def test_an_article_that_is_no_longer_in_force_is_stale_from_the_next_day() -> None:
    last = passage(effective=(date.min, TODAY))
    over = passage(effective=(date.min, date(2026, 11, 29)))
    assert stale("a.md", last, TODAY) is None
    found = stale("a.md", over, TODAY)
    assert found
    assert (found.article, found.reason) == ("a.md", "not in force since 2026-11-29")


def test_the_days_can_be_chosen() -> None:
    found = passage(updated="2026-11-01")
    assert stale("a.md", found, TODAY, days=29) is None
    assert stale("a.md", found, TODAY, days=28) is not None
