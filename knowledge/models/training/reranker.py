"""Train the reranker: `python -m knowledge.models.training.reranker DATA OUT --minutes 30`."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import torch
import typer
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, kl_div

from knowledge.embedding import SentenceTransformerEmbedder
from knowledge.models.onnx_runtime import Pair
from knowledge.models.pair_scorer import PairScorer
from knowledge.models.registry import MINILM, LocatedModel, locate
from knowledge.models.training.batching import batches_by_tokens
from knowledge.models.training.commands import (
    CheckOverlap,
    Minutes,
    PeakRate,
    Seed,
    clear_of,
    load_quietly,
    run_command,
)
from knowledge.models.training.encoding import PairEncoder, padded
from knowledge.models.training.generated.fact_groups import FactGroups, read_facts
from knowledge.models.training.loop import Say, TrainingLoop
from knowledge.models.training.mining import NegativeMiner
from knowledge.models.training.overlap import Shared, texts_of_group
from knowledge.models.training.report import CURVE, REPORT, Plan, TrainingReport, write_report
from knowledge.models.training.reranker_data import LIMITS, Group, read_groups
from knowledge.models.training.saving import EVEN_ODDS, MODEL_FOLDER, PAIR_TOKENS, QUERY_TOKENS, save_reranker
from knowledge.torch_reranker import load_pair_scorer

BATCH_TOKENS = 4_096
PEAK_RATE = 8e-5
SMOOTHING = 0.05
"""Share of the wanted probability that is spread over a whole group: some negatives do answer."""

DISTILLED = 0.25
"""Weight of the distance from late interaction, beside the labels."""

TEACHER_SCALE = 18.0
"""Makes late interaction's scores logits; an untrained `PairScorer` multiplies the same parts by as much."""


POINTWISE = 0.3
"""Weight of each text's own probability of being an answer, beside the order within its group."""

FACT_ROUNDS = 4
"""Groups per question of `generated/facts.yaml`."""


def load_scorer(start: LocatedModel) -> PairScorer:
    """A trained scorer to go on with, or a new one on an encoder without dropout; word embeddings frozen."""
    load_quietly()
    scorer = load_pair_scorer(start.folder) if start.backend == "pair-scorer" else _new_scorer(start.folder)
    scorer.train().requires_grad_(True)
    embeddings: Any = scorer.encoder.embeddings
    embeddings.word_embeddings.weight.requires_grad_(False)
    return scorer


def _new_scorer(folder: Path) -> PairScorer:
    from transformers import AutoModel

    encoder = AutoModel.from_pretrained(
        str(folder),
        local_files_only=True,
        add_pooling_layer=False,
        attn_implementation="eager",
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    ).float()
    embeddings = encoder.embeddings
    with torch.no_grad():  # the encoder has read single texts only, all of type 0
        embeddings.token_type_embeddings.weight[1] = embeddings.token_type_embeddings.weight[0]
    return PairScorer(encoder, encoder.config.hidden_size)


def encode(tokenizer: Any, groups: Sequence[Group]) -> list[list[Pair]]:
    """The pairs of each group: the query's last tokens, and as much of a text's beginning as fits."""
    encoder = PairEncoder(tokenizer, PAIR_TOKENS)
    found = []
    for group in groups:
        query, *texts = encoder.ids([group.query, *group.texts])
        found.append([encoder.cut_second(query[-QUERY_TOKENS:], text) for text in texts])
    return found


@dataclass(frozen=True)
class GroupLoss:
    """Listwise softmax over each group: the positive should take nearly all of the probability.

    Where late interaction is right about a group, a part of the loss is the distance from its probabilities. Another part
    reads each text by itself, so that a score also says whether the text answers, and not only which text does so best.
    """

    groups: Sequence[Sequence[Pair]]
    teacher: Sequence[Sequence[float]]
    """Its scores, a row a group, empty where it was not asked."""

    def __call__(self, model: nn.Module, batch: Sequence[int]) -> tuple[torch.Tensor, int]:
        """Mean loss of a batch of groups, and their number."""
        groups = [self.groups[place] for place in batch]
        scores = model(**padded([pair for group in groups for pair in group]))
        parts = scores.split([len(group) for group in groups])
        losses = [self._loss(part, self.teacher[place]) for part, place in zip(parts, batch, strict=True)]
        return torch.stack(losses).mean(), len(groups)

    def _loss(self, scores: torch.Tensor, teacher: Sequence[float]) -> torch.Tensor:
        return (1 - POINTWISE) * _listwise(scores, teacher) + POINTWISE * _pointwise(scores)


