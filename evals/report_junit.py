"""A run as JUnit XML, as CI servers read it: a test suite for each suite, a test case for each row and each threshold.

What fails the run is a failure here and nothing else: a threshold that is not met, a row that is worse than in the baseline,
and, where conversations miss a threshold, each that failed. Any other row that failed is told as skipped, with the reason.
Shape: https://github.com/testmoapp/junitxml
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from evals.report_result import RunResult
from evals.report_text import sound
from evals.suite_running import Threshold
from evals.suite_types import Row, SuiteName, SuiteRun

EACH_COUNTS: SuiteName = "conversations"
"""The suite that is no sample: where it misses a threshold, each row that failed is a failure."""


def junit(result: RunResult) -> str:
    """The whole file."""
    root = ET.Element("testsuites", name="support eval run")
    for run in result.suites:
        _suite(root, run, result)
    for name in ("tests", "failures", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    root.set("errors", "0")
    root.set("time", f"{sum(run.seconds for run in result.suites):.1f}")
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _suite(root: ET.Element, run: SuiteRun, result: RunResult) -> None:
    held = [one for one in result.thresholds if one.suite == run.suite]
    worse = {one.what for one in result.worse if one.suite == run.suite}
    every = run.suite == EACH_COUNTS and not all(one.met for one in held)
    suite = ET.SubElement(root, "testsuite", name=run.suite, errors="0", time=f"{run.seconds:.1f}")
    properties = ET.SubElement(suite, "properties")
    for name, value in run.measures.items():
        ET.SubElement(properties, "property", name=name, value=str(value))
    for row in run.rows:
        _row(suite, run.suite, row, counts=every or row.id in worse)
    for one in held:
        _threshold(suite, one)
    for gone in sorted(worse - {row.id for row in run.rows}):
        _worse(suite, run.suite, gone)
    suite.set("tests", str(len(suite.findall("testcase"))))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))


def _row(suite: ET.Element, name: SuiteName, row: Row, *, counts: bool) -> None:
    case = ET.SubElement(suite, "testcase", classname=sound(f"{name}.{row.where}".rstrip(".")), name=sound(row.id))
    if row.passed:
        return
    told = f"at {row.stage}: expected {row.expected}; got {row.got}"
    if not counts:
        ET.SubElement(case, "skipped", message=sound(told))
        return
    failure = ET.SubElement(case, "failure", type=row.stage or "failed", message=sound(told))
    traces = "\n".join(line for turn in row.turns for line in turn.trace)
    failure.text = sound(f"{row.text}\n\nexpected\n{row.expected}\n\ngot\n{row.got}\n\n{row.why}\n\n{traces}".rstrip())


def _threshold(suite: ET.Element, one: Threshold) -> None:
    sign = one.bound.replace("_", " ")
    case = ET.SubElement(
        suite, "testcase", classname=f"{one.suite}.thresholds", name=f"{one.measure} {sign} {one.wanted:g}"
    )
    if not one.met:
        failure = ET.SubElement(
            case, "failure", type="threshold", message=f"wanted {sign} {one.wanted:g}, got {one.got}"
        )
        failure.text = f"{one.suite}: {one.measure}, wanted {sign} {one.wanted:g}, got {one.got}"


def _worse(suite: ET.Element, name: SuiteName, what: str) -> None:
    """A measure that fell, or a row that is not run any more."""
    case = ET.SubElement(suite, "testcase", classname=f"{name}.baseline", name=sound(what))
    ET.SubElement(case, "failure", type="baseline", message=sound(f"{what} is worse than in the baseline, or not run"))
