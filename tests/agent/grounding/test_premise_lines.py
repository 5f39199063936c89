"""A line carries what governs it, and what its first words lean on."""

from agent.grounding.premise_lines import Line, nearest_line
from tests.agent.grounding.premises import lines


def test_an_item_stands_under_its_headings_and_lead_in() -> None:
    found = lines("We refund:\n- mugs\n  - only with the slip", "Refunds", "Mugs")
    assert [(line.body, line.under) for line in found] == [
        ("We refund:", "Refunds › Mugs"),
        ("mugs", "Refunds › Mugs We refund:"),
        ("only with the slip", "Refunds › Mugs We refund: mugs mugs"),
    ]


def test_a_sentence_that_leans_back_has_the_one_before_it() -> None:
    assert [line.under for line in lines("Express is by courier. It takes 1 day.")] == ["", "Express is by courier."]


def test_values_of_a_line_and_of_what_is_over_it_are_told_apart() -> None:
    item = lines("Within 5 days:\n- 2 USD")[1]
    assert [value.text for value in item.values] == ["2 USD"]
    assert [value.text for value in item.values_over] == ["5 days"]


def test_the_nearest_line_shares_most_words_and_numbers() -> None:
    found = lines("Mugs cost 4 USD. Mugs cost 9 USD abroad. Lids are free.")
    nearest = nearest_line(Line("A mug costs 9 USD."), found)
    assert nearest is not None
    assert nearest.body == "Mugs cost 9 USD abroad."
    assert nearest_line(Line("A mug costs 9 USD."), []) is None


def test_a_line_with_several_values_comes_in_pieces() -> None:
    assert [part.body for part in Line("Mugs take 3 days, lamps 5 days and lids 6 days").parts] == [
        "Mugs take 3 days",
        "lamps 5 days",
        "lids 6 days",
    ]
    assert [part.body for part in Line("It takes between 3 and 5 days, or 9 days").parts] == [
        "It takes between 3 and 5 days",
        "or 9 days",
    ]
    assert [part.body for part in Line("Mugs, lamps and lids take 3 days").parts] == [
        "Mugs, lamps and lids take 3 days"
    ]
