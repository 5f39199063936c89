"""A training from files to report, and what a command says when it cannot go on."""

import subprocess
import sys
from pathlib import Path

import pytest

from knowledge.models.registry import locate
from knowledge.models.training import reranker, verifier
from knowledge.models.training.commands import clear_of
from knowledge.models.training.generated.pairs import Pair
from knowledge.models.training.overlap import Shared, texts_of_pair
from knowledge.models.training.reranker_data import Group
from knowledge.models.training.saving import save_verifier
from tests.knowledge.training.tiny_training import tiny_classifier, tiny_tokenizer, write_packed

PAIRS = [
    Pair("the refund takes five days", "the refund is due in five days", "entailment", "paraphrase", "faq"),
    Pair("the lamp is sent in a week", "the lamp is late", "not_entailment", "unrelated", "faq"),
    Pair("the lamp can be returned", "the lamp can not be returned", "contradiction", "negated", "orders"),
]


def ignore(line: str) -> None:
    """Say nothing."""


def test_verifier_is_trained_and_reported(tmp_path: Path) -> None:
    save_verifier(tmp_path / "start", tiny_classifier(), tiny_tokenizer(tmp_path))
    start = locate("verifier", str(tmp_path / "start"))
    report = verifier.train(PAIRS, start, tmp_path / "out", 1.0, 7, 1e-4, {}, ignore)
    assert (report.items_by_source, report.batches, report.examples) == ({"faq": 2, "orders": 1}, 1, 3)
    assert report.final_loss == pytest.approx(report.loss_curve[-1].loss)
    assert locate("verifier", str(tmp_path / "out" / "model")).labels == ("entailment", "neutral", "contradiction")
    again = verifier.train(PAIRS, start, tmp_path / "out", 1.0, 7, 1e-4, {}, ignore)
    assert again == report


def test_reranker_is_trained_and_reported(tmp_path: Path) -> None:
    save_verifier(tmp_path / "start", tiny_classifier(), tiny_tokenizer(tmp_path))
    groups = [
        Group("is the lamp late", ("the lamp is late", "a refund"), "faq"),
        Group("a refund", ("a refund",), "faq"),
    ]
    start = locate("verifier", str(tmp_path / "start"))
    report = reranker.train(groups, start, tmp_path / "out", 1.0, 7, 1e-4, {}, ignore)
    assert (report.items, report.batches, report.examples) == (2, 1, 2)
    trained = locate("reranker", str(tmp_path / "out" / "model"))
    assert trained.backend == "pair-scorer"
    further = reranker.train(groups, trained, tmp_path / "on", 1.0, 7, 1e-4, {}, ignore)
    assert further.plan.start_sha256 == trained.sha256


def test_items_of_an_evaluation_file_are_removed_and_told(tmp_path: Path) -> None:
    path = write_packed(tmp_path / "dev.jsonl.gz", [{"evidence": "The lamp can be returned.", "claim": "x"}])
    said: list[str] = []
    kept, removed = clear_of([path], PAIRS, texts_of_pair, said.append)
    assert kept == PAIRS[:2]
    assert removed == {f"{tmp_path.name}/dev.jsonl.gz": Shared(same=1, near=0)}
    assert said == [f"{tmp_path.name}/dev.jsonl.gz: 1 items share a text, 0 the beginning of one; removed."]


def test_command_says_what_is_wrong_in_one_line(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "knowledge.models.training.reranker", str(tmp_path), str(tmp_path / "out")],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=Path(__file__).parents[3],
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr == (
        f"{tmp_path} holds no *.jsonl.gz: wanted files of query, positive, negatives, source. Name their folder.\n"
    )
