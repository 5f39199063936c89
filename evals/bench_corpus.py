"""Knowledge bases of any size for benches that run real models: sentences of the sample shop, put together anew."""

from __future__ import annotations

import random
import re
from pathlib import Path

from evals.beir import Document, Query, RetrievalSet, read_beir

FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SENTENCES_A_DOCUMENT = 4
SENTENCES_A_SECTION = 6
SECTIONS_AN_ARTICLE = 5
LONG_SECTION = 24
"""Sentences of a section that does not fit into one passage, so that its meaning is looked at."""
LONG_EVERY = 10
"""Every so manyth article has a long section."""
SHORTEST = 5
"""Words of a sentence; below it, fragments such as "Thank you." would repeat too often."""


def chosen_set(folder: Path | None, documents: int, limit: int) -> RetrievalSet:
    """The BEIR folder with its first questions, or, where none is named, a made set of the same shape.

    Raises:
        DatasetError: the folder cannot be used.
    """
    if folder is None:
        return made_set(documents, limit)
    found = read_beir(folder)
    return found.model_copy(update={"queries": found.queries[:limit]})


def made_set(documents: int, queries: int, seed: int = 7) -> RetrievalSet:
    """Short documents of one passage each, and questions without judgements: every third names a product code."""
    rng, known = random.Random(seed), sample_sentences()
    return RetrievalSet(
        name=f"{documents} made documents",
        documents=tuple(_document(n, rng.sample(known, SENTENCES_A_DOCUMENT)) for n in range(documents)),
        queries=tuple(
            Query(id=f"q{n}", text=_question(n, rng.choice(known), rng.randrange(documents)), qrels={})
            for n in range(queries)
        ),
    )


def write_made_articles(folder: Path, passages: int, seed: int = 7) -> Path:
    """Articles of a few sections, for about so many passages; now and then a section is too long for one."""
    rng, known = random.Random(seed), sample_sentences()
    folder.mkdir(parents=True)
    for n in range(max(1, passages // SECTIONS_AN_ARTICLE)):
        lengths = [SENTENCES_A_SECTION] * SECTIONS_AN_ARTICLE
        if n % LONG_EVERY == 0:
            lengths[-1] = LONG_SECTION
        sections = [f"## Part {m}\n\n{' '.join(rng.sample(known, count))}\n" for m, count in enumerate(lengths, 1)]
        (folder / f"a{n:06d}.md").write_text("\n".join([f"# {_code(n)}\n", *sections]), encoding="utf-8")
    return folder


def sample_sentences() -> list[str]:
    """The sentences of the sample shop's plain paragraphs, in order."""
    from knowledge.sample import articles_folder
    from knowledge.sentences import sentences

    texts = [path.read_text(encoding="utf-8") for path in sorted(articles_folder().glob("*.md"))]
    parts = [part for text in texts for part in FENCED.sub("", text).split("\n\n") if part[:1].isalpha()]
    paragraphs = [" ".join(part.split()) for part in parts]
    return [one for paragraph in paragraphs for one in sentences(paragraph) if len(one.split()) >= SHORTEST]


def _document(number: int, chosen: list[str]) -> Document:
    return Document(id=f"d{number}", title=_code(number), text=" ".join(chosen))


def _question(number: int, sentence: str, document: int) -> str:
    about = f"{_code(document)}: " if number % 3 == 0 else ""
    return about + " ".join(sentence.split()[:10])


def _code(number: int) -> str:
    return f"HL-{10_000 + number}"
