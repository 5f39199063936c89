import pytest

from knowledge.bm25 import Bm25Index
from knowledge.identifiers import held_for_all, holders_first, is_identifier, rare_identifiers

TEXTS = [
    "Error E-4012: card refused.",
    "Error E-4021: card expired.",
    "The retry_backoff_ms key.",
    "E-4012 again, 2026.",
]


@pytest.mark.parametrize(
    "token", ["e4012", "4.2.1", "4.2.1-p1", "retry_backoff_ms", "sku-12/b", "99107", "a@b.example", "ord99107", "b2b"]
)
def test_what_names_one_thing_is_an_identifier(token: str) -> None:
    assert is_identifier(token)


@pytest.mark.parametrize("token", ["card", "7", "2026", "4.99", "5kg", "24h", "2nd", "10:30", "5-10", "24/7"])
def test_words_quantities_and_small_numbers_are_none(token: str) -> None:
    assert not is_identifier(token)


def test_rare_identifiers_come_with_the_places_of_their_texts() -> None:
    found = rare_identifiers(
        "What do E 4012 and retry_backoff_ms and E-9999 mean for a card in 2026?", Bm25Index.build(TEXTS)
    )
    assert found == {"retry_backoff_ms": [2], "e4012": [0, 3]}


@pytest.mark.parametrize(
    ("holding", "size", "is_rare"),
    [(5, 40, True), (6, 40, False), (20, 400, True), (21, 400, False), (51, 5000, False)],
)
def test_what_many_texts_hold_is_not_rare(holding: int, size: int, is_rare: bool) -> None:
    index = Bm25Index.build(["E-4012"] * holding + ["card"] * (size - holding))
    assert ("e4012" in rare_identifiers("E-4012", index)) == is_rare


def test_holders_of_more_come_first_and_keep_their_order() -> None:
    held = {"b": ("e4012",), "c": ("e4012", "e4021"), "d": ("e4021",)}
    assert holders_first(["a", "b", "c", "d"], held) == ["c", "b", "d", "a"]
    assert holders_first(["a", "b"], {}) == ["a", "b"]


def test_several_phrasings_share_what_each_of_them_names() -> None:
    held = {"a": ("e4012", "e4021"), "b": ("e4021",)}
    assert held_for_all([held]) == held
    assert held_for_all([held, {"a": ("e4012",)}]) == {"a": ("e4012",)}
    assert held_for_all([held, {}]) == {}
