"""The catalog of a state: the sync ledger and the passages, in one SQLite file."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from pydantic import ValidationError

from knowledge.errors import CorruptIndexError
from knowledge.types import Passage, Value


class ArticleRow(Value):
    """One line of the sync ledger, keyed by source id."""

    source_id: str
    article: str
    sha256: str
    title: str
    passages: int


def text_hash(passage: Passage) -> str:
    """Hash of the text that is embedded: equal texts have equal vectors, wherever they stand."""
    return hashlib.sha256(passage.indexed_text.encode()).hexdigest()


def write_catalog(path: Path, articles: Sequence[ArticleRow], passages: Sequence[Passage]) -> None:
    """Write a new catalog; passages keep their order, which BM25 relies on."""
    from sqlite_utils import Database

    database = Database(sqlite3.connect(path))
    try:
        with database.conn:
            database.table("articles").insert_all((row.model_dump() for row in articles), pk="source_id")
            database.table("passages").insert_all(
                (
                    {
                        "place": place,
                        "passage_id": passage.passage_id,
                        "article": passage.article,
                        "text_sha256": text_hash(passage),
                        "body": passage.model_dump_json(),
                    }
                    for place, passage in enumerate(passages)
                ),
                pk="place",
            )
    finally:
        database.conn.close()


def read_catalog(path: Path) -> tuple[tuple[ArticleRow, ...], tuple[Passage, ...]]:
    """The ledger and the passages in order.

    Raises:
        CorruptIndexError: the file is missing or damaged.
    """
    from sqlite_utils import Database

    try:
        database = Database(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True))
        with closing(database.conn):
            tables = database.table_names()
            articles = database.table("articles").rows if "articles" in tables else ()
            rows = database.query("select body from passages order by place") if "passages" in tables else ()
            return (
                tuple(ArticleRow.model_validate(row) for row in articles),
                tuple(Passage.model_validate(json.loads(row["body"])) for row in rows),
            )
    except (sqlite3.Error, ValidationError, ValueError) as error:
        raise CorruptIndexError(f"{path} cannot be read ({error}). Run `support kb sync --rebuild DIR`.") from error
