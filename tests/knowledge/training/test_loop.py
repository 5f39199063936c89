"""A network of six weights, trained on sums; the clock is scripted."""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import pytest
import torch
from torch import nn

from knowledge.errors import InputError, ModelError
from knowledge.models.training.checkpoint import Reached
from knowledge.models.training.history import History, HistoryLine, final_loss
from knowledge.models.training.loop import TrainingLoop, rate_at

BATCHES = [[float(n), float(n % 3), 1.0] for n in range(12)]
LINE = HistoryLine(batches=1, of=4, examples=2, minutes=0.5, loss=1.0)


def network() -> nn.Module:
    torch.manual_seed(7)
    return nn.Linear(3, 2)


def squared_error(model: nn.Module, batch: Sequence[float]) -> tuple[torch.Tensor, int]:
    given = torch.tensor([batch])
    return (model(given) - given.sum()).square().mean(), 2


def every(seconds: float) -> Callable[[], float]:
    """A clock that has moved on each time it is looked at."""
    ticks: Iterator[float] = count(0.0, seconds)
    return lambda: next(ticks)


def loop(out: Path, **settings: object) -> TrainingLoop:
    fields: dict[str, object] = {"minutes": math.inf, "peak_rate": 0.1, "plan": "sums", "clock": every(0.0)} | settings
    return TrainingLoop(out, **fields)  # type: ignore[arg-type]


def ignore(line: str) -> None:
    """Say nothing."""


def test_stopped_and_resumed_training_ends_with_the_weights_of_an_uninterrupted_one(tmp_path: Path) -> None:
    whole = network()
    reached = loop(tmp_path / "whole").run(whole, BATCHES, squared_error, ignore)

    def stopping(model: nn.Module, batch: Sequence[float]) -> tuple[torch.Tensor, int]:
        if batch == BATCHES[5]:
            raise KeyboardInterrupt
        return squared_error(model, batch)

    with pytest.raises(KeyboardInterrupt):
        loop(tmp_path / "parts", checkpoint_minutes=0).run(network(), BATCHES, stopping, ignore)
    said: list[str] = []
    resumed = network()
    assert loop(tmp_path / "parts").run(resumed, BATCHES, squared_error, said.append) == reached
    assert reached == Reached(batches=12, examples=24, minutes=0.0)
    assert said[0] == "Resumed after 5 batches and 0.0 minutes."
    for name, weight in whole.state_dict().items():
        assert torch.equal(weight, resumed.state_dict()[name])


def test_training_learns(tmp_path: Path) -> None:
    model = network()
    before = squared_error(model, BATCHES[4])[0].item()
    loop(tmp_path).run(model, BATCHES * 10, squared_error, ignore)
    assert squared_error(model, BATCHES[4])[0].item() < before / 10


def test_finished_training_is_left_as_it_is(tmp_path: Path) -> None:
    first, second = network(), network()
    loop(tmp_path).run(first, BATCHES, squared_error, ignore)
    lines = (tmp_path / "history.jsonl").read_text()
    loop(tmp_path).run(second, BATCHES, squared_error, ignore)
    assert torch.equal(first.state_dict()["weight"], second.state_dict()["weight"])
    assert (tmp_path / "history.jsonl").read_text() == lines


def test_minutes_of_all_runs_together_end_the_training(tmp_path: Path) -> None:
    # the clock moves by half a minute a batch
    assert loop(tmp_path, minutes=2, clock=every(30)).run(network(), BATCHES, squared_error, ignore).batches == 4
    assert loop(tmp_path, minutes=3, clock=every(30)).run(network(), BATCHES, squared_error, ignore) == Reached(
        6, 12, 3
    )


def test_checkpoint_of_another_plan_is_refused(tmp_path: Path) -> None:
    loop(tmp_path).run(network(), BATCHES, squared_error, ignore)
    with pytest.raises(ModelError, match=r"belongs to another training \(sums\): wanted products\. Name another OUT"):
        loop(tmp_path, plan="products").run(network(), BATCHES, squared_error, ignore)


def test_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    (tmp_path / "checkpoint.pt").write_bytes(b"PK damaged")
    with pytest.raises(ModelError, match=r"checkpoint\.pt cannot be read: wanted the checkpoint of sums"):
        loop(tmp_path).run(network(), BATCHES, squared_error, ignore)


def test_history_has_a_line_each_half_minute_and_one_at_the_end(tmp_path: Path) -> None:
    said: list[str] = []
    loop(tmp_path, minutes=10, clock=every(12)).run(network(), BATCHES[:7], squared_error, said.append)
    lines = History(tmp_path / "history.jsonl").read()
    assert [(line.batches, line.of, line.examples, line.minutes) for line in lines] == [
        (3, 7, 6, 0.6),
        (6, 7, 12, 1.2),
        (7, 7, 14, 1.4),
    ]
    assert said[-1] == f"7 of 7 batches · 14 examples · 1.4 of 10 min · loss {lines[-1].loss:.3f}"


def test_lines_after_the_checkpoint_are_dropped_on_resume(tmp_path: Path) -> None:
    history = History(tmp_path / "history.jsonl")
    for batches in (1, 2, 3):
        history.add(LINE.model_copy(update={"batches": batches}))
    history.cut(2)
    assert [line.batches for line in history.read()] == [1, 2]


def test_line_that_is_no_history_is_named(tmp_path: Path) -> None:
    (tmp_path / "history.jsonl").write_text('{"batches": 1}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"history\.jsonl, line 1, is no line of a history \(Field required\)"):
        History(tmp_path / "history.jsonl").read()


def test_final_loss_is_the_mean_of_the_last_tenth_of_the_batches() -> None:
    lines = [LINE.model_copy(update={"batches": n, "loss": loss}) for n, loss in ((90, 3.0), (96, 1.0), (100, 2.0))]
    assert final_loss(lines) == pytest.approx((6 * 1.0 + 4 * 2.0) / 10)
    assert final_loss([]) is None


def test_rate_rises_then_falls_to_a_twentieth() -> None:
    assert [rate_at(at, warmup=0.2) for at in (0.1, 0.2, 0.6, 1.0)] == pytest.approx([0.5, 1.0, 0.5, 0.05])


def test_frozen_weights_stay(tmp_path: Path) -> None:
    model = network()
    model.get_parameter("bias").requires_grad_(False)
    before = model.state_dict()["bias"].clone()
    loop(tmp_path).run(model, BATCHES, squared_error, ignore)
    assert torch.equal(model.state_dict()["bias"], before)
