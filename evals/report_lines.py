"""A run as JSON lines: one for each row, one for each measure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from evals.report_result import RunResult


def lines_of(result: RunResult) -> str:
    """The whole file; `{"row": …}` a case, `{"measure": …}` a figure with the threshold that it is held to."""
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in _objects(result))


def _objects(result: RunResult) -> Iterator[dict[str, Any]]:
    for run in result.suites:
        for row in run.rows:
            found = row.model_dump(mode="json", exclude={"id"}, exclude_defaults=True)
            yield {"suite": run.suite, "row": row.id, **found, "passed": row.passed}
        for name, value in run.measures.items():
            held = [one for one in result.thresholds if (one.suite, one.measure) == (run.suite, name)]
            bounds: dict[str, float] = {one.bound: one.wanted for one in held}
            met = {"met": all(one.met for one in held)} if held else {}
            yield {"suite": run.suite, "measure": name, "value": value, **bounds, **met}
