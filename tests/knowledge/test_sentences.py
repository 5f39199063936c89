import pytest

from knowledge.sentences import sentence_spans, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  \n ", []),
        ("Money arrives. It takes 5 days!", ["Money arrives.", "It takes 5 days!"]),
        ("It costs 4.95 USD. Pay now.", ["It costs 4.95 USD.", "Pay now."]),
        ("- one\n- two", ["- one", "- two"]),
        ("No full stop", ["No full stop"]),
        ("退款将到账。请稍候！“好吗？”谢谢", ["退款将到账。", "请稍候！", "“好吗？”", "谢谢"]),
        ("متى يصل؟ خلال خمسة أيام. شكرا", ["متى يصل؟", "خلال خمسة أيام.", "شكرا"]),
        ("رقم ملے گی۔ شکریہ۔ انتظار", ["رقم ملے گی۔", "شکریہ۔", "انتظار"]),
        ("מתי יגיע? תוך 5 ימים. תודה", ["מתי יגיע?", "תוך 5 ימים.", "תודה"]),
        ("पैसा आएगा। धन्यवाद।", ["पैसा आएगा।", "धन्यवाद।"]),
    ],
)
def test_sentences_end_at_full_stops_and_line_breaks(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_spans_point_into_the_text_without_blanks() -> None:
    text = "  Money arrives.  It takes 5 days.  "
    assert [text[begin:end] for begin, end in sentence_spans(text)] == ["Money arrives.", "It takes 5 days."]