def _listwise(scores: torch.Tensor, teacher: Sequence[float]) -> torch.Tensor:
    labelled = cross_entropy(scores.unsqueeze(0), torch.zeros(1, dtype=torch.long), label_smoothing=SMOOTHING)
    if not teacher or max(teacher) > teacher[0]:
        return labelled
    wanted = torch.tensor(teacher).mul(TEACHER_SCALE).softmax(dim=0)
    distance = kl_div(scores.log_softmax(dim=0), wanted, reduction="sum")
    return (1 - DISTILLED) * labelled + DISTILLED * distance


def _pointwise(scores: torch.Tensor) -> torch.Tensor:
    """The positive counts as much as all the others together."""
    answers = torch.zeros_like(scores)
    answers[0] = 1.0
    losses = binary_cross_entropy_with_logits(scores - EVEN_ODDS, answers, reduction="none")
    return (losses[0] + losses[1:].mean()) / 2 if len(losses) > 1 else losses[0]


def plan_of(groups: Sequence[Group], start: LocatedModel, seed: int, peak_rate: float) -> Plan:
    """Names a training by its data, its start, its seed and its rate."""
    digest = hashlib.sha256(repr([(group.query, group.texts) for group in groups]).encode()).hexdigest()
    return Plan(
        role="reranker",
        data_sha256=digest,
        start=start.name,
        start_sha256=start.sha256,
        seed=seed,
        peak_rate=peak_rate,
    )


def train(
    groups: Sequence[Group],
    start: LocatedModel,
    out: Path,
    minutes: float,
    seed: int,
    peak_rate: float,
    removed: Mapping[str, Shared],
    say: Say,
) -> TrainingReport:
    """Train on the groups; leaves checkpoint, history, model, report and curve in `out`."""
    from transformers import AutoTokenizer

    torch.manual_seed(seed)
    tokenizer = AutoTokenizer.from_pretrained(str(start.folder), local_files_only=True)
    plan, rows = plan_of(groups, start, seed, peak_rate), encode(tokenizer, groups)
    batches = batches_by_tokens([sum(len(pair.ids) for pair in group) for group in rows], BATCH_TOKENS, seed)
    scorer = load_scorer(start)
    reached = TrainingLoop(out, minutes, peak_rate, plan.name).run(
        scorer, batches, GroupLoss(rows, [group.teacher for group in groups]), say
    )
    save_reranker(out / MODEL_FOLDER, scorer, tokenizer)
    return write_report(out, plan, [group.source for group in groups], removed, reached)


def main(
    data: Annotated[Path, typer.Argument(help="Folder of *.jsonl.gz: query, positive, negatives, source a line.")],
    out: Annotated[Path, typer.Argument(help="Folder of the checkpoint, the history, the model and the report.")],
    start: Annotated[str, typer.Option(help="Model folder to go on with; the packaged embedder where none.")] = "",
    minutes: Minutes = 30.0,
    seed: Seed = 7,
    peak_rate: PeakRate = PEAK_RATE,
    check_overlap: CheckOverlap = None,
) -> None:
    """Train the reranker; run it again to go on where it stopped."""
    embedder = locate("embedder", MINILM.name)
    model = locate("reranker", start) if start else embedder
    groups, removed = clear_of(check_overlap or (), read_groups(data, LIMITS, seed), texts_of_group, typer.echo)
    random.Random(seed).shuffle(groups)
    typer.echo(f"{len(groups):,} groups from {data.name}: mining negatives.")
    mined = NegativeMiner(SentenceTransformerEmbedder(embedder), typer.echo).mine(groups, out)
    near_misses = list(FactGroups(read_facts()).make(FACT_ROUNDS, random.Random(seed)))
    # Weights that know the groups of the folder need as many of them as of the new ones, to keep what they know.
    known = mined[: len(near_misses)] if start else mined
    train([*known, *near_misses], model, out, minutes, seed, peak_rate, removed, typer.echo)
    typer.echo(f"Wrote the model, {REPORT} and {CURVE} to {out}.")


if __name__ == "__main__":
    run_command(main)
