"""JUnit XML is well-formed whatever the texts hold, and fails what fails the run."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from evals.report_junit import junit
from tests.evals.run_parts import result


def cases(suite: ET.Element, kind: str) -> list[str]:
    return [str(one.get("name")) for one in suite.iter("testcase") if one.find(kind) is not None]


def test_the_shape_is_the_usual_one_and_the_counts_add_up() -> None:
    root = ET.fromstring(junit(result()))
    assert root.tag == "testsuites"
    assert (root.get("tests"), root.get("failures"), root.get("skipped"), root.get("errors")) == ("6", "2", "1", "0")
    for suite in root:
        assert suite.tag == "testsuite"
        assert {"name", "tests", "failures", "skipped", "errors", "time"} <= set(suite.attrib)
        assert next(one.tag for one in suite) == "properties"
        assert int(suite.get("tests", "")) == len(suite.findall("testcase"))
        assert all({"name", "classname"} <= set(one.attrib) for one in suite.iter("testcase"))


def test_a_failing_conversation_tells_what_was_expected_got_and_done() -> None:
    conversations, routing = ET.fromstring(junit(result()))
    failed, threshold = conversations.iter("failure")
    assert threshold.get("message") == "wanted at least 1, got 0.5"
    assert failed.get("type") == "ground"
    text = str(failed.text)
    assert "expected\nturn 1: cut: in an hour" in text
    assert text.count("</pre><script src=") == 4
    assert "\x00" not in text
    assert "\N{REPLACEMENT CHARACTER}" in text
    assert (cases(routing, "failure"), cases(routing, "skipped")) == ([], ["t2"])


def test_what_is_worse_than_the_baseline_is_a_failure() -> None:
    _, routing = ET.fromstring(junit(result(worse=True)))
    assert cases(routing, "failure") == ["t2"]
