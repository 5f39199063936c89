"""The configuration of a run: what is wrong in it is named with its line and the nearest known name."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.errors import ConfigError
from evals.suite_config import ConversationConfig, RoutingConfig
from evals.suite_measures import MEASURES
from evals.suite_reading import read_config
from evals.suite_types import SUITES


def written(folder: Path, text: str) -> Path:
    path = folder / "suite.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_paths_are_read_beside_the_file_and_only_named_suites_run(tmp_path: Path) -> None:
    (tmp_path / "turns.jsonl").touch()
    config = read_config(
        written(tmp_path, '[conversations]\n[routing]\nfiles = ["turns.jsonl"]\nat_least.recall = 0.9\n')
    )
    routing, conversations = config.suites()
    assert routing == RoutingConfig(files=(tmp_path / "turns.jsonl",), at_least={"recall": 0.9})
    assert conversations == ConversationConfig(at_least={"passed": 1.0}, at_most={"no_test": 0.0})
    assert config.suites(["routing"]) == (routing,)
    with pytest.raises(
        ConfigError, match=r"'conversation' is not in the configuration. Did you mean 'conversations'\?"
    ):
        config.suites(["conversation"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n[topic]\n", "2: found the unknown suite 'topic'. Did you mean 'topics'?"),
        ("[topics]\nlimt = 3\n", "2: found the unknown key 'limt' in [topics]. Did you mean 'limit'?"),
        (
            "[topics]\nat_least = { recal = 1 }\n",
            "2: found the unknown measure 'recal' in [topics]. Did you mean 'recall'?",
        ),
        (
            "[topics.at_most]\n\nfalse_alarm = 1\n",
            "3: found the unknown measure 'false_alarm' in [topics]. Did you mean",
        ),
        ("[retrieval]\nfiles = []\nas_of = 2026-11-30\n", "2: found retrieval.files = []. Wanted: "),
        ("[routing]\n", "1: found no 'files' in [routing]. Wanted: files = …"),
        ("[seeded]\ntoday = 5\n", "2: found seeded.today = 5. Wanted: a date such as 2026-11-30."),
        ("[topics]\nlimit = true\n", "2: found topics.limit = True. Wanted: "),
        ("[topics]\n\nfiles = ['none.jsonl']\n", "none.jsonl, which is nothing. Wanted: a file or folder."),
        ("topics = 3\n", "1: found topics = 3. Wanted: a table."),
        ("[topics\n", "suite.toml is not TOML"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ConfigError) as error:
        read_config(written(tmp_path, text))
    assert told in str(error.value)
    assert "suite.toml" in str(error.value)


def test_all_that_is_unknown_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as error:
        read_config(written(tmp_path, "[topic]\n[topics]\nlimt = 3\nat_most = { recal = 1 }\n"))
    assert len(str(error.value).splitlines()) == 3


def test_the_shipped_configuration_names_every_suite_with_a_threshold() -> None:
    suites = read_config().suites()
    assert {one.suite for one in suites} == set(SUITES) == set(MEASURES)
    assert all(one.at_least or one.at_most for one in suites)
