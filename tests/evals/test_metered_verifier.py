from evals.metered_verifier import MeteredVerifier
from tests.evals.scripted_verifier import ScriptedVerifier


def test_results_come_back_in_the_order_asked_and_a_pair_is_read_once():
    inner = ScriptedVerifier({"a": (0.9, 0.0)})
    meter = MeteredVerifier(inner)
    assert [one.entailment for one in meter.judge([("p", "b"), ("p", "a"), ("p", "b")])] == [0.1, 0.9, 0.1]
    assert [one.entailment for one in meter.judge([("p", "a"), ("q", "a")])] == [0.9, 0.9]
    assert inner.asked == [("p", "b"), ("p", "a"), ("q", "a")]
    assert meter.pairs == 3
    assert meter.name == "scripted"


def test_speed_is_pairs_over_the_time_spent_reading():
    assert MeteredVerifier(ScriptedVerifier(), pairs=6, seconds=1.5).pairs_per_second == 4.0


def test_where_nothing_was_read_there_is_no_speed():
    meter = MeteredVerifier(ScriptedVerifier())
    assert meter.judge([]) == []
    assert meter.pairs_per_second is None
