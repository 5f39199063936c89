"""Reading the configuration of a run; whatever is wrong is refused before anything runs, with the line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent.case_problems import PLAIN
from evals.errors import ConfigError
from evals.suite_config import RunConfig, SuiteConfig, nearest
from evals.suite_measures import MEASURES
from evals.suite_types import SUITES, SuiteName
from policies.toml_lines import KeyPath, key_lines, line_of

WANTED = PLAIN | {"tuple_type": "a list", "model_type": "a table", "date_from_datetime_inexact": PLAIN["date_type"]}
"""What pydantic's kinds of errors want, in the words of a TOML file."""

DEFAULT = Path(__file__).with_name("datasets") / "suite.toml"


def read_config(path: Path | None = None) -> RunConfig:
    """Read a configuration; None reads the one that ships with the package.

    Raises:
        ConfigError: it cannot be read, or a key, a suite, a measure or a value is not known; with file and line.
    """
    file = path or DEFAULT
    text = _text(file)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file} is not TOML: {error}. Mend that line, then run the command again.") from error
    lines = key_lines(text)
    problems = [f"{file}:{line_of(lines, place)}: {what}" for place, what in _unknown(data)]
    if problems:
        raise ConfigError("\n".join(problems))
    try:
        found = RunConfig.model_validate(_beside(data, file.parent))
    except ValidationError as error:
        raise ConfigError("\n".join(_told(one, file, lines) for one in error.errors())) from None
    missing = [
        f"{file}:{line_of(lines, place)}: found {path}, which is nothing. Wanted: a file or folder."
        for place, path in _missing(found)
    ]
    if missing:
        raise ConfigError("\n".join(missing))
    return found


def _missing(config: RunConfig) -> list[tuple[KeyPath, Path]]:
    """Paths at which nothing stands, each with its place."""
    named = [
        ((one.suite, key), path)
        for one in config.suites()
        for key in ("files", "articles", "orders")
        for value in (getattr(one, key, None),)
        for path in (value if isinstance(value, tuple) else (value,))
    ]
    return [(place, path) for place, path in named if path is not None and not path.exists()]


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise ConfigError(f"{file} cannot be read ({reason}). Name another with `--config FILE`.") from error


def _unknown(data: dict[str, Any]) -> list[tuple[KeyPath, str]]:
    """Suites, keys and measures that nobody knows, each with its place."""
    found: list[tuple[KeyPath, str]] = []
    for suite, table in data.items():
        if suite not in SUITES:
            found.append(((suite,), f"found the unknown suite {suite!r}. {nearest(suite, SUITES)}"))
        elif isinstance(table, dict):
            known = _model(suite).model_fields
            found += [
                ((suite, key), f"found the unknown key {key!r} in [{suite}]. {nearest(key, known)}")
                for key in table
                if key not in known
            ]
            found += _unknown_measures(suite, table)
    return found


def _unknown_measures(suite: SuiteName, table: dict[str, Any]) -> list[tuple[KeyPath, str]]:
    return [
        ((suite, bound, name), f"found the unknown measure {name!r} in [{suite}]. {nearest(name, MEASURES[suite])}")
        for bound in ("at_least", "at_most")
        if isinstance(table.get(bound), dict)
        for name in table[bound]
        if name not in MEASURES[suite]
    ]


def _model(suite: str) -> type[SuiteConfig]:
    return next(one for one in _every(SuiteConfig) if getattr(one, "suite", None) == suite)


def _every(model: type[SuiteConfig]) -> list[type[SuiteConfig]]:
    return [found for one in model.__subclasses__() for found in (one, *_every(one))]


def _beside(data: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The data with its paths read from the folder of its file."""

    def put(key: str, value: Any) -> Any:
        if isinstance(value, list):
            return tuple(put("articles" if key == "files" else "", one) for one in value)
        return folder / value if key in ("articles", "orders") and isinstance(value, str) else value

    return {
        name: {key: put(key, value) for key, value in table.items()} if isinstance(table, dict) else table
        for name, table in data.items()
    }


def _told(details: Any, file: Path, lines: dict[KeyPath, int]) -> str:
    place: KeyPath = details["loc"]
    name = ".".join(str(part) for part in place)
    start = f"{file}:{line_of(lines, place)}: "
    if details["type"] == "missing":
        return f"{start}found no {place[-1]!r} in [{place[0]}]. Wanted: {place[-1]} = …"
    found = list(details["input"]) if isinstance(details["input"], tuple) else details["input"]
    wanted = WANTED.get(details["type"]) or str(details["msg"]).removeprefix("Input should be ")
    return f"{start}found {name} = {found!r}. Wanted: {wanted}."
