"""Passages of one section are read as one text again."""

from __future__ import annotations

from agent.grounding.whole_sections import same_section, section_of
from agent.types import Evidence


def passage(number: int, text: str, heading: str = "Returns", article: str | None = "help") -> Evidence:
    return Evidence(
        evidence_id=f"help#{number}",
        source="article",
        trust="retrieved",
        text=text,
        heading_path=("Help", heading),
        article=article,
    )


def test_passages_are_joined_in_the_order_of_the_article() -> None:
    parts = [passage(10, "Third."), passage(2, "Second."), passage(1, "First."), passage(3, "Other.", "Fees")]
    section = section_of(parts[0], parts)
    assert section.text == "First.\nSecond.\nThird."
    assert section.holding("Second.").evidence_id == "help#2"


def test_words_that_two_passages_share_stand_once() -> None:
    parts = [passage(1, "One is here. Two is here."), passage(2, "Two is here. Three is here.")]
    assert section_of(parts[0], parts).text == "One is here. Two is here.\nThree is here."


def test_line_that_opens_a_list_is_not_repeated_within_it() -> None:
    parts = [passage(1, "Items are taken back. Not these:\n- mugs"), passage(2, "Not these:\n- jars")]
    assert section_of(parts[0], parts).text == "Items are taken back. Not these:\n- mugs\n- jars"


def test_texts_of_no_article_stay_apart() -> None:
    one, other = passage(1, "One.", article=None), passage(2, "Two.", article=None)
    assert section_of(one, [one, other]).text == "One."
    assert (same_section(one, one), same_section(one, other)) == (True, False)
