"""The training loop: one pass over batches, with a time budget, checkpoints, resume, and a history to plot."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from knowledge.models.training.checkpoint import Checkpoint, Reached
from knowledge.models.training.history import History, HistoryLine

CHECKPOINT, HISTORY = "checkpoint.pt", "history.jsonl"

LossOf = Callable[[nn.Module, Any], tuple[torch.Tensor, int]]
"""(model, batch) to the mean loss of the batch and the number of examples in it."""

Say = Callable[[str], None]
"""Shows a line of progress."""


@dataclass(frozen=True)
class TrainingLoop:
    """AdamW with linear warm-up and decay, on the CPU; a stop loses no more than `checkpoint_minutes`.

    Source: Loshchilov and Hutter, Decoupled Weight Decay Regularization (ICLR 2019).
    """

    out: Path
    """Folder of the checkpoint and the history."""
    minutes: float
    """Time budget, counted over all runs of this training; infinite for all batches."""
    peak_rate: float
    plan: str
    """What is trained on what; a checkpoint of another plan is refused."""
    warmup: float = 0.03
    """Share of the run in which the rate rises."""
    checkpoint_minutes: float = 3.0
    report_minutes: float = 0.5
    weight_decay: float = 0.01
    clip: float = 1.0
    """Longest gradient, all weights together."""
    clock: Callable[[], float] = time.monotonic
    """Seconds."""

    def run(self, model: nn.Module, batches: Sequence[Any], loss_of: LossOf, say: Say) -> Reached:
        """Train until the batches or the minutes are used up, from the checkpoint on where there is one.

        The rate follows whichever is further on, the batches or the minutes, so that it has decayed to nearly nothing
        when either ends. Given minutes enough, the same weights, batches and plan give the same result, stopped and
        resumed or not.

        Raises:
            ModelError: the folder holds a checkpoint of another training.
        """
        self.out.mkdir(parents=True, exist_ok=True)
        checkpoint, history = Checkpoint(self.out / CHECKPOINT, self.plan), History(self.out / HISTORY)
        trained = [weight for weight in model.parameters() if weight.requires_grad]
        optimiser = torch.optim.AdamW(trained, lr=0.0, weight_decay=self.weight_decay, foreach=True)
        start = reached = saved = reported = checkpoint.load(model, optimiser)
        history.cut(start.batches)
        if start.batches:
            say(f"Resumed after {start.batches:,} batches and {start.minutes:.1f} minutes.")
        losses: list[float] = []
        for reached, loss in self._steps(model.train(), optimiser, start, batches, loss_of):
            losses.append(loss)
            if reached.minutes - reported.minutes >= self.report_minutes:
                self._report(history, reached, len(batches), losses, say)
                reported, losses = reached, []
            if reached.minutes - saved.minutes >= self.checkpoint_minutes:
                checkpoint.save(model, optimiser, reached)
                saved = reached
        if losses:
            self._report(history, reached, len(batches), losses, say)
        checkpoint.save(model, optimiser, reached)
        model.eval()
        return reached

    def _steps(
        self,
        model: nn.Module,
        optimiser: torch.optim.Optimizer,
        reached: Reached,
        batches: Sequence[Any],
        loss_of: LossOf,
    ) -> Iterator[tuple[Reached, float]]:
        """Train batch by batch; after each, how far it has come and the batch's loss."""
        begin, precision = self.clock() - 60 * reached.minutes, bf16()
        while reached.batches < len(batches) and reached.minutes < self.minutes:
            progress = max(reached.batches / len(batches), reached.minutes / self.minutes)
            with precision:
                loss, count = loss_of(model, batches[reached.batches])
            self._update(optimiser, loss, self.peak_rate * rate_at(progress, self.warmup))
            minutes = (self.clock() - begin) / 60
            reached = Reached(reached.batches + 1, reached.examples + count, minutes)
            yield reached, float(loss.detach())

    def _update(self, optimiser: torch.optim.Optimizer, loss: torch.Tensor, rate: float) -> None:
        loss.backward()  # type: ignore[no-untyped-call]
        for group in optimiser.param_groups:
            group["lr"] = rate
            nn.utils.clip_grad_norm_(group["params"], self.clip, foreach=True)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)

    def _report(self, history: History, reached: Reached, of: int, losses: Sequence[float], say: Say) -> None:
        line = HistoryLine(
            batches=reached.batches,
            of=of,
            examples=reached.examples,
            minutes=round(reached.minutes, 2),
            loss=round(sum(losses) / len(losses), 4),
        )
        history.add(line)
        say(
            f"{line.batches:,} of {of:,} batches · {line.examples:,} examples · "
            f"{line.minutes:.1f} of {self.minutes:g} min · loss {line.loss:.3f}"
        )


def rate_at(progress: float, warmup: float) -> float:
    """Share of the peak rate after a share of the run: up linearly, then down linearly to a twentieth."""
    if progress < warmup:
        return max(progress, 1e-3) / warmup
    return max(0.05, (1 - progress) / (1 - warmup))


def bf16() -> torch.autocast:
    """Matrix products in bfloat16 where the processor has instructions for it; the weights stay float32."""
    flags = _cpu_flags()
    return torch.autocast("cpu", torch.bfloat16, enabled="avx512_bf16" in flags or "amx_bf16" in flags)


def _cpu_flags() -> str:
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return ""
