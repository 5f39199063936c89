from typer.testing import CliRunner

from evals.cli import app


def test_a_folder_that_is_no_data_set_ends_with_status_two_and_says_what_was_wanted(tmp_path):
    found = CliRunner().invoke(app, ["retrieval", str(tmp_path)])
    assert found.exit_code == 2
    assert "has no corpus.jsonl and no corpus.jsonl.gz: wanted one of them" in found.stderr
    assert found.stdout == ""


def test_the_suites_are_listed():
    found = CliRunner().invoke(app, ["--help"])
    assert found.exit_code == 0
    assert "retrieval" in found.stdout
