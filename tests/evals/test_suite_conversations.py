"""A failing expectation is laid at the stage that it looks at."""

from __future__ import annotations

from agent.case_expect import Expect
from evals.suite_conversations import stage_of


def test_each_expectation_has_its_stage() -> None:
    asked = (
        "removed",
        "retrieved",
        "shown",
        "cut",
        "proved_by",
        "outcome",
        "handoff",
        "action",
        "contains",
        "latency_ms",
    )
    assert [stage_of(key) for key in asked] == [
        *("receive", "retrieval", "assemble", "ground", "ground", "decide", "decide", "act", "reply", "time")
    ]
    assert stage_of("orders.ORD-1.status") == "act"
    assert stage_of("no_leak") == "reply"
    assert set(asked) <= set(Expect.model_fields)
