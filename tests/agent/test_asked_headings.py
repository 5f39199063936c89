"""What is asked for, and the headings that announce it."""

from __future__ import annotations

import pytest

from agent.asked_headings import Asked, asked_for, beside, heading_place, repeats


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("why does the import stop", ("cause", "remedy")),
        ("the import stops, what is the cause?", ("cause", "remedy")),
        ("the import stops, how do we fix it", ("remedy",)),
        ("E-77 again, what should I do", ("remedy",)),
        ("which versions are affected by KITE-77", ("affected",)),
        ("what versions is KITE-77 compatible with", ("affected",)),
        ("what does KITE-77 fix", ("definition",)),
        ("what is KITE-77?", ("definition",)),
        ("KITE-77", ("definition",)),
        ("which version of the tool do I need", ()),
        ("what is the default of max_size in the file", ()),
        ("how long does a refund take", ()),
    ],
)
def test_what_is_asked_for_is_read_from_the_question(question: str, asked: tuple[Asked, ...]) -> None:
    assert asked_for(question) == asked


@pytest.mark.parametrize(
    ("asked", "headings", "place"),
    [
        ("cause", ("Import stops", "Cause"), 1),
        ("remedy", ("Import stops", "Issue", "Solutions", "Step 1"), 2),
        ("affected", ("Import stops", "Affected products and versions"), 1),
        ("cause", ("Cause of delays", "Weather"), None),
        ("definition", ("KITE-77", "Cause"), None),
    ],
)
def test_heading_below_the_title_announces_the_answer(
    asked: Asked, headings: tuple[str, ...], place: int | None
) -> None:
    assert heading_place(asked, headings) == place


def test_cause_of_another_problem_is_not_beside() -> None:
    assert beside(2, ("Help", "Login", "Cause"), ("Help", "Login", "Issue"))
    assert beside(2, ("Help", "Login", "Cause"), ("Help", "Login"))
    assert not beside(2, ("Help", "Login", "Cause"), ("Help", "Import", "Issue"))


def test_sentence_without_news_repeats_the_question() -> None:
    question = "Import stops with disk full, how do I fix it?"
    assert repeats("The import stops: disk full.", question)
    assert not repeats("Delete old exports and start the import again.", question)
    assert not repeats("", question)
