"""Sparse retrieval: BM25 with identifiers kept whole. The only file that imports bm25s and Stemmer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knowledge.errors import CorruptIndexError

K1 = 1.5
B = 0.75

TOKENISER_VERSION = "identifiers-2"
"""Part of the index fingerprint, with the version of PyStemmer."""

IDENTIFIER = re.compile(
    r"[a-z0-9]+(?:[._@+-][a-z0-9]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+"  # e-mail
    r"|[^\W_]+(?:[_./:-][^\W_]+)+"  # ord-99107, retry_backoff_ms, 4.2.1, sku-12/b
    r"|[^\W_]+(?:['’][^\W_]+)?"  # words and numbers
)
PLAIN_MARKS = str.maketrans(dict.fromkeys("‐‑‒–−", "-") | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff"))
"""Hyphens in one form, invisible characters gone: what is pasted from a web page or an e-mail is found all the same."""

LETTERS_DIGITS = re.compile(r"([a-z]{1,6})[-_ ]?(\d{2,})$")
SPACED_ID = re.compile(r"\b([a-z]{1,4}) (\d{3,})\b")


def tokenise(text: str, *, query: bool = False) -> list[str]:
    """Lower-case tokens: identifiers whole and unstemmed, words stemmed, English stop words dropped.

    An id made of letters and digits has one form however it is written (`E-4012`, `E4012`, full-width digits);
    in a query also when it is written with a blank (`ord 99107`).
    """
    folded = unicodedata.normalize("NFKC", text).translate(PLAIN_MARKS).lower()
    tokens = [token for word in IDENTIFIER.findall(folded) for token in _token(word)]
    if query:
        tokens += ["".join(found) for found in SPACED_ID.findall(folded)]
    return tokens


def _token(word: str) -> list[str]:
    compact = LETTERS_DIGITS.fullmatch(word)
    if compact:
        return [compact[1] + compact[2]]
    if _is_identifier(word):
        return [word]
    parts = re.split(r"[_./:-]", word)
    return [_stem(part) for part in parts if part and part not in _stop_words()]


def _is_identifier(word: str) -> bool:
    return "_" in word or "@" in word or any(character.isdigit() for character in word)


@lru_cache(maxsize=1)
def _stop_words() -> frozenset[str]:
    from bm25s.stopwords import STOPWORDS_EN

    return frozenset(STOPWORDS_EN)


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    from Stemmer import Stemmer

    return Stemmer("english")


def _stem(word: str) -> str:
    return str(_stemmer().stemWord(re.sub(r"['’].*", "", word)))


def stem(word: str) -> str:
    """The stem of one lower-case English word, by the stemmer that the index uses."""
    return _stem(word)


def _best(scores: NDArray[np.float32], k: int) -> NDArray[np.intp]:
    """Places of the `k` largest scores above zero, largest first, equal ones in their order; no full sort."""
    least = np.partition(scores, -k)[-k] if k < len(scores) else 0.0
    able = np.flatnonzero((scores >= least) & (scores > 0))
    return able[np.argsort(-scores[able], kind="stable")][:k]


def tokeniser_version() -> str:
    """Version of everything that decides what a token is."""
    from importlib.metadata import version

    return f"{TOKENISER_VERSION}+snowball-{version('PyStemmer')}"


@dataclass(frozen=True)
class Bm25Index:
    """BM25 over a fixed list of texts: k1 = 1.5, b = 0.75, idf ln((N - df + 0.5) / (df + 0.5) + 1).

    Source: Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009).
    """

    model: Any
    size: int
    """Number of texts."""

    @classmethod
    def build(cls, texts: Sequence[str]) -> Bm25Index:
        """Index the texts; a text is later known by its place in the list."""
        import bm25s

        tokens = [tokenise(text) for text in texts]
        if not any(tokens):
            return cls(model=None, size=len(texts))
        model = bm25s.BM25(method="lucene", k1=K1, b=B)
        model.index(tokens, show_progress=False)
        return cls(model=model, size=len(texts))

    def search(self, query: str, k: int, allowed: NDArray[np.bool_]) -> list[tuple[int, float]]:
        """The best `k` allowed texts as (place, score), best first; a score of zero is never returned.

        Args:
            query: plain text.
            k: how many at most.
            allowed: shape (size,); what is False is masked inside the query, not dropped after it.
        """
        known = [token for token in tokenise(query, query=True) if self.model and token in self.model.vocab_dict]
        if not known or not allowed.any():
            return []
        scores = self.model.get_scores(known, weight_mask=allowed.astype(np.float32))
        return [(int(place), float(scores[place])) for place in _best(scores, k)]

    def save(self, folder: Path) -> None:
        """Write the index into a new folder."""
        folder.mkdir(parents=True)
        if self.model is not None:
            self.model.save(str(folder), show_progress=False)

    @classmethod
    def load(cls, folder: Path, size: int) -> Bm25Index:
        """Open a saved index, its arrays memory-mapped.

        Raises:
            CorruptIndexError: a file is missing or damaged.
        """
        import bm25s

        if not folder.is_dir():
            raise CorruptIndexError(
                f"{folder} is missing: wanted the BM25 files of the index. Run `support kb sync --rebuild DIR`."
            )
        if not any(folder.iterdir()):
            return cls(model=None, size=size)
        try:
            model = bm25s.BM25.load(str(folder), mmap=True, show_progress=False, verbosity=0)
        except (OSError, ValueError, KeyError) as error:
            raise CorruptIndexError(
                f"The BM25 files in {folder} cannot be read ({error}). Run `support kb sync --rebuild DIR`."
            ) from error
        return cls(model=model, size=size)
