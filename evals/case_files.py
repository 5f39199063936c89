"""Finding and reading the case files of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import evals.datasets
from agent.case_marks import files_of
from agent.cases import ReadCase, read_cases, refuse_twice
from agent.errors import InputError
from agent.settings import Settings
from evals.case_fixtures import checked, named_files, with_paths
from evals.conversations import NamedCase

SUFFIXES = (".yaml", ".yml")


def shipped() -> Path:
    """The folder of the cases that come with the package."""
    return Path(evals.datasets.__file__).with_name("conversations")


def read_case_files(paths: Sequence[Path], settings: Settings) -> tuple[NamedCase, ...]:
    """All cases of files and folders, in the order of their paths; the shipped ones where no path is given.

    In a folder a file whose name begins with `_` is there to be included, and one that is no case may be named by one.

    Raises:
        InputError: something cannot be read, is no case, or has a name twice; see `agent.cases.read_cases`.
    """
    found: dict[str, ReadCase] = {}
    read = [one for path in paths or [shipped()] for one in _read(path)]
    for one in read:
        refuse_twice(found.get(one.case.name), one)
        checked(one, settings)
        found[one.case.name] = one
    return tuple(NamedCase(one.case, str(one.at.file)) for one in found.values())


def chosen(cases: Iterable[NamedCase], tags: Sequence[str] = (), names: Sequence[str] = ()) -> tuple[NamedCase, ...]:
    """The cases with one of the tags and one of the texts in their name; all where neither is asked for.

    Raises:
        InputError: there is none.
    """
    every = tuple(cases)
    found = tuple(
        one
        for one in every
        if (not tags or set(tags) & set(one.case.tags))
        and (not names or any(name.casefold() in one.case.name.casefold() for name in names))
    )
    if not found:
        known = ", ".join(sorted({tag for one in every for tag in one.case.tags})) or "none"
        raise InputError(f"None of {len(every)} cases was chosen, wanted one or more. Tags: {known}.")
    return found


def _read(path: Path) -> Iterator[ReadCase]:
    if not path.is_dir():
        yield from (with_paths(one) for one in read_cases(path))
        return
    files = sorted(one for one in path.rglob("*") if one.suffix in SUFFIXES and not one.name.startswith("_"))
    if not files:
        raise InputError(f"{path} holds no case file, wanted one or more ending in {' or '.join(SUFFIXES)}.")
    yield from _without_named(files)


def _without_named(files: Sequence[Path]) -> Iterator[ReadCase]:
    """The cases of files; one that is no case has to be named by another."""
    read: dict[Path, list[ReadCase]] = {}
    problems: dict[Path, InputError] = {}
    for file in files:
        try:
            read[file] = [with_paths(one) for one in read_cases(file)]
        except InputError as error:
            problems[file] = error
    for file in _unnamed(problems, read):
        raise problems[file]
    yield from (one for cases in read.values() for one in cases)


def _unnamed(files: Iterable[Path], read: Mapping[Path, Sequence[ReadCase]]) -> Iterator[Path]:
    """The files that no case is put together from and none names."""
    named: set[Path] = set()
    for one in (one for cases in read.values() for one in cases):
        named.update(path.resolve() for path in (*files_of(one.tree), *named_files(one.case)))
    yield from (file for file in files if file.resolve() not in named)
