"""With real, tiny classifiers: of random weights, whose opinions mean nothing, and of counts that can be reckoned."""

import json
from dataclasses import replace
from math import exp
from pathlib import Path

import numpy as np
import pytest

from knowledge.errors import ModelError
from knowledge.models.registry import locate
from knowledge.verification import (
    UNDECIDED,
    OnnxVerifier,
    TransformersVerifier,
    fits,
    open_verifier,
    probabilities,
)
from tests.knowledge.tiny_classifier import save_classifier
from tests.knowledge.tiny_onnx import describe, save_folder

PAIRS = [
    ("Order ORD-1 was delivered on 2026-11-21.", "It was delivered."),
    ("Refunds take 5 to 10 business days. " * 60, "Refunds take a week."),
    ("", "Nothing is known."),
]
USUAL = {0: "entailment", 1: "neutral", 2: "contradiction"}
COUNTS = ("attention_mask", "token_type_ids", "token_type_ids")
"""Logits of the counting model: tokens of the pair, tokens of the hypothesis and its [SEP], and those again."""


def write_calibration(folder: Path, temperature: float, sha256: str) -> None:
    data = {
        "model_sha256": sha256,
        "temperature": temperature,
        "balanced": 0.5,
        "points": [{"wrong_answer_rate": 0.05, "entailed": 0.8, "contradicted": 0.8, "passed": 0.5}],
        "rows": 100,
        "made_from": ["shop-claims"],
    }
    (folder / "calibration.json").write_text(json.dumps(data), encoding="utf-8")


def test_each_pair_gets_three_probabilities_in_its_own_place(tmp_path: Path) -> None:
    verifier = TransformersVerifier(locate("verifier", str(save_classifier(tmp_path / "nli", USUAL))))

    together = verifier.judge(PAIRS)
    alone = [verifier.judge([pair])[0] for pair in PAIRS]

    assert [round(one.entailment + one.neutral + one.contradiction, 5) for one in together] == [1.0, 1.0, 1.0]
    for one, other in zip(together, alone, strict=True):
        assert one.entailment == pytest.approx(other.entailment, abs=1e-5)


def test_labels_are_read_by_name_and_not_by_place(tmp_path: Path) -> None:
    usual = save_classifier(tmp_path / "usual", USUAL)
    turned = save_classifier(tmp_path / "turned", {0: "CONTRADICTION", 1: "NEUTRAL", 2: "ENTAILMENT"})

    (one,) = TransformersVerifier(locate("verifier", str(usual))).judge(PAIRS[:1])
    (other,) = TransformersVerifier(locate("verifier", str(turned))).judge(PAIRS[:1])

    assert one.entailment == pytest.approx(other.contradiction, abs=1e-5)


def test_classifier_with_other_labels_is_refused(tmp_path: Path) -> None:
    folder = save_classifier(tmp_path / "mood", {0: "glad", 1: "sad", 2: "cross"})

    with pytest.raises(ModelError, match=r"cross.*wanted \['entailment', 'neutral', 'contradiction'\]"):
        TransformersVerifier(locate("verifier", str(folder))).judge(PAIRS[:1])


