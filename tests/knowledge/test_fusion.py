import pytest

from knowledge.fusion import RRF_K, reciprocal_rank_fusion


def ranking(retriever: str, **ranks: int) -> list[str]:
    """A list with each name at its rank, from 1, and at all others what only this retriever finds."""
    at = {rank: name for name, rank in ranks.items()}
    return [at.get(rank, f"{retriever} {rank}") for rank in range(1, max(ranks.values()) + 1)]


def scores(first: list[str], second: list[str]) -> dict[str, float]:
    return dict(reciprocal_rank_fusion([first, second]))


def test_two_middling_ranks_beat_a_first_and_a_thirtieth() -> None:
    found = scores(ranking("bm25", A=1, B=5), ranking("dense", A=30, B=5))
    assert (round(found["A"], 4), round(found["B"], 4)) == (0.0275, 0.0308)
    assert next(iter(found)) == "B"


def test_ranks_two_and_five_beat_a_first_and_a_fortieth() -> None:
    found = scores(ranking("bm25", B=1, A=2), ranking("dense", A=5, B=40))
    assert (round(found["A"], 4), round(found["B"], 4)) == (0.0315, 0.0264)
    assert next(iter(found)) == "A"


def test_one_ranking_keeps_its_order_with_ranks_from_one() -> None:
    assert reciprocal_rank_fusion([["a", "b"]]) == [("a", 1 / 61), ("b", 1 / 62)]


def test_ties_keep_the_order_in_which_they_were_seen() -> None:
    assert [found for found, _ in reciprocal_rank_fusion([["b"], ["a"]])] == ["b", "a"]


@pytest.mark.parametrize("rankings", [[], [[]], [[], []]])
def test_nothing_in_gives_nothing(rankings: list[list[str]]) -> None:
    assert reciprocal_rank_fusion(rankings) == []


def test_k_is_the_one_of_the_paper() -> None:
    assert RRF_K == 60
    assert reciprocal_rank_fusion([["a"]], k=0) == [("a", 1.0)]


def test_weight_says_what_a_ranking_counts_for() -> None:
    found = reciprocal_rank_fusion([["a", "b"], ["b", "a"]], k=10, weights=(2.0, 1.0))
    assert [(name, round(score, 4)) for name, score in found] == [("a", 0.2652), ("b", 0.2576)]
