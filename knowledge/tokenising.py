"""From text to the tokens that BM25 counts: identifiers whole, words stemmed. The only file that imports Stemmer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

TOKENISER_VERSION = "identifiers-3"
"""Part of the index fingerprint, with the version of PyStemmer."""

IDENTIFIER = re.compile(
    r"[a-z0-9]+(?:[._@+-][a-z0-9]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+"  # e-mail
    r"|[^\W_]+(?:[_./:-][^\W_]+)+"  # ord-99107, retry_backoff_ms, 4.2.1, sku-12/b
    r"|[^\W_]+(?:['’][^\W_]+)?"  # words and numbers
)
PLAIN_MARKS = str.maketrans(dict.fromkeys("‐‑‒–−", "-") | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff"))
"""Hyphens in one form, invisible characters gone: what is pasted from a web page or an e-mail is found all the same."""

VERSION_V = re.compile(r"(?<![^\W_])v(?=\d+\.\d)")
"""The letter before a version number: `v4.2.1` is `4.2.1`."""

VERSION_SUFFIX = re.compile(r"(?<![\w.])(\d+(?:\.\d+)+)[ -]?((?:p|rc|sp|alpha|beta)\d{1,3})\b")
"""What names a release of one version, joined with a hyphen however it is written: `4.2.1 p1`, `4.2.1p1`."""

RANGE = re.compile(r"-(?=\d+\.\d)")
"""Before the second version of a range, or the version of a product: `4.2.0-4.2.3`, `mysql-8.0`."""

LETTERS_DIGITS = re.compile(r"([a-z]{1,12})[-_ ]?(\d{2,})$")
SPACED_ID = re.compile(r"\b([a-z]{1,4}) (\d{3,})\b")
SPACED_WORD = re.compile(r"\b([a-z]{1,12}) (\d{2,})\b")
"""What may be an id that is written with a blank; whether it is one, the index knows."""

QUESTIONS = """
what which who whom whose where when why how do does did don doesn didn doing am have has had having
can could should would might must shall couldn shouldn wouldn isn aren wasn
i me my mine myself we our ours you your yours he him his she her hers its them anyone please
"""
QUESTION_WORDS = frozenset(QUESTIONS.split())
"""Words of a question that say little of what it is about. Articles hold them seldom, but for their lists of questions,
so BM25 would count them as telling."""


def tokenise(text: str, *, query: bool = False) -> list[str]:
    """Lower-case tokens: identifiers whole and unstemmed, words stemmed, English stop words dropped.

    An id made of letters and digits has one form however it is written (`E-4012`, `E4012`, full-width digits), in a
    query also when it is written with a blank (`ord 99107`); so has a version (`v4.2.1`, `4.2.1 p1`). A list or a range
    of them (`4.2.1/4.3.6`, `4.2.0-4.2.3`, `mysql:8.0`) gives its parts beside the whole.
    """
    folded = _folded(text)
    tokens = _all_tokens(IDENTIFIER.findall(folded))
    if query:
        tokens += ["".join(found) for found in SPACED_ID.findall(folded)]
    return tokens


@dataclass(frozen=True)
class QueryTokens:
    """What an index looks up for a query."""

    telling: list[str]
    """What it is about."""
    asking: list[str]
    """The tokens of its question words."""


def query_tokens(text: str, vocabulary: Container[str]) -> QueryTokens:
    """The tokens of a query that an index knows.

    A word and a number are also one id (`incident 4012`) where the index has it: `in 2026` is none.

    Args:
        text: the query.
        vocabulary: the tokens of the index.
    """
    folded = _folded(text)
    words = IDENTIFIER.findall(folded)
    asking = [word for word in words if re.split("['’]", word, maxsplit=1)[0] in QUESTION_WORDS]
    joined = ["".join(found) for found in SPACED_WORD.findall(folded)]
    telling = [*_all_tokens(word for word in words if word not in asking), *joined]
    return QueryTokens(
        [token for token in telling if token in vocabulary],
        [token for token in _all_tokens(asking) if token in vocabulary],
    )


def stem(word: str) -> str:
    """The stem of one lower-case English word, by the stemmer that the index uses."""
    return str(_stemmer().stemWord(re.sub(r"['’].*", "", word)))


def tokeniser_version() -> str:
    """Version of everything that decides what a token is."""
    from importlib.metadata import version

    return f"{TOKENISER_VERSION}+snowball-{version('PyStemmer')}"


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).translate(PLAIN_MARKS).lower()
    return VERSION_SUFFIX.sub(r"\1-\2", VERSION_V.sub("", plain))


def _all_tokens(words: Iterable[str]) -> list[str]:
    return [token for word in words for token in _tokens(word)]


@lru_cache(maxsize=65_536)
def _tokens(word: str) -> tuple[str, ...]:
    compact = LETTERS_DIGITS.fullmatch(word)
    if compact:
        return (compact[1] + compact[2],)
    if _is_identifier(word):
        return (word, *(token for part in _listed(word) for token in _tokens(part)))
    parts = re.split(r"[_./:-]", word)
    return tuple(stem(part) for part in parts if part and part not in _stop_words())


def _is_identifier(word: str) -> bool:
    return "_" in word or "@" in word or any(character.isdigit() for character in word)


def _listed(word: str) -> Iterator[str]:
    """The parts of a list or a range; nothing for one identifier, a date, a time, a fraction."""
    if "@" in word:
        return
    for pattern in (r"[/:]", RANGE):
        parts = re.split(pattern, word)
        if len(parts) > 1 and all(len(part) > 1 for part in parts) and not all(map(str.isdecimal, parts)):
            yield from parts
            return


@lru_cache(maxsize=1)
def _stop_words() -> frozenset[str]:
    from bm25s.stopwords import STOPWORDS_EN

    return frozenset(STOPWORDS_EN)


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    from Stemmer import Stemmer

    return Stemmer("english")
