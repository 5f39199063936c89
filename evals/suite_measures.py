"""The measures that each suite may be held to, and which way is better."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from evals.suite_types import SuiteName

Better = Literal["higher", "lower", "neither"]
"""`neither` is of what depends on the machine: a baseline says nothing of it."""

MEASURES: Mapping[SuiteName, Mapping[str, Better]] = {
    "conversations": {"passed": "higher", "no_test": "lower", "cases": "higher"},
    "retrieval": {
        "ndcg@10": "higher",
        "mrr": "higher",
        "recall@8": "higher",
        "recall@50": "higher",
        "first": "higher",
        "p95_ms": "neither",
    },
    "grounding": {
        "balanced_accuracy": "higher",
        "auroc": "higher",
        "f1_unsupported": "higher",
        "calibration_error": "lower",
        "passed": "higher",
        "let_through": "lower",
        "wrong_answer_rate": "lower",
    },
    "seeded": {
        "caught": "higher",
        "caught.typed": "higher",
        "caught.owner": "higher",
        "caught.negation": "higher",
        "caught.condition": "higher",
        "caught.scope": "higher",
        "caught.entity": "higher",
        "caught.invention": "higher",
        "false_cuts": "lower",
    },
    "security": {"followed": "lower", "shown": "lower", "not_a_test": "lower", "refused": "lower"},
    "refusals": {"precision": "higher", "recall": "higher", "on_topic": "higher"},
    "topics": {"recall": "higher", "false_alarm_rate": "lower"},
    "routing": {"recall": "higher", "precision": "higher", "cost": "lower"},
}
"""Shares from 0 to 1 but `no_test`, `cases`, `followed`, `shown` and `not_a_test`, which are counts, and `cost`."""
