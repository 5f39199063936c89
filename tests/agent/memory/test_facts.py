"""Versions of facts, and which hold now."""

from __future__ import annotations

from agent.memory.fact_keys import SHIPPED
from agent.memory.facts import Fact, FactSource, current, sentence


def fact(version: int, value: str | None, source: FactSource = "operator", key: str = "preferred_language") -> Fact:
    return Fact(key=key, version=version, value=value, source=source, evidence_id="e", at="2026-11-30T10:00:00+00:00")


def test_last_verified_version_and_the_customers_last_word_both_hold() -> None:
    versions = [fact(1, "de", "record"), fact(2, "en", "asserted"), fact(3, "fr"), fact(4, "es", "asserted")]
    assert [(one.value, one.trust) for one in current(versions)] == [("fr", "verified"), ("es", "user")]


def test_take_back_ends_both_and_what_comes_later_holds() -> None:
    versions = [fact(1, "de"), fact(2, "en", "asserted"), fact(3, None)]
    assert current(versions) == []
    assert [one.value for one in current([*versions, fact(4, "nl", "asserted")])] == ["nl"]


def test_whose_word_it_is_stands_in_the_sentence() -> None:
    key = SHIPPED["preferred_language"]
    assert sentence(fact(1, "de"), key) == "The preferred language on this customer's account is German."
    assert sentence(fact(1, "de", "asserted"), key) == "The customer says that their preferred language is German."
