"""What a message gives to prove who writes it is read from the ways people write it, and from nothing else."""

from __future__ import annotations

import pytest

from agent.identity.given import comparable, is_bare, read_given
from agent.identity.words import ASK
from agent.types import Message

ASKED = (
    Message(role="customer", text="Where is my order ORD-99107?"),
    Message(role="assistant", text=ASK),
)
ALONE = (Message(role="customer", text="Where is it?"), Message(role="assistant", text=ASK))


@pytest.mark.parametrize(
    ("text", "order", "values"),
    [
        ("ORD-99107, 97205", "ORD-99107", ("97205",)),
        ("ord 99107 and maria.keller@example.com", "ORD-99107", ("maria.keller@example.com",)),
        ("It's order number 99107, my postcode is 3511 AB", "ORD-99107", ("3511ab",)),
        ("#W2611340 / SW1A 1AA", "#W2611340", ("sw1a1aa",)),
        ("ORD-99107\n97205", "ORD-99107", ("97205",)),
        ("Where is ORD-99107? My e-mail is Maria.Keller@Example.com.", "ORD-99107", ("maria.keller@example.com",)),
        ("zip code: 97205 for ORD-99107", "ORD-99107", ("97205",)),
    ],
)
def test_order_and_proof_are_read_from_one_message(text: str, order: str, values: tuple[str, ...]) -> None:
    given = read_given(text, ())
    assert (given.order_id, given.values) == (order, values)


@pytest.mark.parametrize(
    "text",
    [
        "Was ORD-99107 delivered?",
        "I paid 86.40 USD for ORD-99107",
        "I bought 150 mugs with ORD-99107",
        "ORD-99107",
        "97205",
        "Where is 97205?",
    ],
)
def test_order_question_is_no_attempt(text: str) -> None:
    given = read_given(text, ())
    assert given.order_id is None or given.values == ()


def test_postcode_alone_counts_after_it_was_asked_for() -> None:
    assert read_given("97205", ASKED).values == ("97205",)
    assert read_given("97205", ASKED).order_id == "ORD-99107"
    assert read_given("97205", ALONE).order_id is None
    assert read_given("what is 97205 about?", ASKED).values == ()


def test_bare_number_beside_an_e_mail_is_the_order_once_it_was_asked_for() -> None:
    assert read_given("99107 maria@example.com", ALONE).order_id == "ORD-99107"
    assert read_given("99107 maria@example.com", ()).order_id is None


def test_message_that_says_more_is_not_bare() -> None:
    assert read_given("ORD-99107, 97205", ()).bare
    assert not read_given("Where is ORD-99107? 97205", ()).bare
    assert is_bare("ORD-99107, [postcode]")
    assert is_bare("97205")
    assert not is_bare("Where is my order?")


def test_values_are_compared_without_case_and_blanks_and_with_their_tags() -> None:
    assert comparable(" Maria.Keller@EXAMPLE.com ") == "maria.keller@example.com"
    assert comparable("3511-ab") == comparable("３５１１ AB") == "3511ab"
    assert comparable("maria+shop@example.com") != comparable("maria@example.com")
    assert comparable("a-b@example.com") == "a-b@example.com"
