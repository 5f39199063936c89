"""What evaluation files hold, as far as training must not have seen it.

    {"evidence": text or [text], "claim": text, ...}        grounding rows, JSON lines
    {"premise": text, "hypothesis": text, ...}              inference rows, JSON lines
    corpus.jsonl and queries.jsonl in a folder              retrieval, BEIR's layout

Each file may be packed by gzip and then ends in `.gz`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from knowledge.errors import InputError
from knowledge.models.training.json_lines import Line, read_lines
from knowledge.models.training.overlap import Evaluation, Texts


def read_evaluation(path: Path) -> Evaluation:
    """The texts of an evaluation file, or of a retrieval folder, named by the last two parts of its path.

    Raises:
        InputError: it is missing, or a line holds neither evidence nor a premise.
    """
    name = "/".join(path.parts[-2:])
    if path.is_dir():
        return Evaluation.of(name, [*_corpus(path), *_queries(path)])
    return Evaluation.of(name, (_row(line) for line in read_lines(path)))


def _row(line: Line) -> Texts:
    if "premise" in line.row:
        return Texts((line.text("premise"),))
    if isinstance(line.row.get("evidence"), list):
        evidence = line.texts("evidence")
        return Texts((*evidence, " ".join(evidence)))
    return Texts((line.text("evidence"),))


def _corpus(folder: Path) -> Iterator[Texts]:
    """Each document with its title and without it, for training texts come in both forms."""
    for line in read_lines(_file(folder, "corpus.jsonl")):
        text = line.text("text")
        yield Texts((text, f"{line.text('title')}\n{text}") if line.row.get("title") else (text,))


def _queries(folder: Path) -> Iterator[Texts]:
    for line in read_lines(_file(folder, "queries.jsonl")):
        yield Texts((), (line.text("text"),))


def _file(folder: Path, name: str) -> Path:
    for path in (folder / name, folder / f"{name}.gz"):
        if path.is_file():
            return path
    raise InputError(
        f"{folder} holds no {name} and no {name}.gz: wanted a retrieval set in BEIR's layout. Name its folder, or a file "
        "of JSON lines."
    )
