"""Recall and precision of personal data, on two texts whose figures can be checked by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from evals.cli import app
from evals.errors import DatasetError
from evals.pii import measure
from evals.pii_files import pii_files, read_pii
from tests.agent.privacy.parts import FINDER

CARD, MAIL = "4111 1111 1111 1111", "a@b.example"
ROWS = [
    {
        "full_text": f"card {CARD}, mail {MAIL}",
        "spans": [
            {"entity_type": "CREDIT_CARD", "start_position": 5, "end_position": 24},
            {"entity_type": "EMAIL_ADDRESS", "start_position": 31, "end_position": 42},
        ],
    },
    {
        "full_text": "Anna pays with 1234 and c@d.example",
        "spans": [
            {"entity_type": "PERSON", "start_position": 0, "end_position": 4},
            {"entity_type": "CREDIT_CARD", "start_position": 15, "end_position": 19},
        ],
    },
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "two.json"
    path.write_text(json.dumps(ROWS), "utf-8")
    return path


def test_each_type_has_its_recall_and_precision(file: Path) -> None:
    found = measure("two", read_pii(file), FINDER)
    scores = {one.label: one for one in found.types}
    assert (scores["CREDIT_CARD"].recall, scores["CREDIT_CARD"].precision) == (0.5, 1.0)
    assert (scores["EMAIL_ADDRESS"].recall, scores["EMAIL_ADDRESS"].precision) == (1.0, 0.5)
    assert scores["PERSON"].aimed_at is False
    assert (found.micro.marked, found.micro.found, found.micro.predicted, found.micro.right) == (3, 2, 3, 2)


def test_report_as_json(file: Path) -> None:
    ended = CliRunner().invoke(app, ["pii", str(file), "--json"])
    assert ended.exit_code == 0
    (one,) = json.loads(ended.output)["sets"]
    assert one["name"] == "two"
    assert {score["label"] for score in one["types"]} == {"CREDIT_CARD", "EMAIL_ADDRESS", "PERSON"}


def test_file_of_another_form_is_named_with_its_row(tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text('[{"text": "x"}]', "utf-8")
    with pytest.raises(DatasetError, match=r"odd\.json, row 1"):
        read_pii(tmp_path / "odd.json")
    with pytest.raises(DatasetError, match="no JSON file"):
        pii_files(tmp_path / "nowhere")
