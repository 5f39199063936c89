"""Reading a retrieval set in BEIR's layout: a corpus, queries, and graded judgements.

    corpus.jsonl    {"_id" or "id", "title", "text"} a line
    queries.jsonl   {"_id" or "id", "text"} a line
    qrels.tsv       query id, corpus id, grade; a header line is allowed (also found as qrels/test.tsv)

Each of them may be compressed and end in `.gz`; other keys are ignored.
Source: Thakur et al., BEIR: A Heterogenous Benchmark for Zero-shot Evaluation of Information Retrieval Models (2021).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evals.errors import DatasetError
from evals.json_lines import Line, read_lines
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
    documents = tuple(_documents(find_file(folder, "corpus.jsonl")))
    qrels = _qrels(find_file(folder, *QRELS))
    path = find_file(folder, "queries.jsonl")
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


def find_file(folder: Path, *names: str) -> Path:
    """The first of these files that a folder has, compressed or not.

    Raises:
        DatasetError: it has none of them.
    """
    for name in names:
        for path in (folder / name, folder / f"{name}.gz"):
            if path.is_file():
                return path
    raise DatasetError(f"{folder} has no {names[0]} and no {names[0]}.gz: wanted one of them. Add it, then run again.")


def rows_by_id(path: Path) -> Iterator[tuple[Line, str, dict[str, Any]]]:
    """The JSON objects of a file as (line, id, object).

    Raises:
        DatasetError: a line is no object with an id, or an id stands twice.
    """
    seen: dict[str, int] = {}
    for line in read_lines(path):
        row = line.json()
        name = row.get("_id", row.get("id")) if isinstance(row, dict) else None
        if not isinstance(name, str | int) or isinstance(name, bool):
            raise line.bad("has no id", 'an object with the id as text under "_id" or "id"')
        first = seen.setdefault(str(name), line.number)
        if first != line.number:
            raise line.bad(f"repeats the id {name!r} of line {first}", "every id once")
        yield line, str(name), row


def _documents(path: Path) -> Iterator[Document]:
    for line, name, row in rows_by_id(path):
        yield Document(id=name, title=line.text_under(row, "title", ""), text=line.text_under(row, "text"))


def _queries(path: Path) -> Iterator[tuple[str, str]]:
    for line, name, row in rows_by_id(path):
        yield name, line.text_under(row, "text")


def _qrels(path: Path) -> dict[str, dict[str, int]]:
    """Grades by query id and document id."""
    qrels: dict[str, dict[str, int]] = {}
    for line in read_lines(path):
        fields = line.text.split("\t")
        if line.number == 1 and fields[-1].strip() == "score":
            continue
        try:
            query, document, grade = fields
            qrels.setdefault(query, {})[document] = int(grade)
        except ValueError as error:
            wanted = "three columns with tabs between them: query id, corpus id, whole number"
            raise line.bad(f"is {line.text[:80]!r}", wanted) from error
    return qrels
