"""Triggers find phrases however they are typed, and refuse to hold no word."""

from __future__ import annotations

from pathlib import Path

import pytest

from policies.errors import RuleError
from policies.misspellings import Misspellings
from policies.plain_words import plain_words
from policies.rules import load_rules
from policies.triggers import pattern_of
from tests.policies.test_rules import SMALL


def found(trigger: str, text: str) -> bool:
    pattern = pattern_of([trigger])
    assert pattern
    return bool(pattern.search(f" {' '.join(plain_words(text))} "))


@pytest.mark.parametrize(
    ("trigger", "text"),
    [
        ("want to die", "I just WANT   to Die"),
        ("want to die", "i wanna die"),
        ("not want to live", "I don’t want to live"),
        ("not want to live", "i dont want to live"),
        ("fraud*", "fraudulent"),
        ("a|the lawyer", "the lawyer"),
        ("going? to court", "to court"),
        ("cut my _ finger", "it cut my left finger"),
        ("fell ... my foot", "it fell right on to my foot"),
        ("töten", "TOTEN"),
        ("suicide", "s u i c i d e"),
        ("fuck you", "f*ck you"),
    ],
)
def test_phrase_is_found(trigger: str, text: str) -> None:
    assert found(trigger, text)


@pytest.mark.parametrize(
    ("trigger", "text"),
    [
        ("sue you", "tissue you"),
        ("fell ... my foot", "it fell. Then I hit my foot"),
        ("fell ... foot", "fell a b c d foot"),
    ],
)
def test_what_is_not_the_phrase_is_not_found(trigger: str, text: str) -> None:
    assert not found(trigger, text)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lawer", "lawyer"),
        ("lawyr", "lawyer"),
        ("exploaded", "exploded"),
        ("expolded", "exploded"),
        ("k1ll", "kill"),
        ("dieeee", "die"),
    ],
)
def test_slip_is_put_right(typed: str, meant: str) -> None:
    assert Misspellings(frozenset({"lawyer", "exploded", "kill", "die"})).right(typed) == meant


@pytest.mark.parametrize("word", ["layer", "explored", "insured", "used", "1111", "lie"])
def test_another_word_is_left_alone(word: str) -> None:
    assert Misspellings(frozenset({"lawyer", "exploded", "injured", "sued", "die"})).right(word) == word


def test_trigger_without_a_word_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    topic = '[[topic]]\nid = "all"\nhandoff = "policy_topic"\ntriggers = ["really ..."]\nnotice = "x"\n'
    file.write_text(SMALL + topic, encoding="utf-8")
    with pytest.raises(RuleError, match=r"triggers.*'really \.\.\.' has not"):
        load_rules(file)
