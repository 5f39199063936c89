"""The judges that come with the package: whole, checked byte by byte, small, and able to do their work."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.cross_encoder import open_reranker
from knowledge.errors import ModelError
from knowledge.models.calibration import read_calibration
from knowledge.models.locating import packaged_model
from knowledge.models.manifest import MANIFEST
from knowledge.models.registry import RERANKER, VERIFIER, ModelEntry, locate
from knowledge.verification import open_verifier

CASES = [
    *((VERIFIER, name) for name in ("model.onnx", "tokenizer.json", "calibration.json", MANIFEST)),
    *((RERANKER, name) for name in ("model.onnx", "tokenizer.json", MANIFEST)),
]


def copied(entry: ModelEntry, target: Path) -> ModelEntry:
    """The entry with a copy of its folder."""
    assert entry.folder
    source = entry.folder()
    assert source
    shutil.copytree(source, target)
    return replace(entry, folder=lambda: target)


@pytest.mark.parametrize(("entry", "name"), CASES, ids=[f"{entry.name}/{name}" for entry, name in CASES])
def test_one_flipped_byte_is_refused_by_the_name_of_the_file(entry: ModelEntry, name: str, tmp_path: Path) -> None:
    copy = copied(entry, tmp_path / "model")
    path = tmp_path / "model" / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(ModelError, match=rf"{name} has sha256 .*wanted .*damaged"):
        packaged_model(copy)


@pytest.mark.parametrize(("entry", "name"), CASES, ids=[f"{entry.name}/{name}" for entry, name in CASES])
def test_missing_file_is_named(entry: ModelEntry, name: str, tmp_path: Path) -> None:
    copy = copied(entry, tmp_path / "model")
    (tmp_path / "model" / name).unlink()
    with pytest.raises(ModelError, match=rf"{name} is missing|is not installed"):
        packaged_model(copy)


@pytest.mark.parametrize("entry", [VERIFIER, RERANKER], ids=lambda entry: entry.name)
def test_judge_is_at_most_25_megabytes_with_its_tokenizer(entry: ModelEntry) -> None:
    model = locate(entry.role, entry.name)
    assert sum(path.stat().st_size for path in model.folder.iterdir()) <= 25_000_000


@pytest.mark.parametrize("entry", [VERIFIER, RERANKER], ids=lambda entry: entry.name)
def test_judge_tells_nothing_of_the_machine_that_made_it(entry: ModelEntry) -> None:
    content = locate(entry.role, entry.name).weights_file.read_bytes()
    assert [mark for mark in (b"site-packages", b".venv", b"pkg.torch") if mark in content] == []


def test_thresholds_rise_as_the_wrong_answer_rate_falls() -> None:
    calibration = read_calibration(locate("verifier", "verifier-1"))
    assert calibration is not None
    thresholds = [point.entailed for point in calibration.points]
    assert len(thresholds) >= 3
    assert thresholds == sorted(thresholds, reverse=True)


EVIDENCE = (
    "Refunds › Timing: Card refunds take 5 to 10 business days to show after we issue the refund. PayPal is quicker."
)


@pytest.mark.parametrize(
    ("claim", "label"),
    [
        ("A refund to your card shows up after 5 to 10 business days.", "entailment"),
        ("Card refunds take 30 business days to show.", "contradiction"),
        ("Gift wrapping costs 4 dollars.", "neutral"),
    ],
)
def test_verifier_tells_what_follows_from_what_does_not(claim: str, label: str) -> None:
    (found,) = open_verifier(locate("verifier", "verifier-1")).judge([(EVIDENCE, claim)])
    assert max(("entailment", "neutral", "contradiction"), key=lambda name: getattr(found, name)) == label


def test_reranker_puts_the_answer_first() -> None:
    reranker = open_reranker(locate("reranker", "reranker-1"))
    texts = [
        "Orders\nYou find your orders in your account.",
        "Refunds › Timing\nCard refunds take 5 to 10 business days to show on your statement.",
        "Delivery\nStandard delivery takes 3 days.",
    ]
    scores = reranker.score("when will my money be back on my card?", texts)
    assert max(range(3), key=scores.__getitem__) == 1


@pytest.mark.parametrize("beside", [0, 1, 5])
def test_verdict_on_a_pair_does_not_depend_on_what_is_read_beside_it(beside: int) -> None:
    verifier = open_verifier(locate("verifier", "verifier-1"))
    pair = (EVIDENCE, "A refund to your card shows up after 5 to 10 business days.")
    others = [("word " * 40 * n, f"Another claim, number {n}.") for n in range(1, beside + 1)]
    found = verifier.judge([*others, pair])[-1]
    assert found.entailment == pytest.approx(verifier.judge([pair])[0].entailment, abs=1e-4)
