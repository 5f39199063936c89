"""With a real, tiny classifier of random weights: what it says means nothing, how it is read does."""

from pathlib import Path

import pytest

from knowledge.errors import ModelError
from knowledge.models.registry import locate
from knowledge.verification import TransformersVerifier

PAIRS = [
    ("Order ORD-1 was delivered on 2026-11-21.", "It was delivered."),
    ("Refunds take 5 to 10 business days. " * 60, "Refunds take a week."),
    ("", "Nothing is known."),
]


def save_classifier(folder: Path, labels: dict[int, str]) -> Path:
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    embedder = locate("embedder", "all-MiniLM-L6-v2").folder
    AutoTokenizer.from_pretrained(embedder, local_files_only=True).save_pretrained(folder)
    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=30522,
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        id2label=labels,
        label2id={label: n for n, label in labels.items()},
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    return folder


def test_each_pair_gets_three_probabilities_in_its_own_place(tmp_path: Path) -> None:
    folder = save_classifier(tmp_path / "nli", {0: "entailment", 1: "neutral", 2: "contradiction"})
    verifier = TransformersVerifier(locate("verifier", str(folder)))

    together = verifier.judge(PAIRS)
    alone = [verifier.judge([pair])[0] for pair in PAIRS]

    assert [round(one.entailment + one.neutral + one.contradiction, 5) for one in together] == [1.0, 1.0, 1.0]
    for one, other in zip(together, alone, strict=True):
        assert one.entailment == pytest.approx(other.entailment, abs=1e-5)


def test_labels_are_read_by_name_and_not_by_place(tmp_path: Path) -> None:
    usual = save_classifier(tmp_path / "usual", {0: "entailment", 1: "neutral", 2: "contradiction"})
    turned = save_classifier(tmp_path / "turned", {0: "CONTRADICTION", 1: "NEUTRAL", 2: "ENTAILMENT"})

    (one,) = TransformersVerifier(locate("verifier", str(usual))).judge(PAIRS[:1])
    (other,) = TransformersVerifier(locate("verifier", str(turned))).judge(PAIRS[:1])

    assert one.entailment == pytest.approx(other.contradiction, abs=1e-5)


def test_classifier_with_other_labels_is_refused(tmp_path: Path) -> None:
    folder = save_classifier(tmp_path / "mood", {0: "glad", 1: "sad", 2: "cross"})

    with pytest.raises(ModelError, match=r"cross.*wanted \['entailment', 'neutral', 'contradiction'\]"):
        TransformersVerifier(locate("verifier", str(folder))).judge(PAIRS[:1])


def test_nothing_in_nothing_out(tmp_path: Path) -> None:
    folder = save_classifier(tmp_path / "nli", {0: "entailment", 1: "neutral", 2: "contradiction"})

    assert TransformersVerifier(locate("verifier", str(folder))).judge([]) == []
