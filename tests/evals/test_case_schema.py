"""The published schema is that of the models, and the shipped cases are valid by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent.case_expect import Expect, Finally
from agent.case_marks import read_marked
from agent.case_types import Case, CaseSource, Turn
from agent.cases import read_cases
from evals.case_files import shipped
from evals.case_schema import DRAFT, case_schema
from tests.evals.case_shop import INVENTED, REFUND, WEAK, WRAPPING, WRONG, case_file

FILES = [
    one for one in sorted(shipped().rglob("*.yaml")) if not one.name.startswith("_") and not one.stem.endswith("-model")
]


def errors(tree: Any) -> list[str]:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(case_schema())
    return [error.message for error in jsonschema.Draft202012Validator(case_schema()).iter_errors(tree)]


def test_schema_names_every_key_and_says_what_it_is() -> None:
    schema = case_schema()
    assert schema["$schema"] == DRAFT
    for model in (Case, CaseSource, Turn, Expect, Finally):
        known = {field.alias or name for name, field in model.model_fields.items()}
        described = schema["$defs"][model.__name__ if model is not Case else "CaseSource"]["properties"]
        assert known <= described.keys()
        assert all(described[key].get("description") for key in known)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_shipped_cases_are_valid(file: Path) -> None:
    assert read_cases(file)
    assert errors(read_marked(file)) == []


def test_every_kind_of_expectation_is_valid_and_a_wrong_key_is_not(tmp_path: Path) -> None:
    file = case_file(tmp_path, WRAPPING, REFUND, INVENTED, WRONG, WEAK)
    assert errors(read_marked(file)) == []
    assert errors({"name": "x", "today": "2026-11-30", "turns": [{"say": "Hi", "expect": {"outcom": "answered"}}]})
    assert errors({"name": "x", "today": "${day}", "turns": [{"include": "a.yaml"}, {"say": 3}]}) == []
