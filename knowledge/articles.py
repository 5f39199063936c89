"""Reading articles from a folder of Markdown and HTML files."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

import yaml

from knowledge.errors import InputError, UnreadableArticleError
from knowledge.types import Article, Scalar, Value

SUFFIXES = {".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html"}

TITLE_LINE = re.compile(r"^# (?P<md>[^\n]+)$|<title>(?P<html>[^<]+)</title>", re.MULTILINE | re.IGNORECASE)
"""What names an article that has no `title` in its front matter."""


class SourceFile(Value):
    """A file found in the folder, its bytes not yet understood."""

    source_id: str
    path: Path
    sha256: str


class Problem(Value):
    """A file that could not be read, and why."""

    source_id: str
    reason: str


class Listing(Value):
    """What the folder holds: the files that can be opened, and those that cannot."""

    files: tuple[SourceFile, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class ArticleReader:
    """Reads articles below a folder."""

    max_bytes: int

    def list(self, folder: Path) -> Listing:
        """Every article file below the folder, with the hash of its bytes, in the order of its path.

        Raises:
            InputError: the folder does not exist or is not a folder.
        """
        if not folder.is_dir():
            found = "a file" if folder.exists() else "nothing"
            raise InputError(
                f"{folder} is {found}: wanted a folder of .md or .html articles. Run `support kb sync DIR`."
            )
        files: list[SourceFile] = []
        problems: list[Problem] = []
        taken: dict[str, str] = {}
        for path in _article_paths(folder):
            source_id = path.relative_to(folder).as_posix()
            first = taken.setdefault(source_id.rsplit(".", 1)[0], source_id)
            if first != source_id:
                problems.append(Problem(source_id=source_id, reason=f"it has the same name as {first}"))
                continue
            try:
                files.append(SourceFile(source_id=source_id, path=path, sha256=self._hash(path)))
            except (OSError, UnreadableArticleError) as error:
                problems.append(Problem(source_id=source_id, reason=_plain(error)))
        return Listing(files=tuple(files), problems=tuple(problems))

    def _hash(self, path: Path) -> str:
        size = path.stat().st_size
        if size > self.max_bytes:
            raise UnreadableArticleError(
                f"it has {size:,} bytes, articles up to {self.max_bytes:,} bytes are read; "
                "split it, or raise `knowledge.max_article_bytes`"
            )
        return hashlib.sha256(path.read_bytes()).hexdigest()

    def read(self, file: SourceFile) -> Article:
        """Decode one file and its front matter.

        Raises:
            UnreadableArticleError: the file is empty, binary, not text, or its front matter is broken.
        """
        text = _decode(file.path)
        front, problem = front_matter(text)
        if problem:
            raise UnreadableArticleError(problem)
        metadata = {key: value for key, value in front.items() if isinstance(value, str | int | float | bool)}
        stem = file.source_id.rsplit(".", 1)[0]
        return Article(
            article=stem,
            source_id=file.source_id,
            title=_title(text, front, stem),
            text=text,
            sha256=file.sha256,
            media_type="html" if SUFFIXES[file.path.suffix.lower()] == "html" else "markdown",
            metadata=_with_dates_as_text(front, metadata),
            effective_from=_day(front, "effective_from") or date.min,
            effective_to=_day(front, "effective_to") or date.max,
        )


def _title(text: str, front: dict[str, Any], stem: str) -> str:
    heading = TITLE_LINE.search(text)
    written = front.get("title") or (heading and (heading["md"] or heading["html"]).strip())
    return str(written or stem.rsplit("/", 1)[-1].replace("-", " ").replace("_", " "))


def _article_paths(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder, onerror=_raise):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith(".") and Path(name).suffix.lower() in SUFFIXES:
                yield Path(root) / name


def _raise(error: OSError) -> None:
    raise InputError(
        f"{error.filename} cannot be listed ({error.strerror}), so a sync could take its articles for removed. "
        "Make it readable, then run `support kb sync DIR` again."
    ) from error


def _plain(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _decode(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableArticleError(_plain(error)) from error
    if not data.strip():
        raise UnreadableArticleError("it is empty; wanted Markdown or HTML text")
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    if encoding == "utf-8-sig" and b"\0" in data:
        raise UnreadableArticleError("it is a binary file (it holds NUL bytes); wanted Markdown or HTML text")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableArticleError(
            f"it is not {error.encoding.upper()} text (byte 0x{data[error.start]:02x} at {error.start:,}); "
            "save it as UTF-8"
        ) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def front_matter(text: str) -> tuple[dict[str, Any], str | None]:
    """The YAML mapping between two `---` lines at the start, and what is wrong with it."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---" or "---" not in (line.rstrip() for line in lines[1:]):
        return {}, None
    end = next(n for n, line in enumerate(lines[1:], 1) if line.rstrip() == "---")
    try:
        found = yaml.safe_load("\n".join(lines[1:end])) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f" at line {mark.line + 2}" if mark else ""
        return {}, f"its front matter is not YAML{line}: {getattr(error, 'problem', None) or error}"
    if not isinstance(found, dict):
        return {}, f"its front matter is a {type(found).__name__}; wanted `key: value` lines"
    return {str(key): value for key, value in found.items()}, _date_problem(found)


def _date_problem(front: dict[Any, Any]) -> str | None:
    for key in ("effective_from", "effective_to"):
        value = front.get(key)
        if value is not None and not isinstance(value, date):
            return f"its front matter says {key}: {value!r}; wanted a date such as 2026-09-01"
    return None


def _day(front: dict[str, Any], key: str) -> date | None:
    value = front.get(key)
    return value.date() if isinstance(value, datetime) else value


def _with_dates_as_text(front: dict[str, Any], metadata: dict[str, Scalar]) -> dict[str, Scalar]:
    dates = {key: value.isoformat() for key, value in front.items() if isinstance(value, date)}
    return {**metadata, **dates}
