"""What a training leaves beside its weights: a report, and the loss curve as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from knowledge.curve import curve_svg
from knowledge.models.manifest import Sha256
from knowledge.models.training.checkpoint import Reached
from knowledge.models.training.history import History, HistoryLine, final_loss
from knowledge.models.training.loop import HISTORY
from knowledge.models.training.overlap import Shared
from knowledge.types import Value

REPORT, CURVE = "report.json", "curve.svg"

TrainedRole = Literal["reranker", "verifier"]


class Plan(Value):
    """What is trained on what."""

    role: TrainedRole
    data_sha256: Sha256
    """Of the training items in the order in which they are numbered."""
    start: str
    """Name of the model that the training starts from."""
    start_sha256: Sha256
    """Of its weights file."""
    seed: int
    peak_rate: float
    """Learning rate at its highest."""

    @property
    def name(self) -> str:
        """As a checkpoint knows it."""
        return f"{self.role}, data {self.data_sha256[:12]}, start {self.start_sha256[:12]}, seed {self.seed}, rate {self.peak_rate:g}"


class TrainingReport(Value):
    """What was trained, on what, and how it went."""

    plan: Plan
    items: int
    """Of the plan: pairs of a verifier, groups of a reranker."""
    items_by_source: dict[str, int]
    removed: dict[str, Shared]
    """Items that shared text with an evaluation file, by its name."""
    batches: int
    """Trained; so are the next two."""
    examples: int
    minutes: float
    final_loss: float | None
    """Mean of the last tenth of the batches."""
    loss_curve: tuple[HistoryLine, ...]


def write_report(
    out: Path, plan: Plan, sources: Iterable[str], removed: Mapping[str, Shared], reached: Reached
) -> TrainingReport:
    """Write the report and the curve of the training whose history lies in a folder.

    Args:
        out: folder of the training.
        plan: of the training.
        sources: of every item.
        removed: as `without_overlap` counted it.
        reached: how far it has come.
    """
    lines = History(out / HISTORY).read()
    counts = Counter(sources)
    report = TrainingReport(
        plan=plan,
        items=counts.total(),
        items_by_source=dict(sorted(counts.items())),
        removed=dict(removed),
        batches=reached.batches,
        examples=reached.examples,
        minutes=round(reached.minutes, 2),
        final_loss=final_loss(lines),
        loss_curve=tuple(lines),
    )
    (out / REPORT).write_text(report.model_dump_json(indent=2) + "\n", encoding="utf-8", newline="\n")
    picture = curve_svg(
        [(line.minutes, line.loss) for line in lines],
        title=f"Training of the {plan.role}: {reached.examples:,} examples",
        x_label="minutes",
        y_label="loss (mean of half a minute)",
    )
    (out / CURVE).write_text(picture, encoding="utf-8", newline="\n")
    return report
