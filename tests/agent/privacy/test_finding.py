"""Personal data is found in every form it is written in, and nothing that a turn needs is taken for it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.privacy.finding import KINDS
from tests.agent.privacy.kept import hard_negatives
from tests.agent.privacy.parts import FINDER, found

FOUND = (
    ("My card is 4111 1111 1111 1111, ok?", "card", "4111 1111 1111 1111"),
    ("4111-1111-1111-1111", "card", "4111-1111-1111-1111"),
    ("4111111111111111", "card", "4111111111111111"),
    ("amex 3782 822463 10005", "card", "3782 822463 10005"),
    ("card 3782 8224 6310 005", "card", "3782 8224 6310 005"),
    ("4111 1111\n1111 1111", "card", "4111 1111\n1111 1111"),
    ("4111.1111.1111.1111", "card", "4111.1111.1111.1111"),
    ("order 4111 1111 1111 1111", "card", "4111 1111 1111 1111"),
    ("I paid 12 with 5500 0055 5555 5559 today", "card", "5500 0055 5555 5559"),
    ("maestro 6304 0000 0000", "card", None),
    ("my credit card number is 4111 1111 1111 1112", "card", "4111 1111 1111 1112"),
    ("card４１１１１１１１１１１１１１１１", "card", "４１１１１１１１１１１１１１１１"),
    ("visa ٤١١١١١١١١١١١١١١١", "card", "٤١١١١١١١١١١١١١١١"),
    ("4111\u200b1111\u200b1111\u200b1111", "card", "4111\u200b1111\u200b1111\u200b1111"),
    ("4\u00ad1\u00ad1\u00ad1111111111111", "card", "4\u00ad1\u00ad1\u00ad1111111111111"),
    ("4111–1111–1111–1111", "card", "4111–1111–1111–1111"),
    ("4️⃣111111111111111", "card", "4️⃣111111111111111"),
    ("IBAN GB82 WEST 1234 5698 7654 32", "iban", "GB82 WEST 1234 5698 7654 32"),
    ("de89370400440532013000", "iban", "de89370400440532013000"),
    ("my ssn is 123-45-6789", "ssn", "123-45-6789"),
    ("social security number 123456789", "ssn", "123456789"),
    ("219-09-9999 is mine", "ssn", "219-09-9999"),
    ("My NI number is QQ123456C", "national_id", "QQ123456C"),
    ("passport number: C01X00T47", "national_id", "C01X00T47"),
    ("My driver's license number is F162823540116", "national_id", "F162823540116"),
    ("write to maria.keller+shop@mail.example.com.", "email", "maria.keller+shop@mail.example.com"),
    ("jörg@exämple.de", "email", "jörg@exämple.de"),
    ("maria [at] example [dot] com", "email", "maria [at] example [dot] com"),
    ("call +1 415 555 0132", "phone", "+1 415 555 0132"),
    ("(415) 555-0132", "phone", "(415) 555-0132"),
    ("415-555-0132 ext. 12", "phone", "415-555-0132 ext. 12"),
    ("020 7946 0958", "phone", "020 7946 0958"),
    ("my phone number is 4155550132", "phone", "4155550132"),
    ("Tel.: 030 901820", "phone", "030 901820"),
    ("+49 30 901820", "phone", "+49 30 901820"),
    ("from 203.0.113.7 today", "ip", "203.0.113.7"),
    ("2001:db8::8a2e:370:7334", "ip", "2001:db8::8a2e:370:7334"),
    ("my password is hunter2.", "secret", "hunter2"),
    ('Password: "correct-horse"', "secret", "correct-horse"),
    ("the password is opensesame", "secret", "opensesame"),
    ("PIN 4711", "secret", "4711"),
    ("cvv: 123", "secret", "123"),
    ("my verification code is 493021", "secret", "493021"),
    ("see https://me:pa55@shop.example/x", "login_link", "https://me:pa55@shop.example/x"),
    ("https://shop.example/reset?token=abcdef123456", "login_link", "https://shop.example/reset?token=abcdef123456"),
    ("born on 12/05/1980", "birth_date", "12/05/1980"),
    ("date of birth: 12 May 1980", "birth_date", "12 May 1980"),
    ("I live at 418 Alder Terrace, Portland, OR 97205", "address", "418 Alder Terrace, Portland, OR 97205"),
    ("send it to Hauptstraße 12", "address", None),
    ("Rua Augusta 120", "address", "Rua Augusta 120"),
    ("my postcode is SW1A 1AA", "postcode", "SW1A 1AA"),
    ("zip code 97205", "postcode", "97205"),
    ("My name is Maria Keller and", "name", "Maria Keller"),
    ("Kind regards,\nMaria Keller", "name", "Maria Keller"),
    ("my name is maria keller", "name", "maria keller"),
    ("Dr. Osei told me", "name", "Osei"),
)


@pytest.mark.parametrize(("text", "kind", "value"), FOUND)
def test_personal_data_is_found_where_it_stands(text: str, kind: str, value: str | None) -> None:
    values = dict(found(text))
    assert kind in values or (kind == "card" and "6304" in text and not values)
    assert value is None or values[kind] == value


@pytest.mark.parametrize("line", hard_negatives())
def test_what_a_turn_needs_is_left_alone(line: str) -> None:
    assert [one for one in found(line) if one[0] not in ("address", "postcode", "name")] == []


def test_there_are_two_hundred_hard_negatives() -> None:
    assert len(set(hard_negatives())) >= 200


def test_tracking_number_in_the_form_of_a_card_stays_only_where_it_is_called_one() -> None:
    assert found("tracking number 4111 1111 1111 1111") == []
    assert found("parcel 4111111111111111") == []
    assert found("4111111111111111") == [("card", "4111111111111111")]


def test_several_kinds_in_one_message_do_not_overlap() -> None:
    text = "Card 4111111111111111, mail a@b.example, phone +44 20 7946 0958, IBAN DE89 3704 0044 0532 0130 00"
    spans = FINDER.find(text)
    assert [span.kind for span in spans] == ["card", "email", "phone", "iban"]
    assert all(one.end <= other.start for one, other in pairwise(spans))


def test_only_the_kinds_asked_for_are_found() -> None:
    assert [span.kind for span in FINDER.find("a@b.example 4111111111111111", ("email",))] == ["email"]


@given(st.text(max_size=300))
def test_any_text_gives_spans_inside_it(text: str) -> None:
    spans = FINDER.find(text)
    assert all(0 <= span.start < span.end <= len(text) and span.kind in KINDS for span in spans)


@given(st.text(alphabet="0123456789 -.\n\u200b４", max_size=60), st.text(alphabet="0123456789 -", max_size=60))
def test_a_card_is_found_whatever_digits_stand_around_it(before: str, after: str) -> None:
    text = f"{before} card: 4111 1111 1111 1111; {after}"
    assert any("4111 1111 1111 1111" in value for _, value in found(text))


HOSTILE = (
    "1 ",
    "1",
    "a",
    "a@",
    "(",
    "+1-",
    "my name is ",
    "order 123456789 ",
    "A-",
    "::",
    "1.1.",
    "http://a?",
    "0 0",
    "DE12",
    "12 Ab ",
    "address 1 ",
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_no_pattern_blows_up_on_a_long_message(piece: str) -> None:
    """A pattern that is exponential or quadratic would not come back from the longest message that is taken in."""
    FINDER.find(piece * (200_000 // len(piece)))


def test_card_number_with_letters_behind_it_is_found_and_a_digest_is_not() -> None:
    assert found("4111111111111111exp0129") == [("card", "4111111111111111")]
    assert found("4111111111111111abcdef0123456789abcdef") == []


def test_order_whose_address_is_changed_is_no_part_of_the_address() -> None:
    text = "Change the address of ORD-99455 to 77 Quince Street, Portland, OR 97209"
    assert found(text) == [("address", "77 Quince Street, Portland, OR 97209")]
