import time

import pytest
import torch

from evals.timing import Comparison, forward_clock, with_forward_ms


def test_ratios_are_taken_within_each_repeat():
    found = Comparison(name="sync", against="encoder", milliseconds=(20, 30, 40), against_ms=(10, 10, 40), items=3)
    assert found.ratios == (2.0, 3.0, 1.0)
    assert found.summary() == {
        "name": "sync",
        "repeats": 3,
        "ms": {"median": 30.0, "low": 20.0, "high": 40.0},
        "against": "encoder",
        "against_ms": {"median": 10.0, "low": 10.0, "high": 40.0},
        "ratio": {"median": 2.0, "low": 1.0, "high": 3.0},
        "items": 3,
        "per_second": 100.0,
    }


def test_only_the_outermost_forward_pass_is_counted():
    model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 2))
    with forward_clock() as spent:
        model(torch.zeros(1, 2))
        model(torch.zeros(1, 2))
    assert len(spent) == 2
    model(torch.zeros(1, 2))
    assert len(spent) == 2


def test_a_forward_pass_that_fails_does_not_stop_the_clock():
    model = torch.nn.Linear(2, 2)
    with forward_clock() as spent:
        with pytest.raises(RuntimeError):
            model(torch.zeros(1, 3))
        model(torch.zeros(1, 2))
    assert len(spent) == 2


def test_time_outside_the_models_is_not_theirs():
    wall, models = with_forward_ms(lambda: time.sleep(0.02))
    assert wall >= 20
    assert models == 0
