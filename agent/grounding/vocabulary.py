"""Closed word lists: which words change nothing about an order claim, and which carry the content of a sentence."""

from __future__ import annotations

import re


def word_set(listed: str) -> frozenset[str]:
    """The words of a list that is written as running text."""
    return frozenset(listed.split())


HARMLESS = word_set(
    """
    a already also an and at been has had have in is it its it's no number of on order our parcel package
    shipment that the there this to was we we've were which with you your
    """
)
"""Words that may stand around the values of an order claim without adding a statement, a condition or an addressee."""

NEGATIONS = word_set(
    """
    no not never none nor neither without cannot can't won't isn't wasn't hasn't haven't didn't don't
    doesn't aren't weren't couldn't wouldn't shouldn't unless except excluding only if when until once
    """
)
"""Words that turn a statement round or set a condition."""

DENIALS = word_set("no not never none nor neither nothing nobody without cannot refuse refused unable")
"""Words that turn a statement round; no condition is among them."""

_COMMON = word_set(
    """
    about after all any are as be before but by can could do does each every get if into may more most must
    new not or other over per please same should so some such take takes than their them then these they
    those time under up us usually what when where who will within would
    """
)
_STOP = HARMLESS | NEGATIONS | _COMMON
_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
_ENDING = re.compile(r"(?:ing|ed|es|s)$")


def words(text: str) -> tuple[str, ...]:
    """The words of a text in small letters, numbers and marks left out."""
    return tuple(_WORD.findall(text.casefold()))


def content_words(text: str) -> frozenset[str]:
    """What a sentence is about: its words without the common ones, endings cut."""
    return frozenset(_ENDING.sub("", word) for word in words(text) if len(word) > 2 and word not in _STOP)


def denies(text: str) -> bool:
    """Whether a text holds a word that turns a statement round."""
    return not DENIALS.isdisjoint(words(text)) or "n't" in text.casefold().replace("’", "'")


def limits_or_denies(text: str) -> bool:
    """Whether a text holds a negation or a condition."""
    return not NEGATIONS.isdisjoint(words(text))
