"""A text is read once, each sentence with the line that governs it."""

from __future__ import annotations

from agent.grounding.outlines import outline_of


def test_item_is_read_under_its_lead_in() -> None:
    outline = outline_of("These are never refunded:\n- gift cards")
    assert (outline.leads, outline.whole(1)) == ((None, 0), "These are never refunded gift cards")


def test_sentence_that_nothing_governs_stands_alone() -> None:
    outline = outline_of("**Returns** are free. Really.")
    assert (outline.whole(0), outline.keys[0]) == ("Returns are free.", "returns are free")


def test_text_without_a_word_has_no_sentence() -> None:
    assert outline_of("").sentences == ()
