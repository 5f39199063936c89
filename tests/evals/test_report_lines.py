"""JSON lines hold each row once and each measure with its threshold."""

from __future__ import annotations

import json

from evals.report_lines import lines_of
from tests.evals.run_parts import NASTY, result


def test_a_line_for_each_row_and_each_measure() -> None:
    found = [json.loads(line) for line in lines_of(result()).split("\n")[:-1]]
    assert [(one["suite"], one.get("row", one.get("measure"))) for one in found] == [
        ("conversations", "a good case"),
        ("conversations", f"lying draft {NASTY}"),
        ("conversations", "passed"),
        ("routing", "t1"),
        ("routing", "t2"),
        ("routing", "recall"),
    ]
    assert (found[0]["passed"], found[1]["passed"], found[1]["stage"]) == (True, False, "ground")
    assert found[1]["turns"][0]["trace"] == ["asked", f"  {NASTY}"]
    assert found[2] == {"suite": "conversations", "measure": "passed", "value": 0.5, "at_least": 1.0, "met": False}
