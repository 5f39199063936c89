"""Reading articles from a folder of Markdown and HTML files."""

from __future__ import annotations

import hashlib
import html
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from knowledge.blocks import Block
from knowledge.decoding import decoded
from knowledge.errors import InputError, UnreadableArticleError
from knowledge.front_matter import front_matter, metadata, without_front_matter
from knowledge.html_blocks import html_blocks
from knowledge.invisible import without_invisible
from knowledge.markdown_blocks import markdown_blocks
from knowledge.markdown_inline import line_text
from knowledge.types import Article, Value

MediaType = Literal["markdown", "html"]

SUFFIXES: dict[str, MediaType] = {".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html"}

HTML_TITLE = re.compile(r"<title[^>]*>([^<]+)</title>", re.IGNORECASE)


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
            source_id = _source_id(path, folder)
            first = taken.setdefault(source_id.rsplit(".", 1)[0], source_id)
            if reason := _name_problem(path, source_id, first):
                problems.append(Problem(source_id=source_id, reason=reason))
                continue
            try:
                files.append(SourceFile(source_id=source_id, path=path, sha256=self._hash(path)))
            except (OSError, UnreadableArticleError) as error:
                problems.append(Problem(source_id=source_id, reason=_plain(error)))
        return Listing(files=tuple(files), problems=tuple(problems))

    def _hash(self, path: Path) -> str:
        if path.exists() and not path.is_file():
            raise UnreadableArticleError("it is not a regular file; wanted Markdown or HTML text")
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
        try:
            text = decoded(file.path.read_bytes())
        except OSError as error:
            raise UnreadableArticleError(_plain(error)) from error
        front, problem = front_matter(text)
        if problem:
            raise UnreadableArticleError(problem)
        media_type = SUFFIXES[file.path.suffix.lower()]
        stem = file.source_id.rsplit(".", 1)[0]
        return Article(
            article=stem,
            source_id=file.source_id,
            title=_title(text, media_type, front, stem),
            text=text,
            sha256=file.sha256,
            media_type=media_type,
            metadata=metadata(front),
            effective_from=front.get("effective_from") or date.min,
            effective_to=front.get("effective_to") or date.max,
        )


@lru_cache(maxsize=1)
def article_blocks(text: str, media_type: MediaType) -> tuple[Block, ...]:
    """Blocks of a whole article file; its front matter is none of them.

    Those of the last article are kept: it is read for its title, then for its passages.
    """
    body = without_invisible(without_front_matter(text))
    return html_blocks(body) if media_type == "html" else markdown_blocks(body)


def _title(text: str, media_type: MediaType, front: dict[str, Any], stem: str) -> str:
    """Plain text: what the front matter calls the article may have markup, as a heading may."""
    written = " ".join(without_invisible(str(metadata(front).get("title", ""))).split())
    return (
        line_text(written)
        or written
        or _own_title(text, media_type)
        or stem.rsplit("/", 1)[-1].replace("-", " ").replace("_", " ")
    )


def _own_title(text: str, media_type: MediaType) -> str:
    """What names an article that has no `title` in its front matter: HTML's own title, or the first main heading."""
    named = HTML_TITLE.search(without_front_matter(text)) if media_type == "html" else None
    if named and named[1].strip():
        return " ".join(html.unescape(named[1]).split())
    return next((block.text for block in article_blocks(text, media_type) if block.level == 1), "")


def _source_id(path: Path, folder: Path) -> str:
    """The path below the folder; bytes of a name that are not UTF-8 are written out."""
    return os.fsencode(path.relative_to(folder).as_posix()).decode("utf-8", "backslashreplace")


def _name_problem(path: Path, source_id: str, first: str) -> str | None:
    if not path.as_posix().endswith(source_id):
        return "its name is not UTF-8; rename it"
    return None if first == source_id else f"it has the same name as {first}; rename one of them"


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