def test_weights_that_transformers_cannot_read_are_refused(tmp_path: Path) -> None:
    folder = save_classifier(tmp_path / "nli", USUAL)
    (folder / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(ModelError, match=r"nli cannot be read by transformers.*support doctor"):
        TransformersVerifier(locate("verifier", str(folder))).judge(PAIRS[:1])


def test_nothing_in_nothing_out(tmp_path: Path) -> None:
    verifier = TransformersVerifier(locate("verifier", str(save_classifier(tmp_path / "nli", USUAL))))
    assert verifier.judge([]) == []


def test_a_claim_that_the_window_cannot_hold_whole_is_left_undecided(tmp_path: Path) -> None:
    verifier = TransformersVerifier(locate("verifier", str(save_classifier(tmp_path / "nli", USUAL))))
    judged = verifier.judge([("It is late.", "It is late. " * 100), PAIRS[0]])
    assert judged[0] == UNDECIDED
    assert judged[1] == verifier.judge(PAIRS[:1])[0]


def test_temperature_of_a_calibration_softens_a_transformers_model(tmp_path: Path) -> None:
    model = locate("verifier", str(save_classifier(tmp_path / "nli", USUAL)))
    (plain,) = TransformersVerifier(model).judge(PAIRS[:1])
    write_calibration(model.folder, 1e6, model.sha256)
    (soft,) = TransformersVerifier(model).judge(PAIRS[:1])
    assert plain.entailment != pytest.approx(1 / 3, abs=1e-5)
    assert soft.entailment == pytest.approx(1 / 3, abs=1e-5)


def test_calibration_of_another_model_is_refused_when_a_verifier_is_opened(tmp_path: Path) -> None:
    model = locate("verifier", str(save_classifier(tmp_path / "nli", USUAL)))
    write_calibration(model.folder, 2.0, "ab" * 32)
    with pytest.raises(ModelError, match="was measured with weights of sha256 abababababab"):
        open_verifier(model)


def test_backend_of_the_folder_chooses_the_verifier(tmp_path: Path) -> None:
    onnx = save_folder(tmp_path / "onnx", "verifier", COUNTS)
    assert isinstance(open_verifier(locate("verifier", str(onnx))), OnnxVerifier)
    own = tmp_path / "own"
    own.mkdir()
    (own / "model.safetensors").write_bytes(b"never read")
    assert isinstance(open_verifier(locate("verifier", str(own))), TransformersVerifier)


def test_onnx_verifier_reads_logits_by_the_manifests_labels(tmp_path: Path) -> None:
    model = locate("verifier", str(save_folder(tmp_path / "nli", "verifier", COUNTS)))
    # [CLS] the parcel [SEP] late [SEP]: logits 6, 2, 2
    (found,) = OnnxVerifier(model).judge([("the parcel", "late")])
    assert found.entailment == pytest.approx(1 / (1 + 2 * exp(-4)))
    (turned,) = OnnxVerifier(replace(model, labels=("contradiction", "neutral", "entailment"))).judge(
        [("the parcel", "late")]
    )
    assert (turned.contradiction, turned.entailment) == (found.entailment, found.contradiction)


def test_onnx_verifier_divides_by_the_calibrations_temperature(tmp_path: Path) -> None:
    folder = save_folder(tmp_path / "nli", "verifier", COUNTS)
    write_calibration(folder, 2.0, locate("verifier", str(folder)).sha256)
    describe(folder, "verifier", 16)
    (found,) = OnnxVerifier(locate("verifier", str(folder))).judge([("the parcel", "late")])
    assert found.entailment == pytest.approx(1 / (1 + 2 * exp(-2)))


def test_onnx_verifier_cuts_the_premise_and_never_the_claim(tmp_path: Path) -> None:
    counts = ("token_type_ids", "attention_mask", "attention_mask")
    folder = save_folder(tmp_path / "nli", "verifier", counts, window=40)
    write_calibration(folder, 40.0, locate("verifier", str(folder)).sha256)
    describe(folder, "verifier", 40)
    verifier = OnnxVerifier(locate("verifier", str(folder)))
    # 40 tokens, of them late, not, due and [SEP] of type 1: logits 4, 40, 40, divided by 40
    (cut,) = verifier.judge([("the parcel came " * 40, "late not due")])
    assert cut.entailment == pytest.approx(exp(0.1) / (exp(0.1) + 2 * exp(1)))
    assert verifier.judge([("the parcel", "late " * 36)]) == [UNDECIDED]


def test_onnx_verifier_keeps_the_order_of_the_pairs(tmp_path: Path) -> None:
    verifier = OnnxVerifier(locate("verifier", str(save_folder(tmp_path / "nli", "verifier", COUNTS, window=64))))
    pairs = [("the parcel came", "late"), ("", "late"), ("the", "not due")]
    assert verifier.judge(pairs) == [verifier.judge([pair])[0] for pair in pairs]
    assert verifier.judge([]) == []


def test_onnx_model_with_too_few_outputs_is_refused(tmp_path: Path) -> None:
    folder = save_folder(tmp_path / "nli", "verifier", COUNTS[:2])
    with pytest.raises(ModelError, match=r"has 2 outputs with the labels .*grounding\.verifier"):
        OnnxVerifier(locate("verifier", str(folder))).judge([("the", "parcel")])


def test_claim_fits_where_32_tokens_of_a_longer_premise_can_be_read_beside_it() -> None:
    assert fits(premise=500, hypothesis=221, room=253)
    assert not fits(premise=500, hypothesis=222, room=253)
    assert fits(premise=3, hypothesis=250, room=253)
    assert not fits(premise=0, hypothesis=254, room=253)


def test_probabilities_are_the_softmax_of_the_scaled_logits() -> None:
    rows = np.array([[0.0, 0.0], [1000.0, 998.0]], dtype=np.float32)
    found = probabilities(rows, 2.0)
    assert found[0].tolist() == [0.5, 0.5]
    assert float(found[1, 0]) == pytest.approx(1 / (1 + exp(-1)))
