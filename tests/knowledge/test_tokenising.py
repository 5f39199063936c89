import pytest

from knowledge.tokenising import QUESTION_WORDS, query_tokens, tokenise


@pytest.mark.parametrize(
    ("written", "same"),
    [("v4.2.1", "4.2.1"), ("V4.2", "4.2"), ("4.2.1 p1", "4.2.1-p1"), ("4.2.1p1", "4.2.1-p1"), ("3.0 RC2", "3.0-rc2")],
)
def test_a_version_is_one_token_however_it_is_written(written: str, same: str) -> None:
    assert tokenise(written) == tokenise(same) == [same]


@pytest.mark.parametrize("word", ["v2", "level4", "vat2.1", "4 p1"])
def test_what_is_no_version_keeps_its_letters(word: str) -> None:
    assert tokenise(word) == word.split()


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("4.2.0-4.2.3", ["4.2.0", "4.2.3"]),
        ("4.2.1/3.9.6", ["4.2.1", "3.9.6"]),
        ("4.2.1-p2-4.3.0-p1", ["4.2.1-p2", "4.3.0-p1"]),
        ("mysql:8.0", ["mysql", "8.0"]),
        ("mysql-8.0", ["mysql", "8.0"]),
        ("ord-99107/ord-99108", ["ord99107", "ord99108"]),
        ("localhost:8080", ["localhost", "8080"]),
    ],
)
def test_the_parts_of_a_list_or_a_range_stand_beside_the_whole(written: str, parts: list[str]) -> None:
    assert tokenise(written) == [written, *parts]


@pytest.mark.parametrize("one", ["sku-12/b", "2026-11-30", "11/30/2026", "10:30", "24/7", "5-10", "4.2.1-p1"])
def test_one_identifier_date_or_fraction_has_no_parts(one: str) -> None:
    assert tokenise(one) == [one]


VOCABULARY = {"parcel", "return", "incident4012", "in", "2026", "how", "i", "do"}


def test_question_words_of_a_query_stand_apart() -> None:
    found = query_tokens("How do I return my parcel, and what's it cost?", VOCABULARY)
    assert (found.telling, found.asking) == (["return", "parcel"], ["how", "do", "i"])


def test_question_words_are_kept_in_texts() -> None:
    assert tokenise("How do I") == ["how", "do", "i"]
    assert "how" in QUESTION_WORDS


def test_a_word_and_a_number_are_one_id_where_the_index_has_it() -> None:
    assert query_tokens("incident 4012", VOCABULARY).telling == ["incident4012"]
    assert query_tokens("in 2026", VOCABULARY).telling == ["2026"]
    assert tokenise("Incident-4012") == ["incident4012"]
