import pytest

from knowledge.invisible import without_invisible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("re\u00adfund re\u200bfund \u2060refund\ufeff", "refund refund refund"),
        ("a\x07b\x00c", "abc"),
        ("\u202eORD-1\u202c and \u2066ORD-2\u2069", "ORD-1 and ORD-2"),
        ("Hello\U000e0049\U000e0047", "Hello"),
    ],
)
def test_characters_that_show_nothing_are_taken_out(text: str, shown: str) -> None:
    assert without_invisible(text) == shown


@pytest.mark.parametrize("text", ["a\n\tb\r\x0cc", "می\u200cشود", "👩\u200d👧", "מתי יגיע הכסף"])
def test_blanks_joiners_and_right_to_left_letters_stay_as_they_are(text: str) -> None:
    assert without_invisible(text) == text
