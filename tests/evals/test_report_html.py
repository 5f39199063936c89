"""The page of a run: it loads nothing, obeys no text, and reads in a real browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from evals.report_html import page
from tests.evals.run_parts import result

pytest.importorskip("matplotlib", reason="the pictures need the extra `report`")

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)

VOID = {"meta", "link", "br", "img", "use", "path"}


class Reader(HTMLParser):
    """Tags and attributes of a page, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    return reader


def test_texts_of_data_make_no_markup_and_nothing_is_fetched() -> None:
    found = read(page(result()))
    assert {tag for tag, _ in found.tags} & {"script", "img", "iframe", "object", "a", "form"} == set()
    assert not any(name.startswith("on") for _, attributes in found.tags for name in attributes)
    links = [value for _, attributes in found.tags for name, value in attributes.items() if name in ("src", "href")]
    assert links == ["data:,"]
    assert '<script src="https://evil.example/x.js">' in found.text
    assert "⟨U+202E⟩" in found.text
    policy = next(attributes["content"] for tag, attributes in found.tags if "http-equiv" in attributes)
    assert policy is not None
    assert policy.startswith("default-src 'none'")


def test_the_verdict_stands_first_and_a_failing_case_opens_to_its_trace() -> None:
    text = page(result())
    assert "Not passed: 1 of 2 thresholds are met, 2 of 4 cases pass, 0 worse and 0 better than the baseline" in text
    assert text.index("Not passed") < text.index("✗ missed") < text.index("✓ met") < text.index("<h2>Conversations")
    case = text[text.index("lying draft") :]
    assert case.index("in an hour") < case.index("<h3>Turn 1:") < case.index("<pre>asked\n") < case.index("</details>")


def test_every_chart_that_holds_something_is_drawn_and_twice_the_same() -> None:
    text = page(result())
    assert text.count("<svg") == 4
    assert "Nothing to draw" not in text
    assert text == page(result())
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))


def test_what_is_worse_than_the_baseline_is_open() -> None:
    text = page(result(worse=True))
    assert text.index("<details open>") < text.index("Worse than the baseline: 1") < text.index("t2")


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("width", [400, 1200])
def test_a_browser_shows_it_without_a_request_or_an_error(tmp_path: Path, width: int) -> None:
    assert CHROMIUM is not None
    file = tmp_path / "report.html"
    file.write_text(page(result()), encoding="utf-8")
    log = tmp_path / "net.json"
    command = [
        *(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"),
        *(f"--user-data-dir={tmp_path / 'profile'}", f"--window-size={width},900", "--virtual-time-budget=2000"),
        *("--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"),
        *("--enable-logging=stderr", "--v=0", f"--log-net-log={log}", f"--screenshot={tmp_path / 'page.png'}"),
        file.as_uri(),
    ]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (tmp_path / "page.png").stat().st_size > 10_000, ended.stderr
    assert "CONSOLE" not in ended.stderr
    asked = set(re.findall(r'"url":"((?:https?|wss?|ftp):[^"]*)"', log.read_text("utf-8", errors="replace")))
    assert [url for url in asked if "evil.example" in url] == []
