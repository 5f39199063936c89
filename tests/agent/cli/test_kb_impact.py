"""`support kb impact` tells what a change of articles does to what was said, by its exit status too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.cli.options import INPUT, exit_status
from tests.agent.shop import run

LAMPS = "# Lamps\n\nA lamp has a warranty of {years} years.\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A question about a warranty of two years was answered, then the article says three."""
    made = tmp_path_factory.mktemp("impact")
    (made / "articles").mkdir()
    write(made, "two")
    assert run(made, "kb", "sync", str(made / "articles")).exit_code == 0
    asked = run(made, "ask", "How long is the warranty of a lamp?", "--json")
    assert json.loads(asked.stdout)["outcome"] == "answered"
    write(made, "three")
    return made


def write(home: Path, years: str) -> None:
    (home / "articles" / "lamps.md").write_text(LAMPS.format(years=years), encoding="utf-8")


def test_folder_is_tried_before_it_is_synced_and_versions_after(home: Path) -> None:
    ran = run(home, "kb", "impact", str(home / "articles"))
    assert ran.exit_code == 1
    said = " ".join(ran.stdout.split())
    assert "changed lamps. 1 turns sent something that these articles proved." in said
    assert "1 claims rest on changed lines; 1 of them, in 1 turns, would be cut now." in said
    assert run(home, "kb", "impact").exception is not None  # one version alone has nothing to be compared with
    assert run(home, "kb", "sync", str(home / "articles")).exit_code == 0
    ran = run(home, "kb", "impact", "--json")
    found = json.loads(ran.stdout)
    assert (ran.exit_code, found["cut"], found["changed"], found["removed"]) == (1, 1, ["lamps"], [])
    (one,) = found["relied"]
    assert one["old"] == "A lamp has a warranty of two years."
    assert one["new"] == "A lamp has a warranty of three years."
    assert (one["was"], one["cut"], one["lines"]) == ("supported", True, [3, 3])
    unchanged = run(home, "kb", "impact", str(home / "articles"))
    assert (unchanged.exit_code, "no article is changed or gone" in unchanged.stdout) == (0, True)
    assert run(home, "kb", "impact", "--from", found["now"], "--to", found["before"], "--json").exit_code == 0
    assert run(home, "kb", "impact", "--since", "2999-01-01").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("articles", "--from", "2"), "leave --from and --to out"),
        (("--since", "soon"), "wanted a date such as"),
        (("--from", "x"), "No version is called 'x'"),
        (("none",), "none is nothing"),
    ],
)
def test_what_cannot_be_compared_is_refused(home: Path, arguments: tuple[str, ...], problem: str) -> None:
    error = run(home, "kb", "impact", *arguments).exception
    assert isinstance(error, Exception)
    assert (exit_status(error), problem in str(error)) == (INPUT, True)


def test_article_that_did_not_change_is_named(home: Path) -> None:
    write(home, "nine")
    error = run(home, "kb", "impact", str(home / "articles"), "--article", "chairs").exception
    assert isinstance(error, Exception)
    assert "--article names chairs: wanted articles that are changed or gone, which are lamps." in str(error)
    assert run(home, "kb", "impact", str(home / "articles"), "--article", "lamps", "--json").exit_code == 1
