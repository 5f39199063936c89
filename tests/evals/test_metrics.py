from math import log2

import pytest

from evals.errors import UndefinedMeasureError
from evals.metrics import ndcg_at_k, recall_at_k, reciprocal_rank


def test_recall_is_the_share_of_relevant_documents_within_the_cut():
    qrels = {"a": 1, "b": 2, "c": 0}
    assert recall_at_k(["x", "a", "b"], qrels, 1) == 0.0
    assert recall_at_k(["x", "a", "b"], qrels, 2) == 0.5
    assert recall_at_k(["x", "a", "b"], qrels, 3) == 1.0


def test_recall_counts_a_document_judged_zero_as_not_relevant():
    assert recall_at_k(["c"], {"a": 1, "c": 0}, 10) == 0.0


def test_recall_stays_below_one_where_the_cut_is_smaller_than_the_number_of_relevant_documents():
    assert recall_at_k(["a", "b"], {"a": 1, "b": 1}, 1) == 0.5


def test_ndcg_of_one_relevant_document_is_the_discount_of_its_rank():
    assert ndcg_at_k(["a"], {"a": 1}, 10) == 1.0
    assert ndcg_at_k(["x", "y", "a"], {"a": 1}, 10) == pytest.approx(1 / log2(4))


def test_ndcg_weighs_grades_linearly():
    found = (1 / log2(2) + 3 / log2(3)) / (3 / log2(2) + 1 / log2(3))
    assert ndcg_at_k(["low", "high"], {"low": 1, "high": 3}, 10) == pytest.approx(found)


def test_ndcg_is_one_for_the_ideal_order_even_if_it_is_longer_than_the_cut():
    qrels = {"a": 3, "b": 2, "c": 1}
    assert ndcg_at_k(["a", "b", "c"], qrels, 2) == 1.0


def test_ndcg_ignores_what_is_below_the_cut():
    assert ndcg_at_k(["x", "a"], {"a": 1}, 1) == 0.0


def test_ndcg_treats_a_negative_grade_as_not_relevant():
    assert ndcg_at_k(["bad", "a"], {"bad": -2, "a": 1}, 10) == pytest.approx(1 / log2(3))


def test_reciprocal_rank_is_that_of_the_first_relevant_document():
    assert reciprocal_rank(["x", "a", "b"], {"a": 1, "b": 5}) == 0.5


def test_reciprocal_rank_is_zero_where_nothing_relevant_was_found():
    assert reciprocal_rank(["x"], {"a": 1}) == 0.0


def test_an_empty_ranking_scores_zero():
    assert recall_at_k([], {"a": 1}, 8) == ndcg_at_k([], {"a": 1}, 10) == reciprocal_rank([], {"a": 1}) == 0.0


def test_a_query_without_a_relevant_document_has_no_value():
    with pytest.raises(UndefinedMeasureError, match="None of the 1 judgements has a grade above 0"):
        recall_at_k(["a"], {"a": 0}, 8)
