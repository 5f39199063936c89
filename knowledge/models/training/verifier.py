"""Train the verifier: `python -m knowledge.models.training.verifier DATA DOCUMENTS OUT --minutes 60`."""

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

from knowledge.models.manifest import LABELS
from knowledge.models.onnx_runtime import Pair as Encoded
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
from knowledge.models.training.generated.pairs import Pair, PairLabel
from knowledge.models.training.loop import Say, TrainingLoop
from knowledge.models.training.overlap import Shared, texts_of_pair
from knowledge.models.training.report import CURVE, REPORT, Plan, TrainingReport, write_report
from knowledge.models.training.saving import MODEL_FOLDER, save_verifier
from knowledge.models.training.verifier_data import GENERATED, WEIGHTS, generate, read_collections, read_documents

PAIR_TOKENS, HYPOTHESIS_TOKENS = 192, 96
"""Less than the 256 tokens that are read later: longer pairs cost most of the time and teach little more."""

BATCH_TOKENS = 4_096
PEAK_RATE = 1.5e-4


def load_classifier(folder: Path) -> nn.Module:
    """A three-way classifier on the weights of a folder, without dropout, word embeddings frozen.

    A folder without a classification head, such as the embedder's, gets a new one.
    """
    from transformers import AutoModelForSequenceClassification

    load_quietly()
    model: Any = AutoModelForSequenceClassification.from_pretrained(
        str(folder),
        local_files_only=True,
        num_labels=len(LABELS),
        id2label=dict(enumerate(LABELS)),
        label2id={label: place for place, label in enumerate(LABELS)},
        attn_implementation="eager",
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    classifier: nn.Module = model.float()
    model.bert.embeddings.word_embeddings.weight.requires_grad_(False)
    return classifier


@dataclass(frozen=True)
class PairLoss:
    """Negative log likelihood; of `not_entailment` that of neutral and contradiction together."""

    pairs: Sequence[Encoded]
    labels: Sequence[PairLabel]

    def __call__(self, model: nn.Module, batch: Sequence[int]) -> tuple[torch.Tensor, int]:
        """Mean loss of a batch of pairs, and their number."""
        logits = model(**padded([self.pairs[place] for place in batch])).logits.float()
        wanted = torch.tensor([[_is_meant(self.labels[place], column) for column in LABELS] for place in batch])
        chance = logits.log_softmax(dim=-1)
        return -torch.logsumexp(chance.masked_fill(~wanted, -1e4), dim=-1).mean(), len(batch)


def _is_meant(label: PairLabel, column: str) -> bool:
    return column != "entailment" if label == "not_entailment" else column == label


def encode(tokenizer: Any, pairs: Sequence[Pair]) -> list[Encoded]:
    """Each pair's premise and hypothesis as one input; of a long premise the end is cut."""
    encoder = PairEncoder(tokenizer, PAIR_TOKENS)
    premises = encoder.ids([pair.premise for pair in pairs])
    hypotheses = encoder.ids([pair.hypothesis for pair in pairs])
    return [
        encoder.cut_first(premise, hypothesis[:HYPOTHESIS_TOKENS])
        for premise, hypothesis in zip(premises, hypotheses, strict=True)
    ]


def training_pairs(data: Path, documents: Path, seed: int) -> list[Pair]:
    """All pairs of a training, shuffled.

    Raises:
        InputError: a file is missing, or a line of it cannot be used.
    """
    rng = random.Random(seed)
    pairs = [*read_collections(data, WEIGHTS, rng), *generate(read_documents(documents), GENERATED, rng)]
    rng.shuffle(pairs)
    return pairs


def plan_of(pairs: Sequence[Pair], start: LocatedModel, seed: int, peak_rate: float) -> Plan:
    """Names a training by its data, its start, its seed and its rate."""
    digest = hashlib.sha256(repr([(pair.premise, pair.hypothesis, pair.label) for pair in pairs]).encode()).hexdigest()
    return Plan(
        role="verifier",
        data_sha256=digest,
        start=start.name,
        start_sha256=start.sha256,
        seed=seed,
        peak_rate=peak_rate,
    )


def train(
    pairs: Sequence[Pair],
    start: LocatedModel,
    out: Path,
    minutes: float,
    seed: int,
    peak_rate: float,
    removed: Mapping[str, Shared],
    say: Say,
) -> TrainingReport:
    """Train on the pairs; leaves checkpoint, history, model, report and curve in `out`."""
    from transformers import AutoTokenizer

    torch.manual_seed(seed)
    tokenizer = AutoTokenizer.from_pretrained(str(start.folder), local_files_only=True)
    plan, rows = plan_of(pairs, start, seed, peak_rate), encode(tokenizer, pairs)
    lengths = [len(row.ids) for row in rows]
    say(f"{sum(lengths) / 1e6:.1f} million tokens.")
    batches = batches_by_tokens(lengths, BATCH_TOKENS, seed)
    classifier = load_classifier(start.folder)
    loss_of = PairLoss(rows, [pair.label for pair in pairs])
    reached = TrainingLoop(out, minutes, peak_rate, plan.name).run(classifier, batches, loss_of, say)
    save_verifier(out / MODEL_FOLDER, classifier, tokenizer)
    return write_report(out, plan, [pair.source for pair in pairs], removed, reached)


def main(
    data: Annotated[Path, typer.Argument(help="JSON lines, .gz or not: premise, hypothesis, label, ds.")],
    documents: Annotated[Path, typer.Argument(help="Folder of the reranker's training files.")],
    out: Annotated[Path, typer.Argument(help="Folder of the checkpoint, the history, the model and the report.")],
    start: Annotated[str, typer.Option(help="Model folder to start from; the packaged embedder where none.")] = "",
    minutes: Minutes = 60.0,
    seed: Seed = 7,
    peak_rate: PeakRate = PEAK_RATE,
    check_overlap: CheckOverlap = None,
) -> None:
    """Train the verifier; run it again to go on where it stopped."""
    model = locate("verifier", start) if start else locate("embedder", MINILM.name)
    pairs, removed = clear_of(check_overlap or (), training_pairs(data, documents, seed), texts_of_pair, typer.echo)
    typer.echo(f"{len(pairs):,} pairs: reading them.")
    train(pairs, model, out, minutes, seed, peak_rate, removed, typer.echo)
    typer.echo(f"Wrote the model, {REPORT} and {CURVE} to {out}.")


if __name__ == "__main__":
    run_command(main)
