"""Placeholders say what was there; records lose what the customer told and keep what the shop says."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from agent.privacy.finding import Finder
from agent.privacy.redacting import NEEDED, NUMBERS, Redactor, may_hold_numbers
from tests.agent.privacy.parts import REDACTOR


def test_placeholders_say_what_was_taken_out() -> None:
    redacted = REDACTOR.redact("Card 4111111111111111, mail a@b.example. I live at 418 Alder Terrace.")
    assert redacted.text == "Card [card removed], mail [e-mail]. I live at [address]."
    assert redacted.kinds == ("card", "email", "address")


def test_several_of_a_kind_are_numbered_and_the_same_one_keeps_its_number() -> None:
    text = "a@b.example or c@d.example, rather a@b.example"
    assert REDACTOR.redact(text).text == "[e-mail 1] or [e-mail 2], rather [e-mail 1]"


def test_what_the_turn_needs_is_kept_where_it_is_asked_for() -> None:
    text = "Send it to 418 Alder Terrace, Portland. Mail a@b.example"
    assert REDACTOR.redact(text, keep=NEEDED).text == "Send it to 418 Alder Terrace, Portland. Mail [e-mail]"


def test_text_without_personal_data_is_left_as_it_is() -> None:
    text = "Was ORD-99107 delivered?\u200b  It cost 86.40 USD."
    assert REDACTOR.redact(text).text == text
    assert REDACTOR.redact("").text == ""


def test_record_loses_what_the_customer_told_wherever_it_was_repeated() -> None:
    record = {"question": "Send it to 418 Alder Terrace", "reply": ["Noted: 418 Alder Terrace."], "n": 3, "none": None}
    assert REDACTOR.redact_record(record, ["Send it to 418 Alder Terrace"]) == {
        "question": "Send it to [address]",
        "reply": ["Noted: [address]."],
        "n": 3,
        "none": None,
    }


def test_record_keeps_the_shops_own_address_and_loses_every_card() -> None:
    record = {"reply": "Write to help@shop.example", "evidence": "pay 4111 1111 1111 1111"}
    assert REDACTOR.redact_record(record, ["hello"]) == {
        "reply": "Write to help@shop.example",
        "evidence": "pay [card removed]",
    }


def test_a_told_value_is_replaced_as_a_whole_word_only() -> None:
    record = {"id": "197205", "text": "97205"}
    assert REDACTOR.redact_record(record, ["my zip code is 97205"]) == {"id": "197205", "text": "[postcode]"}


def test_lines_of_a_conversation_lose_what_the_customer_said_in_them() -> None:
    lines = [
        {"role": "customer", "text": "I live at 418 Alder Terrace"},
        {"role": "assistant", "text": "To 418 Alder Terrace? Our shop is at 1 Harbour Lane."},
    ]
    assert [line["text"] for line in REDACTOR.redact_record(lines)] == [
        "I live at [address]",
        "To [address]? Our shop is at 1 Harbour Lane.",
    ]


def test_without_recognisers_nothing_is_changed() -> None:
    off = Redactor(Finder(()))
    assert off.redact("4111111111111111").text == "4111111111111111"
    assert off.redact_record({"a": "4111111111111111"}) == {"a": "4111111111111111"}


PIECES = (
    "4111 1111 1111 1111",
    "DE89 3702 0504 4053 2013 00",
    "AZ12",
    "AZ 34",
    "078-05-1120",
    "passport no. X1234",
    "AB 12 34 56 C",
)
TEXTS = st.lists(
    st.sampled_from(
        [*PIECES, "NINO", "ssn ", "12", "3", "-", " ", "x", "AbCd", "²", "１２", "\n", "e-mail a@b.example"]
    )
).map("".join)
RECORDS = st.recursive(
    TEXTS | st.integers() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


def cleaned(value: Any, values: dict[str, str]) -> Any:
    """Each text looked through on its own, with every recogniser of numbers."""
    if isinstance(value, str):
        for told in sorted(values, key=len, reverse=True):
            value = re.sub(rf"(?<!\w){re.escape(told)}(?!\w)", values[told], value)
        return Redactor(NUMBERS).redact(value).text
    if isinstance(value, dict):
        return {key: cleaned(inner, values) for key, inner in value.items()}
    return [cleaned(inner, values) for inner in value] if isinstance(value, list) else value


@given(TEXTS)
@example("AZ12ABCDEFGHABCDEFGHABCDEFGH")
def test_text_that_is_not_looked_through_holds_no_number(text: str) -> None:
    assert may_hold_numbers(text) or NUMBERS.find(text) == ()


@given(RECORDS)
def test_record_is_cleaned_as_text_by_text(record: Any) -> None:
    told = ["a@b.example", "it is 078-05-1120"]
    values = {found: word for text in told for found, word in REDACTOR.values(text).items()}
    assert REDACTOR.redact_record(record, told) == cleaned(record, values)
