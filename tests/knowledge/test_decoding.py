import pytest

from knowledge.decoding import decoded
from knowledge.errors import UnreadableArticleError

GERMAN = "Größe und Maße: Rückgabe innerhalb von 30 Tagen möglich. Für Fragen schreiben Sie uns, wir prüfen über Nacht."
ENGLISH = "It’s easy – click “Refund” and we’ll send the money back within five days. Don’t worry about the £5 fee."
RUSSIAN = "Возврат денег занимает пять рабочих дней. Если деньги не пришли, напишите нам."
HEBREW = "ההחזר מגיע תוך חמישה ימי עסקים. אם הכסף לא הגיע, כתבו לנו."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf_16_be", "utf_16_le"])
def test_unicode_is_read_by_its_byte_order_mark(encoding: str) -> None:
    mark = "\ufeff" if encoding.startswith("utf_16") else ""
    assert decoded((mark + "Größe\r\n한국").encode(encoding)) == "Größe\n한국"


def test_a_mark_that_was_written_twice_is_no_text() -> None:
    assert decoded("\ufeff---\ntitle: x\n---\n".encode("utf-8-sig")).startswith("---")


@pytest.mark.parametrize("text", ["a\r\nb", "a\rb", "a\nb"])
def test_every_line_end_is_one_line_feed(text: str) -> None:
    assert decoded(text.encode()) == "a\nb"


@pytest.mark.parametrize(
    ("declaration", "encoding", "text"),
    [
        ('<meta charset="windows-1252">', "cp1252", "“Größe”"),
        ("<META CHARSET=latin1>", "cp1252", "“Größe”"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=windows-1255">', "cp1255", HEBREW),
        ('<meta charset="shift_jis">', "cp932", "返金"),
        ("<meta charset='iso-2022-jp'>", "iso2022_jp", "返金"),
        ('<meta charset="gb2312">', "gb18030", "退款"),
        ("<?xml version='1.0' encoding='koi8-r'?>", "koi8_r", RUSSIAN),
    ],
)
def test_a_page_is_read_as_it_declares(declaration: str, encoding: str, text: str) -> None:
    page = f"{declaration}<p>{text}</p>"
    assert decoded(page.encode(encoding)) == page


@pytest.mark.parametrize("label", ["windows-1252", "utf-16", "rot13", "utf-7", "no-such-thing"])
def test_utf_8_is_read_as_such_whatever_it_declares(label: str) -> None:
    page = f'<meta charset="{label}"><p>Größe</p>'
    assert decoded(page.encode()) == page


@pytest.mark.parametrize(("text", "encoding"), [(GERMAN, "cp1252"), (ENGLISH, "cp1252"), (RUSSIAN, "cp1251")])
def test_text_that_declares_nothing_is_read_by_its_language(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is empty"),
        (b"\xef\xbb\xbf \n", "it is empty"),
        (b"\x89PNG\r\n\x00\x00", "it is a binary file"),
        ("a\0b".encode("utf-16"), "it is a binary file"),
        (b"caf\xe9 opens", "it is not UTF-8 text (byte 0xe9 at 3); save it as UTF-8"),
        (HEBREW.encode("cp1255"), "it is not UTF-8 text"),
        (b'<meta charset="gb2312"><p>\xff\xff</p>', "it is not GB18030 text (byte 0xff at 26)"),
        (b"\xff\xfea", "it is not UTF-16 text"),
    ],
    ids=[
        "empty",
        "blank",
        "binary",
        "nul",
        "one word",
        "two languages fit",
        "not what it declares",
        "half a character",
    ],
)
def test_bytes_that_cannot_be_read_for_sure_are_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableArticleError) as error:
        decoded(data)
    assert reason in str(error.value)
