import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from agent.settings import GroundingSettings, Settings
from evals.cli import app
from evals.seeded_report import parse_bar, report
from evals.seeded_suite import measure_seeded
from tests.evals.seeded_parts import DAY

ARTICLE = """# Returns

You can return a stool within 30 days of delivery. Returns cost 5.00 USD, unless the stool is broken.

Some stools are oiled before they are packed.
"""


def run(*arguments):
    return CliRunner().invoke(app, ["grounding", *arguments])


@pytest.fixture
def articles(tmp_path):
    folder = tmp_path / "articles"
    folder.mkdir()
    (folder / "returns.md").write_text(ARTICLE, encoding="utf-8")
    return str(folder)


@pytest.fixture
def settings(tmp_path):
    path = tmp_path / "support.toml"
    path.write_text('[grounding]\nverifier = "none"\n', encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def sample():
    """The self-test on the sample shop with the models that are shipped, small enough for every run of the tests."""
    return measure_seeded(Settings(), today=DAY, limit=2)


def test_the_sample_shop_catches_what_is_planted_and_keeps_its_own_words(sample):
    # What the system reaches today on so few lines; the bar of the product itself is in `seeded_report`.
    found = report(sample, parse_bar(["0.99"], 0.02))
    assert found.failed == ()
    assert sum(one.planted for one in found.kinds) >= 35


def test_a_run_is_the_same_for_the_same_seed(articles):
    settings = Settings(grounding=GroundingSettings(verifier="none"))
    runs = [measure_seeded(settings, Path(articles), today=DAY, seed=4, limit=1) for _ in range(2)]
    assert runs[0] == runs[1]


def test_a_folder_of_articles_is_measured_for_scripts_and_drawn(articles, settings, tmp_path):
    picture = tmp_path / "seeded.svg"
    bar = ("--min-caught", "0", "--max-false-cut", "1")
    found = run(articles, "--seeded", "--limit", "1", *bar, "--json", "--report", str(picture), "--settings", settings)
    assert (found.exit_code, found.stderr) == (0, "")
    shown = json.loads(found.stdout)
    assert {one["kind"] for one in shown["kinds"] if one["planted"]} >= {"money", "duration", "negation"}
    assert shown["failed"] == []
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_a_bar_that_is_not_reached_ends_with_status_one(tmp_path, settings):
    # A deadline that is over at once leaves every claim unchecked, so that every true line is cut.
    hurried = Path(settings)
    hurried.write_text('[grounding]\nverifier = "none"\ndeadline_s = 0.000001\n', encoding="utf-8")
    folder = tmp_path / "articles"
    folder.mkdir()
    (folder / "returns.md").write_text(ARTICLE, encoding="utf-8")
    found = run(str(folder), "--seeded", "--limit", "1", "--settings", settings)
    assert found.exit_code == 1
    assert "Below the bar: true lines:" in found.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "wanted FILE..., or --seeded"),
        (("a.jsonl", "--seed", "3"), "an option of the self-test without it"),
        (("a", "b", "--seeded"), "with 2 places: wanted one folder"),
        (("--seeded", "--tier", "exact"), "an option of sets"),
        (("--seeded", "--min-caught", "typos=0.9"), "wanted a share from 0 to 1"),
        (("missing", "--seeded"), "missing is nothing: wanted a folder of .md or .html articles"),
    ],
)
def test_what_does_not_fit_together_ends_with_status_two(arguments, told, settings):
    found = run(*arguments, "--settings", settings)
    assert found.exit_code == 2
    assert told in " ".join(found.stderr.split())


def test_an_order_file_that_is_not_there_is_named(articles, settings, tmp_path):
    found = run(articles, "--seeded", "--orders", str(tmp_path / "none.json"), "--settings", settings)
    assert found.exit_code == 2
    assert "none.json" in found.stderr
