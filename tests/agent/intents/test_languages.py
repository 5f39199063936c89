"""The language of a message is told where it is plain, and kept where it is not."""

from __future__ import annotations

import pytest

from agent.intents.languages import A_COLLEAGUE_ANSWERS, LANGUAGES, LanguageReader
from agent.intents.ordinary_words import ORDINARY
from agent.types import Message

READER = LanguageReader()


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("Where is my order, it should have been here on Friday", "en"),
        ("Wo ist meine Bestellung? Sie sollte gestern ankommen", "de"),
        ("Où est mon colis, il devait arriver hier", "fr"),
        ("¿Dónde está mi pedido, por favor?", "es"),
        ("Dov'è il mio ordine, doveva arrivare ieri", "it"),
        ("Ik wil graag mijn geld terug", "nl"),
        ("Preciso de falar com uma pessoa por favor", "pt"),
        ("Gdzie jest moja paczka, miała być wczoraj", "pl"),
        ("Где мой заказ?", "und"),
        ("我的订单在哪里", "und"),
    ],
)
def test_language_is_told(message: str, language: str) -> None:
    assert READER.read(message) == language


@pytest.mark.parametrize(
    "message",
    [
        "refund",
        "hi",
        "SKU-1042 XL",
        "ORD-99107 kaputt",
        "Müller Straße 5, 10115 Berlin",
        "the blue espresso macchiato maker",
        "",
    ],
)
def test_short_or_mixed_message_has_none_of_its_own(message: str) -> None:
    assert READER.read(message) is None


def test_name_and_code_do_not_turn_english_into_another_language() -> None:
    assert READER.read("My name is Giovanni Rossi and I live in Via Garibaldi") == "en"
    assert READER.read("`for x in liste: drucke(x)` throws an error on my board") == "en"


def test_short_message_keeps_the_language_of_the_conversation() -> None:
    before = (Message(role="customer", text="Wo ist meine Bestellung? Sie sollte gestern ankommen"),)
    assert READER.read("ok danke", before) == "de"


def test_conversation_may_change_its_language_and_change_back() -> None:
    german = (Message(role="customer", text="Wo ist meine Bestellung? Sie sollte gestern ankommen"),)
    assert READER.read("Sorry, I can write in English too, where is my order?", german) == "en"
    english = (Message(role="customer", text="Where is my order, it should be here by now"),)
    assert READER.read("Können Sie mir bitte auf Deutsch helfen", english) == "de"


def test_every_language_has_its_words() -> None:
    assert set(A_COLLEAGUE_ANSWERS) == {*LANGUAGES, "und"}
    assert set(ORDINARY) == set(LANGUAGES)
