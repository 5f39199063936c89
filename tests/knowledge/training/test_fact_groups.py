"""Near misses: the first passage says what is asked, and no other one does."""

import random

import pytest

from knowledge.errors import InputError
from knowledge.models.training.generated.fact_groups import PASSAGE_WORDS, FactGroups, read_facts, topic_of

CARDS = topic_of(
    {
        "topic": "Gift cards",
        "facts": [
            {"says": ["A card is valid for two years."], "asks": ["how long is a card valid", "does it run out"]},
            {"says": ["A card costs nothing extra."], "asks": ["is there a fee"]},
            {"says": ["A card cannot be returned."], "asks": ["can I return it"]},
        ],
    }
)
PARCELS = topic_of(
    {
        "topic": "Parcels",
        "facts": [
            {"says": ["A parcel takes three days."], "asks": ["how long does it take"]},
            {"says": ["A parcel is insured."], "asks": ["is it insured"]},
        ],
    }
)


def test_only_the_first_passage_says_what_is_asked() -> None:
    groups = list(FactGroups((CARDS, PARCELS)).make(3, random.Random(1)))
    asked = [group for group in groups if group.query == "does it run out"]
    assert len(asked) == 3
    for group in asked:
        assert "valid for two years" in group.positive
        assert all("valid for two years" not in text for text in group.texts[1:])
        assert any(text.startswith("Gift cards\n") for text in group.texts[1:])


def test_same_seed_gives_the_same_groups() -> None:
    first, second = (list(FactGroups((CARDS, PARCELS)).make(2, random.Random(5))) for _ in range(2))
    assert first == second
    assert len(first) == 2 * 6


def test_topic_needs_a_neighbour_for_every_fact() -> None:
    with pytest.raises(InputError, match=r"The topic Alone of facts\.yaml wants two facts or more"):
        topic_of({"topic": "Alone", "facts": [{"says": ["It is so."], "asks": ["is it so"]}]})


def test_shipped_facts_fit_what_the_reranker_reads() -> None:
    topics = read_facts()
    group = next(FactGroups(topics).make(1, random.Random(7)))
    assert len({topic.name for topic in topics}) == len(topics)
    assert all(len(text.split()) < 2 * PASSAGE_WORDS for text in group.texts)
