"""Past turns by relevance times recency: numbers that can be worked out by hand."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agent.memory.recalling import EpisodeRanker, Scored
from agent.memory.store import KeptEpisode
from tests.agent.memory.people import MAY, NOVEMBER, episode, kept
from tests.agent.shop import TODAY, word_embedder

RANKER = EpisodeRanker(word_embedder(), half_life_days=180)
KETTLE = kept(episode("kettle", "The copper kettle leaks"))
LAMP = kept(episode("lamp", "Where is the desk lamp?"))
OLD_LAMP = kept(episode("old", "Where is the desk lamp?", day=MAY))


def ranked(query: str, *found: KeptEpisode, orders: tuple[str, ...] = ()) -> list[Scored]:
    return RANKER.rank(query, orders, found, TODAY)


def names(scored: list[Scored]) -> list[str]:
    return [one.episode.turn_id for one in scored]


def test_no_past_has_nothing_to_rank() -> None:
    assert ranked("lamp") == []


def test_what_shares_the_words_comes_first() -> None:
    assert names(ranked("the kettle leaks", LAMP, KETTLE))[0] == "kettle"


def test_of_two_alike_the_newer_comes_first() -> None:
    assert names(ranked("the desk lamp", OLD_LAMP, LAMP)) == ["lamp", "old"]


def test_relevance_is_halved_after_the_half_life() -> None:
    then = kept(episode("then", day=TODAY - timedelta(days=180)))
    (today,) = ranked("kettle", kept(episode("now", day=TODAY)))
    (half,) = ranked("kettle", then)
    assert half.score == pytest.approx(today.score / 2)
    # Rank 1 by words and rank 1 by meaning, fused with k = 1.
    assert today.score == pytest.approx(2 / 2)


def test_being_recent_does_not_outweigh_being_about_it() -> None:
    others = [kept(episode(f"t{n}", f"A question about gift card {n}", day=NOVEMBER)) for n in range(20)]
    old = kept(episode("old", "The copper kettle leaks", day=MAY))
    assert names(ranked("my copper kettle leaks", *others, old))[0] == "old"


def test_nothing_in_particular_is_the_newest() -> None:
    assert names(ranked("", LAMP, KETTLE, OLD_LAMP)) == ["lamp", "kettle", "old"]


def test_order_that_is_shared_is_found_by_its_number() -> None:
    about = kept(episode("order", "Where is it?", orders=("ORD-99107",)))
    assert names(ranked("please help", LAMP, about, orders=("ORD-99107",)))[0] == "order"


def test_vectors_of_another_model_are_never_compared() -> None:
    other = KeptEpisode(KETTLE.episode, "another model", KETTLE.vector)
    found = {one.episode.turn_id: one.near for one in ranked("the copper kettle", other, LAMP)}
    assert found["kettle"] == 0.0
    assert found["lamp"] > 0.0
