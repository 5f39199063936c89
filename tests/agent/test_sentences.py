"""Sentences, list items and rows, and the lines that govern them."""

from agent.sentences import find_sentences, lead_ins


def texts(text: str) -> list[str]:
    return [sentence.text for sentence in find_sentences(text)]


def test_an_empty_text_has_no_sentences() -> None:
    assert texts("") == []
    assert texts("\n---\n\n") == []


def test_items_and_rows_are_sentences_of_their_own() -> None:
    text = "We ship:\n- mugs\n- plates\n\n| Method | Time |\n|---|---|\n| Standard | 3 days |"
    assert texts(text) == ["We ship:", "- mugs", "- plates", "| Method | Time |", "| Standard | 3 days |"]


def test_a_line_that_was_wrapped_stays_one_sentence() -> None:
    assert texts("We refund opened items\nonly if they are faulty.") == [
        "We refund opened items\nonly if they are faulty."
    ]
    assert texts("It takes from 5 to\n10 days.") == ["It takes from 5 to\n10 days."]
    assert texts("- We refund mugs\n  If they are broken.") == ["- We refund mugs\n  If they are broken."]


def test_lines_without_full_stops_are_parted_where_a_new_one_begins() -> None:
    assert texts("Your orders\nORD-1001 was sent") == ["Your orders", "ORD-1001 was sent"]


def test_sentences_of_one_line_are_parted() -> None:
    assert texts("It costs $4.95. It is free. Mugs cost more.") == ["It costs $4.95.", "It is free.", "Mugs cost more."]


def test_spans_point_into_the_text() -> None:
    text = "  1. Sign in. Then pay.\n\n> Note: it is late.\n"
    assert all(text[one.start : one.end] == one.text for one in find_sentences(text))


def test_a_lead_in_governs_its_items_and_a_header_its_rows() -> None:
    text = (
        "We refund:\n- mugs\n  - blue ones\n- plates\n\nWe ship.\n| Method | Time |\n|---|---|\n| Standard | 3 days |"
    )
    assert lead_ins(find_sentences(text)) == (None, 0, 1, 0, None, None, 5)


def test_a_lead_in_governs_unmarked_lines_up_to_the_blank_line() -> None:
    assert lead_ins(find_sentences("Not covered:\nOpened earbuds\nGift cards\n\nWe ship.")) == (None, 0, 0, None)
