"""An order goes by the articles in force when it was placed."""

from __future__ import annotations

from datetime import date

from agent.order_dates import PlacedOrder, policy_days
from knowledge.types import Passage, SearchHit, SearchScores

TODAY = date(2026, 11, 30)
JULY, OCTOBER = date(2026, 7, 6), date(2026, 10, 2)


def placed(order_id: str, day: date | None) -> PlacedOrder:
    return PlacedOrder(order_id=order_id, placed_on=day)


def passage(first: date = date.min, last: date = date.max) -> Passage:
    return Passage(
        passage_id="a#0", article="a", heading_path=(), text="x", lines=(1, 1), effective_from=first, effective_to=last
    )


def test_question_about_no_order_goes_by_today() -> None:
    assert (policy_days((), TODAY).days, policy_days((), TODAY).notes) == ((TODAY,), ())


def test_order_goes_by_the_day_it_was_placed_and_says_so() -> None:
    found = policy_days([placed("ORD-1", JULY)], TODAY)
    assert (found.first, found.notes) == (JULY, ("Articles as of 2026-07-06, when order ORD-1 was placed.",))


def test_order_without_a_date_goes_by_today() -> None:
    assert policy_days([placed("ORD-1", None)], TODAY).days == (TODAY,)


def test_day_that_lies_ahead_is_taken_for_today() -> None:
    assert policy_days([placed("ORD-1", date(2027, 1, 1))], TODAY).days == (TODAY,)


def test_orders_of_two_days_keep_only_what_was_in_force_on_both() -> None:
    found = policy_days([placed("ORD-2", OCTOBER), placed("ORD-1", JULY)], TODAY)
    kept = [found.hold(one) for one in (passage(), passage(last=date(2026, 8, 31)), passage(first=date(2026, 9, 1)))]
    assert (found.days, kept) == ((JULY, OCTOBER), [True, False, False])


def test_found_passages_are_narrowed_and_keep_their_order() -> None:
    hits = [
        SearchHit(rank=n, passage=one, scores=SearchScores()) for n, one in enumerate((passage(), passage(last=JULY)))
    ]
    found = policy_days([placed("ORD-1", JULY), placed("ORD-2", OCTOBER)], TODAY)
    assert found.of_all(hits) == (hits[0],)


def test_many_orders_share_one_note() -> None:
    found = policy_days([placed(f"ORD-{n}", date(2026, n, 1)) for n in range(1, 6)], TODAY)
    assert found.notes == ("Articles in force whenever one of 5 orders was placed, 2026-01-01 to 2026-05-01.",)
