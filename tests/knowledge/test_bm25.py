import math
from pathlib import Path

import numpy as np
import pytest

from knowledge.bm25 import K1, QUESTION_WEIGHT, B, Bm25Index, stem, tokenise, tokeniser_version
from knowledge.errors import CorruptIndexError

TEXTS = ["apple apple pear", "apple plum", "plum plum plum cherry"]
"""Lengths 3, 2, 4: the mean is 3. Both apple and plum are in two of three texts."""


def everything(size: int) -> np.ndarray:
    return np.ones(size, dtype=np.bool_)


def search(texts: list[str], query: str, k: int = 10) -> list[int]:
    return [place for place, _ in Bm25Index.build(texts).search(query, k, everything(len(texts)))]


def formula(tf: int, df: int, length: int, n: int = 3, mean: float = 3.0) -> float:
    """Lucene's BM25, which leaves out the factor k1 + 1 that no ranking depends on."""
    idf = math.log((n - df + 0.5) / (df + 0.5) + 1)
    return idf * tf / (tf + K1 * (1 - B + B * length / mean))


def test_scores_are_those_of_the_formula() -> None:
    found = Bm25Index.build(TEXTS).search("apple", 10, everything(3))
    assert [place for place, _ in found] == [0, 1]
    expected = [formula(tf=2, df=2, length=3), formula(tf=1, df=2, length=2)]
    assert [score for _, score in found] == pytest.approx(expected, rel=1e-6)
    assert expected == pytest.approx([0.2686, 0.2212], abs=1e-4)


def test_scores_of_several_words_add_up_and_rare_words_weigh_more() -> None:
    found = dict(Bm25Index.build(TEXTS).search("apple cherry", 10, everything(3)))
    assert found[2] == pytest.approx(formula(tf=1, df=1, length=4), rel=1e-6)
    assert max(found, key=lambda place: found[place]) == 2


def test_a_document_without_a_query_word_is_never_returned() -> None:
    assert search(TEXTS, "pear", k=10) == [0]
    assert search(TEXTS, "banana") == []


def test_k_may_be_larger_than_the_corpus() -> None:
    assert sorted(search(TEXTS, "apple plum", k=1_000)) == [0, 1, 2]
    assert len(search(TEXTS, "apple plum", k=1)) == 1


def test_what_the_mask_forbids_is_not_found_and_gives_its_place_to_another() -> None:
    found = Bm25Index.build(TEXTS).search("apple", 1, np.array([False, True, True]))
    assert [place for place, _ in found] == [1]
    assert Bm25Index.build(TEXTS).search("apple", 5, np.zeros(3, dtype=np.bool_)) == []


@pytest.mark.parametrize("texts", [[], [""], ["the of and", "  "], ["!?"]])
def test_a_corpus_without_words_finds_nothing(texts: list[str], tmp_path: Path) -> None:
    index = Bm25Index.build(texts)
    assert index.search("parcel", 5, everything(len(texts))) == []
    index.save(tmp_path / "bm25")
    assert Bm25Index.load(tmp_path / "bm25", len(texts)).search("parcel", 5, everything(len(texts))) == []


@pytest.mark.parametrize("query", ["", "   ", "the of and", "?!"])
def test_a_query_without_words_finds_nothing(query: str) -> None:
    assert search(TEXTS, query) == []


ID_TEXTS = ["Order ORD-99107 was delivered.", "Order ORD-99170 is on its way.", "Order ORD-9910 was cancelled."]


@pytest.mark.parametrize(
    "query",
    [
        "ORD-99107",
        "ord-99107",
        "ORD99107",
        "ord 99107",
        "ORD_99107",
        "ＯＲＤ－９９１０７",
        "ORD\u201199107",
        "ord\u00ad-99107",
    ],
)
def test_an_order_id_is_found_however_it_is_written(query: str) -> None:
    assert search(ID_TEXTS, query) == [0]


@pytest.mark.parametrize(
    "identifier", ["e4012", "retry_backoff_ms", "4.2.1", "sku-12/b", "ada.moor@shop.example", "2026-11-30", "5-10"]
)
def test_identifiers_stay_whole_and_unstemmed(identifier: str) -> None:
    assert tokenise(f"See {identifier}.") == ["see", identifier]


@pytest.mark.parametrize(
    ("left", "right"), [("E-4012", "E-4021"), ("E-1034", "E-1043"), ("4.2.1", "4.2"), ("A-1", "A-11")]
)
def test_near_same_identifiers_are_different_words(left: str, right: str) -> None:
    assert set(tokenise(left)).isdisjoint(tokenise(right))


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The parcels arrived.", "parcel"),
        ("A parcel.", "parcels"),
        ("Refunding takes days.", "refund"),
        ("Wi-Fi", "wi fi"),
        ("The customer's order.", "customers"),
        ("Die Größe.", "größe"),
        ("par\u00adcel", "parcel"),
    ],
)
def test_words_are_stemmed_on_both_sides(text: str, query: str) -> None:
    assert search([text, "Something else."], query) == [0]


def test_compounds_outside_ascii_are_split_like_others() -> None:
    assert tokenise("e-größe") == ["e", stem("größe")]


QUESTIONS = ["How do I return what I have?", "A lamp is sent back by post, with its return slip.", "Lamps and bulbs."]


def test_question_words_do_not_outweigh_what_a_question_is_about() -> None:
    assert search(QUESTIONS, "how do I send a lamp back")[0] == 1


def test_question_words_alone_still_tell_questions_apart() -> None:
    assert search(QUESTIONS, "how do I?") == [0]


def test_a_question_word_counts_for_less() -> None:
    index = Bm25Index.build(QUESTIONS)
    (_, how), (_, slip) = (index.search(query, 1, everything(3))[0] for query in ("how", "slip"))
    assert how == pytest.approx(QUESTION_WEIGHT * formula(tf=1, df=1, length=7, mean=16 / 3), rel=1e-6)
    assert how < slip


def test_the_texts_that_hold_a_token_are_known() -> None:
    index = Bm25Index.build(QUESTIONS)
    assert (index.holders("lamp").tolist(), index.holders("e4012").tolist()) == ([1, 2], [])


def test_stop_words_are_dropped() -> None:
    assert tokenise("The refund is for it and was in the post") == tokenise("refund post")


def test_a_saved_index_gives_the_same_scores(tmp_path: Path) -> None:
    index = Bm25Index.build(TEXTS)
    index.save(tmp_path / "bm25")
    loaded = Bm25Index.load(tmp_path / "bm25", 3)
    assert loaded.search("apple plum", 10, everything(3)) == index.search("apple plum", 10, everything(3))


@pytest.mark.parametrize("name", ["params.index.json", "vocab.index.json", "data.csc.index.npy"])
def test_a_damaged_file_is_named_with_the_command(tmp_path: Path, name: str) -> None:
    Bm25Index.build(TEXTS).save(tmp_path / "bm25")
    (tmp_path / "bm25" / name).write_bytes(b"\0 not this")
    with pytest.raises(CorruptIndexError, match=r"bm25 cannot be read.*support kb sync --rebuild DIR"):
        Bm25Index.load(tmp_path / "bm25", 3)


def test_a_missing_folder_is_named_with_the_command(tmp_path: Path) -> None:
    with pytest.raises(CorruptIndexError, match=r"bm25 is missing.*support kb sync --rebuild DIR"):
        Bm25Index.load(tmp_path / "bm25", 3)


def test_the_version_names_the_stemmer() -> None:
    assert "snowball" in tokeniser_version()
