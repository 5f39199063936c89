import pytest

from knowledge.orders import find_order_ids, normalise_order_id


@pytest.mark.parametrize(
    "typed",
    [
        "ORD-99107",
        "ord 99107",
        "ORD99107",
        "#ord-99107",
        " ord - 99107 ",
        "ORD–99107",
        "ＯＲＤ－９９１０７",
        "Order No. 99107",
    ],
)
def test_spellings_of_one_id_have_one_canonical_form(typed: str) -> None:
    assert normalise_order_id(typed) == "ORD-99107"


@pytest.mark.parametrize("typed", ["#W2611340", "W2611340", "# w2611340", "w 2611340"])
def test_missing_or_spaced_hash_is_put_right(typed: str) -> None:
    assert normalise_order_id(typed) == "#W2611340"


def test_canonical_ids_stay_as_they_are() -> None:
    assert [normalise_order_id(text) for text in ("ORD-99107", "#W2611340", "SO-12", "1042")] == [
        "ORD-99107",
        "#W2611340",
        "SO-12",
        "1042",
    ]


def test_ids_with_swapped_digits_stay_different() -> None:
    assert normalise_order_id("ord 99107") != normalise_order_id("ord 99170")


def test_ids_are_found_in_free_text_once_each_and_in_order() -> None:
    text = "Is ord 99170 later than ORD-99107? Not #W2611340, and ORD99170 again."
    assert find_order_ids(text) == ("ORD-99170", "ORD-99107", "#W2611340")


def test_id_next_to_punctuation_is_found() -> None:
    assert find_order_ids("My parcel—ORD-99107—is late (order number 10421).") == ("ORD-99107", "ORD-10421")


def test_zero_width_characters_do_not_hide_an_id() -> None:
    assert find_order_ids("ORD-99\u200b107") == ("ORD-99107",)


@pytest.mark.parametrize(
    "text",
    ["", "order 12 mugs", "order 2026-09-01", "record 99107", "ORD-99107-2", "E-1034", "99107", "order of 45000 USD"],
)
def test_text_that_names_no_order_yields_none(text: str) -> None:
    assert find_order_ids(text) == ()


def test_long_input_is_read_in_one_pass() -> None:
    assert find_order_ids("ORD " * 25_000 + "9" * 100_000) == ()
