"""Conversation cases and the thresholds of suites as tests of pytest: `pytest -p evals.pytest_plugin`.

Files that end in `.case.yaml` are collected, YAML files that are named on the command line, and every one below the folders of
the ini option `conversation_cases`.
`--conversation-settings FILE` names a settings file, `--conversations-strict` fails what is no test. `--eval-config FILE` runs
the suites of a configuration as `support eval run` does, and nothing else where no path is named. Nothing of it is loaded unless
it is asked for.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from evals.pytest_suites import ConfigCollector

if TYPE_CHECKING:
    from evals.case_results import CaseResult
    from evals.conversations import ConversationRunner, NamedCase

ENDING = ".case.yaml"
RUNNER = pytest.StashKey["ConversationRunner"]()
WORK = pytest.StashKey["tempfile.TemporaryDirectory[str]"]()


class FailedCaseError(Exception):
    """A case that failed, with what was expected and what was got."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("conversations")
    group.addoption("--conversation-settings", metavar="FILE", help="Settings file for conversation cases.")
    group.addoption(
        "--conversations-strict", action="store_true", help="Fail cases that an agent passes which does no work."
    )
    group.addoption("--eval-config", metavar="FILE", help="Run the suites of this configuration, an item a threshold.")
    parser.addini("conversation_cases", "Folders of conversation cases.", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Let the configuration of suites be collected: beside the paths that are named, or alone where none is."""
    if named := config.getoption("--eval-config"):
        earlier = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []
        config.args = [*earlier, str(Path(config.invocation_params.dir, named))]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CaseCollector | ConfigCollector | None:
    """The collector of a case file or of the configuration of suites; None for every other file."""
    named = parent.config.getoption("--eval-config")
    if named and Path(parent.config.invocation_params.dir, named).resolve() == file_path.resolve():
        return ConfigCollector.from_parent(parent, path=file_path)
    folders = [Path(one) for one in parent.config.getini("conversation_cases")]
    is_yaml = file_path.suffix in (".yaml", ".yml")
    below = is_yaml and any(file_path.is_relative_to(one) for one in folders)
    if is_yaml and parent.session.isinitpath(file_path):
        return CaseCollector.from_parent(parent, path=file_path)
    if (below and not file_path.name.startswith("_")) or file_path.name.endswith(ENDING):
        return CaseCollector.from_parent(parent, path=file_path)
    return None


class CaseCollector(pytest.File):
    """The cases of a file."""

    def collect(self) -> Iterator[CaseItem]:
        """One item for each case.

        Raises:
            CollectError: the file holds no cases, with the place of what is wrong.
        """
        from agent.errors import InputError
        from evals.case_files import read_case_files

        try:
            found = read_case_files([self.path], _settings(self.config))
        except InputError as error:
            raise self.CollectError(str(error)) from error
        yield from (CaseItem.from_parent(self, name=one.case.name, named=one) for one in found)


class CaseItem(pytest.Item):
    """One case."""

    def __init__(self, named: NamedCase, **of_pytest: Any) -> None:
        super().__init__(**of_pytest)
        self.named = named
        for tag in named.case.tags:
            self.extra_keyword_matches.add(tag)

    def runtest(self) -> None:
        """Hold the conversation.

        Raises:
            FailedCaseError: an expectation was not met, or it is no test where that is looked at.
        """
        result = _runner(self.config).run(self.named)
        strict = self.config.getoption("--conversations-strict")
        if not result.passed or (strict and result.passed_by):
            raise FailedCaseError(_told(result))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was expected and what was got; of any other error where it happened."""
        if isinstance(excinfo.value, FailedCaseError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[os.PathLike[str], int | None, str]:
        """The file and the name."""
        return self.path, None, self.name


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the data folders."""
    if WORK in config.stash:
        config.stash[WORK].cleanup()


def _runner(config: pytest.Config) -> ConversationRunner:
    """One for the whole run, which loads the models once."""
    if RUNNER not in config.stash:
        from evals.case_homes import CaseHomes
        from evals.conversations import ConversationRunner

        config.stash[WORK] = tempfile.TemporaryDirectory(prefix="support-cases-")
        homes = CaseHomes(_settings(config), Path(config.stash[WORK].name))
        strict = config.getoption("--conversations-strict")
        config.stash[RUNNER] = ConversationRunner(homes, degenerate=strict)
    return config.stash[RUNNER]


def _settings(config: pytest.Config) -> Any:
    from agent.settings import load_settings

    named = config.getoption("--conversation-settings")
    return load_settings(Path(named) if named else None, os.environ)


def _told(result: CaseResult) -> str:
    lines = [f"{result.case}: {result.why}".rstrip(": ")]
    for one in result.unmet:
        at = "at the end" if one.turn == "finally" else f"turn {one.turn}"
        lines += [f"{at}: {one.key}", f"  expected  {one.expected}", f"  got       {one.got}"]
    if result.passed_by:
        lines.append(f"no test: passed by {', '.join(result.passed_by)}")
    return "\n".join(lines)
