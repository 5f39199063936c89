"""Topics that always go to a person are found by their trigger words."""

from __future__ import annotations

import pytest

from policies.rules import load_rules
from policies.topics import TopicGuard

GUARD = TopicGuard(load_rules())


def topic(text: str) -> str | None:
    found = GUARD.find(text)
    return found.id if found else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My LAWYERS will write to you", "legal"),
        ("the power bank's battery   is swollen", "safety"),
        ("This looks like fraudulent activity", "fraud"),
        ("I am a journalist and would like a comment", "press"),
        ("I don’t want to live like this", "distress"),
        ("i took a whole bottle of tablets an hour ago", "distress"),
        ("I won't be alive when it comes", "distress"),
        ("im goin to end my lfie", "distress"),
        ("Ich bringe mich um", "distress-de"),
        ("There is a bomb in the parcel I returned", "threat"),
        ("eu vou te matar", "threat-pt"),
        ("Consider this a letter before action", "legal"),
        ("mon fils a avalé une pile", "safety-fr"),
        ("stronzo", "abuse-it"),
        ("klootzak", "abuse-nl"),
    ],
)
def test_trigger_words_hand_the_topic_over(text: str, expected: str) -> None:
    assert topic(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "What pressure does the pan take?",
        "My name is Sue",
        "Where is my tissue box?",
        "I bought a whole bottle of tablets for the dishwasher",
        "Bath bomb in my parcel arrived broken",
        "",
    ],
)
def test_words_that_only_look_like_triggers_do_not(text: str) -> None:
    assert topic(text) is None


def test_most_urgent_topic_is_taken_when_two_match() -> None:
    assert topic("I want to die and my lawyer knows") == "distress"


@pytest.mark.parametrize(
    "text",
    [
        "I am not going to sue you, I just want my parcel",
        "nobody was injured",
        "this is killing me, where is my parcel",
        "my phone battery died",
        "I'd kill for that lamp",
        "shoot me an email",
        "is there a fire sale?",
        "what is an insured parcel",
        "this is ridiculous, where is my order",
    ],
)
def test_denial_and_idiom_are_no_topic(text: str) -> None:
    assert topic(text) is None


@pytest.mark.parametrize(
    "text", ["how is this not a scam", "I can't believe it caught fire", "I am not suicidal but I want to die"]
)
def test_denial_that_denies_nothing_is_one(text: str) -> None:
    assert topic(text) is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ich will nicht mehr leben", "distress-de"),
        ("le chargeur a pris feu", "safety-fr"),
        ("voy a hablar con mi abogado", "legal-es"),
        ("vi ammazzo tutti", "threat-it"),
        ("dit is oplichting", "fraud-nl"),
        ("tenho 13 anos", "minors-pt"),
        ("jesteście idiotami", "abuse-pl"),
    ],
)
def test_topic_is_recognised_in_other_languages_and_answered_in_them(text: str, expected: str) -> None:
    found = GUARD.find(text)
    assert found is not None
    assert (found.id, found.language) == (expected, expected[-2:])


def test_every_topic_is_worded_in_every_language() -> None:
    rules = load_rules().topic
    subjects = {rule.subject for rule in rules}
    languages = {rule.language for rule in rules}
    assert {(rule.subject, rule.language) for rule in rules} == {(one, two) for one in subjects for two in languages}
    assert len({rule.notice for rule in rules}) == len(rules)
