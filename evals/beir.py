"""Reading a retrieval set in BEIR's layout: a corpus, queries, and graded judgements.

    corpus.jsonl    {"_id" or "id", "title", "text"} a line
    queries.jsonl   {"_id" or "id", "text"} a line
    qrels.tsv       query id, corpus id, grade; a header line is allowed (also found as qrels/test.tsv)

Each of them may be compressed and end in `.gz`; other keys are ignored.
Source: Thakur et al., BEIR: A Heterogenous Benchmark for Zero-shot Evaluation of Information Retrieval Models (2021).
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evals.errors import DatasetError
from knowledge.types import Value

QRELS = ("qrels.tsv", "qrels/test.tsv")


class Document(Value):
    """One document of the corpus."""

    id: str
    title: str
    text: str


class Query(Value):
    """A question, and what answers it."""

    id: str
    text: str
    qrels: dict[str, int]
    """Grade by document id, at least one above 0; a document the corpus lacks counts as one never found."""


class RetrievalSet(Value):
    """A corpus and its judged queries."""

    name: str
    documents: tuple[Document, ...]
    queries: tuple[Query, ...]
    """In the order of the file; those without a relevant document are left out, as no measure is defined for them."""


def read_beir(folder: Path) -> RetrievalSet:
    """Read a BEIR folder; the set is named after it.

    Raises:
        DatasetError: a file is missing or a line of it cannot be used; the message names both.
    """
    if not folder.is_dir():
        raise DatasetError(
            f"{folder} is {'a file' if folder.exists() else 'nothing'}: wanted a folder with corpus.jsonl, "
            "queries.jsonl and qrels.tsv. Run `support eval retrieval DIR`."
        )
    documents = tuple(_documents(_find(folder, "corpus.jsonl")))
    qrels = _qrels(_find(folder, *QRELS))
    path = _find(folder, "queries.jsonl")
    queries = tuple(
        Query(id=name, text=text, qrels=qrels[name])
        for name, text in _queries(path)
        if any(grade > 0 for grade in qrels.get(name, {}).values())
    )
    if not queries:
        raise DatasetError(
            f"No query of {path} has a relevant document: wanted at least one query id of the judgements. "
            f"Compare the ids with those in the first column of {QRELS[0]}."
        )
    return RetrievalSet(name=folder.resolve().name, documents=documents, queries=queries)


def _find(folder: Path, *names: str) -> Path:
    for name in names:
        for path in (folder / name, folder / f"{name}.gz"):
            if path.is_file():
                return path
    raise DatasetError(f"{folder} has no {names[0]} and no {names[0]}.gz: wanted one of them. Add it, then run again.")


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Lines that are not blank, with their number from 1."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, 1):
                if line.strip():
                    yield number, line.rstrip("\r\n")
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise DatasetError(
            f"{path} cannot be read ({error}): wanted UTF-8 text, or gzip of it where the name ends in .gz. "
            "Fetch or write the file again."
        ) from error


def _rows(path: Path) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """The JSON objects of a file as (line number, id, object), every id once."""
    seen: dict[str, int] = {}
    for number, line in _lines(path):
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise _bad(
                path, number, f"is not JSON ({error.msg} at column {error.colno})", "one object a line"
            ) from error
        name = row.get("_id", row.get("id")) if isinstance(row, dict) else None
        if not isinstance(name, str | int) or isinstance(name, bool):
            raise _bad(path, number, "has no id", 'an object with the id as text under "_id" or "id"')
        first = seen.setdefault(str(name), number)
        if first != number:
            raise _bad(path, number, f"repeats the id {name!r} of line {first}", "every id once")
        yield number, str(name), row


def _documents(path: Path) -> Iterator[Document]:
    for number, name, row in _rows(path):
        yield Document(id=name, title=_text(path, number, row, "title", ""), text=_text(path, number, row, "text"))


def _queries(path: Path) -> Iterator[tuple[str, str]]:
    for number, name, row in _rows(path):
        yield name, _text(path, number, row, "text")


def _text(path: Path, number: int, row: dict[str, Any], key: str, default: str | None = None) -> str:
    value = row.get(key)
    if value is None and default is not None:
        return default
    if not isinstance(value, str):
        raise _bad(path, number, f'has {type(value).__name__} under "{key}"', "text")
    return value


def _qrels(path: Path) -> dict[str, dict[str, int]]:
    """Grades by query id and document id."""
    qrels: dict[str, dict[str, int]] = {}
    for number, line in _lines(path):
        fields = line.split("\t")
        if number == 1 and fields[-1].strip() == "score":
            continue
        try:
            query, document, grade = fields
            qrels.setdefault(query, {})[document] = int(grade)
        except ValueError as error:
            wanted = "three columns with tabs between them: query id, corpus id, whole number"
            raise _bad(path, number, f"is {line[:80]!r}", wanted) from error
    return qrels


def _bad(path: Path, number: int, found: str, wanted: str) -> DatasetError:
    return DatasetError(f"{path}, line {number}, {found}: wanted {wanted}. Correct the line, then run again.")
